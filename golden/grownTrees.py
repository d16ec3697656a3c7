"""Trees that LightGBM grows with lambdarank on made lists, to compare those of lambdamart with.

Run: python golden/grownTrees.py > golden/grownTrees.json, with lightgbm 4.7.0 and numpy.

Every value of a feature has a bin of its own in both programs (whole numbers from 1, min_data_in_bin=1), and the rows of a list ascend by label, which is how
lambdamart orders items with equal scores. `trees` has [feature, threshold, rows] for each split of each tree, `scores` what LightGBM predicts for the rows.
Many trees on, the programs part: LightGBM keeps slopes in single precision, so that items with almost equal scores come in another order, and it writes a
split of the missing values from all others with a threshold of its own.
"""
import json

import lightgbm
import numpy

LISTS, ITEMS = 60, 20
GREATEST = [12, 25, 40, 60]
OPTIONS = {"num_leaves": 7, "learning_rate": 0.1, "min_data_in_leaf": 20}


def made(seed, missing):
    random = numpy.random.RandomState(seed)
    x = numpy.stack([random.randint(1, most + 1, LISTS * ITEMS) for most in GREATEST], 1).astype(numpy.float64)
    y = 2 * (x[:, 0] / 12) * (x[:, 1] / 15) + x[:, 2] / 40 + 0.8 * random.randn(len(x))
    y = numpy.clip(numpy.round(y), 0, 4)
    x[random.rand(*x.shape) < missing] = numpy.nan
    order = numpy.concatenate([from_ + numpy.argsort(y[from_ : from_ + ITEMS], kind="stable") for from_ in range(0, len(y), ITEMS)])
    return x[order], y[order]


def splits_of(node):
    if "split_feature" not in node:
        return []
    own = [node["split_feature"], round(node["threshold"], 3), node["internal_count"]]
    return [own, *splits_of(node["left_child"]), *splits_of(node["right_child"])]


def grown(name, seed, missing, trees):
    x, y = made(seed, missing)
    fixed = {"objective": "lambdarank", "num_threads": 1, "deterministic": True, "force_col_wise": True, "verbose": -1, "min_data_in_bin": 1}
    data = lightgbm.Dataset(x, y, group=[ITEMS] * LISTS, params=fixed)
    booster = lightgbm.train({**fixed, **OPTIONS}, data, trees)
    return {
        "name": name,
        "rows": [[None if numpy.isnan(value) else int(value) for value in row] for row in x],
        "labels": [int(label) for label in y],
        "trees": [splits_of(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]],
        "scores": [round(float(score), 7) for score in booster.predict(x)],
    }


cases = [grown("all values there", 5, 0, 30), grown("missing values", 6, 0.1, 9)]
print(json.dumps({"lightgbm": lightgbm.__version__, "items": ITEMS, "cases": cases}))
