"""Small LightGBM models and their own scores, to compare imported models with.

Run: python golden/importedTrees.py > golden/importedTrees.json, with lightgbm 4.7.0 and numpy.

The rows to score lie on every threshold, one float32 beside it on either side, near 0, and are missing; features are float32, as ours are. Scores are
raw ones, written as the shortest decimals that read back to the same double. NaN is written as null.
"""
import json

import lightgbm
import numpy

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
    """Rows that take, in one feature after the other, each threshold and its neighbours."""
    found = {j: {0.0, -0.0, 1e-35, -1e-35, 2e-35, -2e-35, 1e-40, 3e38, -3e38} for j in range(FEATURES)}
    found[3] |= {-0.5, -1.0, 0.5, 31.0, 31.9, 32.0, 63.0, 64.0, 69.0, 70.0, 1000.0, 3e9}
    for line in model.splitlines():
        if line.startswith("split_feature="):
            columns = [int(word) for word in line.split("=")[1].split()]
        if line.startswith("threshold="):
            for column, threshold in zip(columns, map(float, line.split("=")[1].split())):
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


def case(name, options, missing=True, categories=True, lists=False, names="auto", edits=()):
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
    rows = beside(model)
    scores = booster.predict(rows.astype(numpy.float64), raw_score=True)
    told = [[None if numpy.isnan(value) else float(value) for value in row] for row in rows]
    return {"name": name, "model": model, "rows": told, "scores": [float(score) for score in scores]}


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
]
print(json.dumps({"lightgbm": lightgbm.__version__, "cases": cases}))
