"""Small models of LightGBM, XGBoost and CatBoost and their own scores, to compare imported models with.

Run: python golden/importedTrees.py > golden/importedTrees.json, with lightgbm 4.7.0, xgboost 3.2.0, catboost 1.2.10 and numpy.

The rows to score lie on every threshold, one float32 beside it on either side, near 0, and are missing; features are float32, as ours are. Scores are
raw ones, written as the shortest decimals that read back to the same double. NaN is written as null, UBJSON in base 64.
"""
import base64
import json
import os
import tempfile

import catboost
import lightgbm
import numpy
import xgboost

FEATURES = 4
random = numpy.random.RandomState(7)


def made(rows, missing):
    x = (random.randint(-6, 7, size=(rows, FEATURES)) / 7).astype(numpy.float32)
    x[:, 3] = random.randint(0, 70, rows)
    if missing:
        x[random.rand(rows, FEATURES) < 0.15] = numpy.nan
    known = numpy.nan_to_num(x)
    y = known[:, 0] * known[:, 1] + (known[:, 3] % 3 == 0) + 0.3 * numpy.isnan(x[:, 2]) + 0.1 * random.randn(rows)
    return x, y


def beside(model):
    """The thresholds of a text model of LightGBM, by feature."""
    found = {}
    for line in model.splitlines():
        if line.startswith("split_feature="):
            columns = [int(word) for word in line.split("=")[1].split()]
        if line.startswith("threshold="):
            for column, threshold in zip(columns, map(float, line.split("=")[1].split())):
                found.setdefault(column, set()).add(threshold)
    return found


def rows_around(thresholds, categories=True):
    """Rows that take, in one feature after the other, each threshold and its neighbours."""
    found = {j: {0.0, -0.0, 1e-35, -1e-35, 2e-35, -2e-35, 1e-40, 3e38, -3e38} for j in range(FEATURES)}
    found[3] |= {-1.0, 0.5, 31.0, 31.9, 32.0, 63.0, 64.0, 69.0, 70.0, 1000.0} | ({-0.5, 3e9} if categories else set())
    for column, values in thresholds.items():
        for threshold in values:
            near = numpy.float32(threshold)
            around = (near, numpy.nextafter(near, numpy.float32(-9)), numpy.nextafter(near, numpy.float32(9)))
            found[column] |= {float(value) for value in around if numpy.isfinite(value)}
    start, _ = made(8, True)
    rows = [row for row in start]
    for column, values in found.items():
        for at, value in enumerate([*sorted(values), float("nan")]):
            row = start[at % len(start)].copy()
            row[column] = value
            rows.append(row)
    return numpy.array(rows, dtype=numpy.float32)


def edited(model, edits):
    """The stumps of a model with other thresholds and decision types; without the sizes of trees LightGBM reads them one after the other."""
    kept = [line for line in model.splitlines() if not line.startswith("tree_sizes=")]
    given = iter(edits)
    for at, line in enumerate(kept):
        if line.startswith("threshold="):
            threshold, kind = next(given)
            kept[at] = f"threshold={threshold!r}"
            kept[at + 1] = f"decision_type={kind}"
    return "\n".join(kept) + "\n"


def case(name, options, missing=True, categories=True, lists=False, names="auto", edits=(), dumped=False):
    x, y = made(240, missing)
    if lists:
        y = numpy.clip(numpy.round(y + 1), 0, 3)
    data = lightgbm.Dataset(
        x, y, categorical_feature=[3] if categories else [], group=[12] * 20 if lists else None, feature_name=names, free_raw_data=False
    )
    fixed = {"verbose": -1, "num_threads": 1, "seed": 1, "min_data_in_leaf": 4, "min_data_per_group": 4, "cat_smooth": 1, "deterministic": True}
    booster = lightgbm.train({**fixed, **options}, data, len(edits) or 6)
    model = booster.model_to_string()
    model = model[: model.index("end of trees")] + "end of trees\n"
    if edits:
        model = edited(model, edits)
        booster = lightgbm.Booster(model_str=model + "\n")
    rows = rows_around(beside(model))
    scores = booster.predict(rows.astype(numpy.float64), raw_score=True)
    if dumped:
        model = json.dumps(booster.dump_model())
    return told("lightgbm", name, model, rows, scores)


def told(by, name, model, rows, scores, **more):
    values = [[None if numpy.isnan(value) else float(value) for value in row] for row in rows]
    return {"by": by, "name": name, "model": model, "rows": values, "scores": [float(score) for score in scores], **more}


