"""LightGBM's lambdarank on one fold: `treePeers.py FOLDER WIDTH RUNS CATEGORICAL`, for research/treePeers.mjs.

Reads train and test as quality.py of the benchmarks does. RUNS is JSON, an array of parameters, CATEGORICAL one of columns; the scores of test go to 0.scores, 1.scores …
"""

import json
import os
import sys

import lightgbm
import numpy

folder, width, runs, categorical = sys.argv[1], int(sys.argv[2]), *map(json.loads, sys.argv[3:5])


def read(part):
    path = os.path.join(folder, part)
    features = numpy.fromfile(path + ".features", dtype="<f4").reshape(-1, width)
    labels = numpy.fromfile(path + ".labels", dtype="<f8")
    groups = numpy.diff(numpy.fromfile(path + ".offsets", dtype="<u4").astype(numpy.int64))
    return features, labels, groups


train, test = read("train"), read("test")
for number, parameters in enumerate(runs):
    data = lightgbm.Dataset(train[0], train[1], group=train[2], categorical_feature=categorical, params={"verbose": -1, "num_threads": 1})
    fixed = {"objective": "lambdarank", "num_threads": 1, "deterministic": True, "force_col_wise": True, "verbose": -1}
    booster = lightgbm.train({**fixed, **parameters}, data, parameters["num_iterations"])
    numpy.asarray(booster.predict(test[0]), dtype="<f8").tofile(os.path.join(folder, f"{number}.scores"))
print(json.dumps({"lightgbm": lightgbm.__version__}))
