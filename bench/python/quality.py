"""LightGBM and XGBoost lambdarank on one fold: `quality.py FOLDER WIDTH`, for research/results.mjs.

Reads train, valid and test (float32 rows, float64 labels, uint32 offsets), trains with early stopping on NDCG@10 of valid, writes the
scores of test as float64 and prints the versions. One thread and fixed seeds: the same scores every time.
"""

import json
import os
import sys

import lightgbm
import numpy
import xgboost

folder, width = sys.argv[1], int(sys.argv[2])
ROUNDS, PATIENCE = 1000, 50


def read(part):
    path = os.path.join(folder, part)
    features = numpy.fromfile(path + ".features", dtype="<f4").reshape(-1, width)
    labels = numpy.fromfile(path + ".labels", dtype="<f8")
    groups = numpy.diff(numpy.fromfile(path + ".offsets", dtype="<u4").astype(numpy.int64))
    return features, labels, groups


train, valid, test = read("train"), read("valid"), read("test")


def with_lightgbm():
    ranker = lightgbm.LGBMRanker(n_estimators=ROUNDS, n_jobs=1, random_state=1, deterministic=True, force_col_wise=True, verbose=-1)
    ranker.fit(
        train[0],
        train[1],
        group=train[2],
        eval_set=[(valid[0], valid[1])],
        eval_group=[valid[2]],
        eval_at=[10],
        callbacks=[lightgbm.early_stopping(PATIENCE, verbose=False)],
    )
    return ranker.predict(test[0])


def with_xgboost():
    def matrix(part):
        data = xgboost.DMatrix(part[0], label=part[1])
        data.set_group(part[2])
        return data

    options = {"objective": "rank:ndcg", "eval_metric": "ndcg@10", "eta": 0.1, "nthread": 1, "seed": 1}
    booster = xgboost.train(
        options, matrix(train), ROUNDS, evals=[(matrix(valid), "valid")], early_stopping_rounds=PATIENCE, verbose_eval=False
    )
    return booster.predict(matrix(test), iteration_range=(0, booster.best_iteration + 1))


for name, scores in [("lightgbm", with_lightgbm()), ("xgboost", with_xgboost())]:
    numpy.asarray(scores, dtype="<f8").tofile(os.path.join(folder, name + ".scores"))
print(json.dumps({"lightgbm": lightgbm.__version__, "xgboost": xgboost.__version__}))