def xgboost_cases(name, options, missing=True, categories=False, lists=False, names=None, text=True):
    """The same model as JSON, as UBJSON and as a dump, which lacks the base."""
    x, y = made(240, missing)
    if lists:
        y = numpy.clip(numpy.round(y + 1), 0, 3)
    if "logistic" in options["objective"]:
        y = (y > 0.3).astype(float)
    types = ["q", "q", "q", "c"] if categories else None
    data = xgboost.DMatrix(x, y, feature_names=names, feature_types=types, enable_categorical=categories)
    if lists:
        data.set_group([12] * 20)
    booster = xgboost.train({"max_depth": 4, "seed": 1, "nthread": 1, **options}, data, 6)
    raw = json.loads(booster.save_raw("json"))["learner"]["gradient_booster"]
    thresholds = {}
    for tree in (raw["gbtree"] if "gbtree" in raw else raw)["model"]["trees"]:
        kinds = zip(tree["split_indices"], tree["split_conditions"], tree["left_children"], tree["split_type"])
        for column, condition, left, kind in kinds:
            if left >= 0 and kind == 0:
                thresholds.setdefault(column, set()).add(condition)
    rows = rows_around(thresholds, categories=not categories)
    if categories:
        rows = rows[~(rows[:, 3] < 0)]
    scored = xgboost.DMatrix(rows, feature_names=names, feature_types=types, enable_categorical=categories)
    scores = booster.predict(scored, output_margin=True)
    yield told("xgboost", f"{name}, JSON", bytes(booster.save_raw("json")).decode(), rows, scores)
    yield told("xgboost", f"{name}, UBJSON", "", rows, scores, base64=base64.b64encode(bytes(booster.save_raw("ubj"))).decode())
    if "dart" in options.values():
        return  # a dump does not hold the weights of the trees
    bare = booster.get_dump(dump_format="json")
    zero = json.loads(booster.save_raw("json"))
    zero["learner"]["learner_model_param"]["base_score"] = "[0E0]" if "logistic" not in options["objective"] else "[5E-1]"
    scores = xgboost.Booster(model_file=bytearray(json.dumps(zero).encode())).predict(scored, output_margin=True)
    yield told("xgboost", f"{name}, dump", "[" + ",".join(bare) + "]", rows, scores)


def catboost_case(name, options, lists=False, names=None):
    x, y = made(240, True)
    if lists:
        y = numpy.clip(numpy.round(y + 1), 0, 3)
    fixed = {"iterations": 9, "thread_count": 1, "random_seed": 1, "verbose": 0, "allow_writing_files": False}
    model = catboost.CatBoost({**fixed, **options})
    model.fit(catboost.Pool(x, y, group_id=numpy.arange(240) // 12, feature_names=names))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        model.save_model(path, format="json")
        with open(path) as file:
            content = json.load(file)
    content.pop("model_info")
    thresholds = {}

    def note(split):
        thresholds.setdefault(split["float_feature_index"], set()).add(split["border"])

    def walk(node):
        if "split" in node:
            note(node["split"])
            walk(node["left"])
            walk(node["right"])

    for tree in content.get("oblivious_trees", []):
        for split in tree["splits"]:
            note(split)
    for tree in content.get("trees", []):
        walk(tree)
    rows = rows_around(thresholds)
    return told("catboost", name, json.dumps(content), rows, model.predict(rows))


STUMPS = {"objective": "regression", "num_leaves": 2, "zero_as_missing": True, "learning_rate": 0.3}
Z = float(numpy.float32(1e-35))
ZERO_LEFT = [(threshold, 6) for threshold in (-Z, -Z / 2, 0.0, Z / 2, Z, 1.5e-35, 2e-35, 0.4)]
ZERO_RIGHT = [(threshold, 4) for threshold in (-0.4, -2e-35, -1.5e-35, -Z, -Z / 2, 0.0, Z / 2, Z)]

cases = [
    case("lambdarank", {"objective": "lambdarank", "num_leaves": 7}, lists=True, names=["bm25", "age", "clicks", "shop"]),
    case("regression, nothing missing in training", {"objective": "regression", "num_leaves": 9}, missing=False, categories=False),
    case("missing values not used", {"objective": "regression", "num_leaves": 9, "use_missing": False}),
    case("deep trees", {"objective": "regression", "num_leaves": 40, "min_data_in_leaf": 1}),
    case("no split", {"objective": "regression", "num_leaves": 5, "min_data_in_leaf": 200}),
    case("dart", {"objective": "regression", "boosting": "dart", "num_leaves": 6, "drop_rate": 0.5}),
    case("stumps with zero as missing", STUMPS, categories=False, edits=ZERO_LEFT + ZERO_RIGHT),
    case("lambdarank, dump_model", {"objective": "lambdarank", "num_leaves": 7}, lists=True, dumped=True),
    case("zero as missing, dump_model", STUMPS, categories=False, edits=ZERO_LEFT + ZERO_RIGHT, dumped=True),
    *xgboost_cases("rank:ndcg", {"objective": "rank:ndcg"}, lists=True, names=["bm25", "age", "clicks", "shop"]),
    *xgboost_cases("categories", {"objective": "reg:squarederror", "max_cat_to_onehot": 1}, categories=True),
    *xgboost_cases("binary:logistic with a base", {"objective": "binary:logistic", "base_score": 0.3}),
    *xgboost_cases("dart", {"objective": "reg:squarederror", "booster": "dart", "rate_drop": 0.5}),
    catboost_case("YetiRank", {"loss_function": "YetiRank", "depth": 3}, lists=True, names=["bm25", "age", "clicks", "shop"]),
    catboost_case("RMSE, missing values greatest", {"loss_function": "RMSE", "depth": 4, "nan_mode": "Max"}),
    catboost_case("RMSE, trees that are not oblivious", {"loss_function": "RMSE", "grow_policy": "Lossguide", "max_leaves": 9}),
]
versions = {"lightgbm": lightgbm.__version__, "xgboost": xgboost.__version__, "catboost": catboost.__version__}
print(json.dumps({**versions, "cases": cases}))
