"""Models of LightGBM and XGBoost, and their scores: for research/peerImports.mjs.

python peerImports.py train FOLDER       trains the models, and writes them, the rows and their scores into the folder; prints what they are as JSON
python peerImports.py score FOLDER NAME  scores the same rows with NAME.back.txt or NAME.back.json, which was exported from the import

The rows to score lie on thresholds, one float32 beside them, anywhere else, and are missing where training had missing values.
"""
import json
import os
import sys

import lightgbm
import numpy
import xgboost

FEATURES = 6
ROWS = 100_000
MODELS = {
    "plain": {"missing": False, "categories": False},
    "missing": {"missing": True, "categories": False},
    "categories": {"missing": False, "categories": True},
    "both": {"missing": True, "categories": True},
}
ENDING = {"lightgbm": ".txt", "xgboost": ".json"}
folder = sys.argv[2]


def made(random, rows, missing, categories):
    x = (numpy.round(random.randn(rows, FEATURES) * 40) / 7).astype(numpy.float32)
    x[:, 1] = random.randn(rows)
    if categories:
        x[:, 5] = random.randint(0, 70, rows)
    known = x.copy()
    if missing:
        x[random.rand(rows, FEATURES) < 0.15] = numpy.nan
    if categories:
        x[:, 5] = known[:, 5]  # LightGBM has no side for missing categories
    worth = numpy.sin(known[:, 0]) + known[:, 1] * (known[:, 5] % 3 - 1) + 0.3 * numpy.isnan(x[:, 2]) + 0.5 * random.randn(rows)
    return x, numpy.clip(numpy.round(worth + 1), 0, 4)


def thresholds_of(booster, by):
    found = {}
    if by == "lightgbm":
        for line in booster.model_to_string().splitlines():
            if line.startswith("split_feature="):
                columns = [int(word) for word in line.split("=")[1].split()]
            if line.startswith("threshold="):
                for column, threshold in zip(columns, map(float, line.split("=")[1].split())):
                    found.setdefault(column, set()).add(threshold)
        return found
    for tree in json.loads(booster.save_raw("json"))["learner"]["gradient_booster"]["model"]["trees"]:
        for column, condition, left in zip(tree["split_indices"], tree["split_conditions"], tree["left_children"]):
            if left >= 0:
                found.setdefault(column, set()).add(condition)
    return found


def rows_around(random, thresholds, missing, categories):
    x, _ = made(random, ROWS, missing, categories)
    for column in range(FEATURES - categories):
        near = numpy.array(sorted(each for each in thresholds.get(column, {0.0}) if abs(each) < 3e38), dtype=numpy.float32)
        at = near[random.randint(0, len(near), ROWS)]
        step = random.randint(-1, 2, ROWS)
        beside = numpy.where(step < 0, numpy.nextafter(at, numpy.float32(-9e9)), numpy.where(step > 0, numpy.nextafter(at, numpy.float32(9e9)), at))
        moved = (random.rand(ROWS) < 0.7) & ~numpy.isnan(x[:, column])
        x[moved, column] = beside[moved]
    if categories:
        x[random.rand(ROWS) < 0.05, 5] = 90  # unseen in training
    return x


def kinds_of(categories):
    return ["q"] * (FEATURES - 1) + ["c"] if categories else None


def predicted(by, booster, x, categories):
    if by == "lightgbm":
        return booster.predict(x.astype(numpy.float64), raw_score=True)
    data = xgboost.DMatrix(x, feature_names=booster.feature_names, feature_types=kinds_of(categories), enable_categorical=categories)
    return booster.predict(data, output_margin=True)


def write(name, array, kind):
    numpy.asarray(array, dtype=kind).tofile(os.path.join(folder, name))


def train():
    models = []
    for name, shape in MODELS.items():
        random = numpy.random.RandomState(5)
        x, y = made(random, 6000, **shape)
        groups = [20] * 300
        categorical = [FEATURES - 1] if shape["categories"] else []
        fixed = {"objective": "lambdarank", "num_leaves": 31, "verbose": -1, "num_threads": 1, "seed": 1, "deterministic": True}
        peers = {"lightgbm": lightgbm.train(fixed, lightgbm.Dataset(x, y, group=groups, categorical_feature=categorical), 100)}
        data = xgboost.DMatrix(x, y, feature_types=kinds_of(shape["categories"]), enable_categorical=shape["categories"])
        data.set_group(groups)
        peers["xgboost"] = xgboost.train({"objective": "rank:ndcg", "max_depth": 5, "nthread": 1, "seed": 1}, data, 100)
        for by, booster in peers.items():
            file = f"{by}-{name}"
            booster.save_model(os.path.join(folder, file + ENDING[by]))
            rows = rows_around(random, thresholds_of(booster, by), **shape)
            write(file + ".rows", rows, numpy.float32)
            write(file + ".scores", predicted(by, booster, rows, shape["categories"]), numpy.float64)
            models.append({"file": file, "by": by, "name": name, "width": FEATURES, "rows": ROWS})
    print(json.dumps({"lightgbm": lightgbm.__version__, "xgboost": xgboost.__version__, "models": models}))


def score(file):
    by, name = file.split("-")
    path = os.path.join(folder, file + ".back" + ENDING[by])
    booster = lightgbm.Booster(model_file=path) if by == "lightgbm" else xgboost.Booster(model_file=path)
    rows = numpy.fromfile(os.path.join(folder, file + ".rows"), dtype=numpy.float32).reshape(-1, FEATURES)
    write(file + ".scores-back", predicted(by, booster, rows, MODELS[name]["categories"]), numpy.float64)


if sys.argv[1] == "train":
    train()
else:
    score(sys.argv[3])
