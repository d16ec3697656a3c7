"""Shapley values of small LightGBM and XGBoost models by these programs themselves, and by the package shap, to compare ours with.

Run: python golden/treeShapley.py > golden/treeShapley.json, with lightgbm 4.7.0, xgboost 3.2.0, shap 0.51.0 and numpy.

`contributions` are LightGBM's pred_contrib and XGBoost's pred_contribs: path-dependent values, the last number of a row being the expected score. XGBoost
computes in single precision. `interventional` are those of shap's TreeExplainer against the rows of `background`, for models without categories.
NaN is written as null.
"""
import json
import tempfile

import lightgbm
import numpy
import shap
import xgboost

FEATURES = 5
random = numpy.random.RandomState(11)


def made(rows):
    x = random.randn(rows, FEATURES).round(1).astype(numpy.float32)
    x[:, 4] = random.randint(0, 40, rows)
    x[random.rand(rows, FEATURES) < 0.1] = numpy.nan
    known = numpy.nan_to_num(x)
    y = known[:, 0] * known[:, 1] + known[:, 2] * (known[:, 0] > 0) + (known[:, 4] % 3 == 0) + 0.2 * random.randn(rows)
    return x, numpy.clip(numpy.round(y + 1), 0, 3)


def told(rows):
    return [[None if numpy.isnan(value) else float(value) for value in row] for row in rows]


def with_lightgbm(name, options, categories):
    x, y = made(300)
    data = lightgbm.Dataset(x, y, categorical_feature=[4] if categories else [], group=[10] * 30)
    fixed = {"verbose": -1, "num_threads": 1, "seed": 1, "min_data_in_leaf": 3, "min_data_per_group": 4, "cat_smooth": 1, "deterministic": True}
    booster = lightgbm.train({**fixed, **options}, data, 8)
    rows, background = x[:12].astype(numpy.float64), x[100:125].astype(numpy.float64)
    contributions = booster.predict(rows, pred_contrib=True)
    model = booster.model_to_string()
    model = model[: model.index("end of trees")] + "end of trees\n"
    against = None
    if not categories:
        explainer = shap.TreeExplainer(booster, data=background, feature_perturbation="interventional", model_output="raw")
        against = told(explainer.shap_values(rows, check_additivity=False))
    return {
        "name": name,
        "program": "lightgbm",
        "model": model,
        "rows": told(rows),
        "contributions": told(contributions),
        **({} if against is None else {"background": told(background), "interventional": against}),
    }


def with_xgboost(name, options):
    x, y = made(300)
    data = xgboost.DMatrix(x, y, qid=numpy.repeat(numpy.arange(30), 10))
    booster = xgboost.train({"objective": "rank:ndcg", "nthread": 1, "seed": 1, "base_score": 0.5, **options}, data, 8)
    contributions = booster.predict(xgboost.DMatrix(x[:12]), pred_contribs=True)
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        booster.save_model(file.name)
        with open(file.name) as saved:
            model = saved.read()
    return {"name": name, "program": "xgboost", "model": model, "rows": told(x[:12]), "contributions": told(contributions)}


cases = [
    with_lightgbm("lambdarank, small trees", {"objective": "lambdarank", "num_leaves": 7}, False),
    with_lightgbm("lambdarank, large trees", {"objective": "lambdarank", "num_leaves": 31}, False),
    with_lightgbm("with categories and bagging", {"objective": "regression", "num_leaves": 15, "bagging_fraction": 0.6, "bagging_freq": 1}, True),
    with_xgboost("rank:ndcg, depth 4", {"max_depth": 4}),
]
versions = {"lightgbm": lightgbm.__version__, "xgboost": xgboost.__version__, "shap": shap.__version__}
print(json.dumps({**versions, "cases": cases}))
