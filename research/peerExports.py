"""Scores of rows in LightGBM, XGBoost or ONNX Runtime: python peerExports.py lightgbm|xgboost|onnx MODEL ROWS WIDTH KINDS SCORES.

ROWS holds numbers of 32 bits, SCORES gets numbers of 64 bits. KINDS has a letter for each feature: q for numbers, c for categories.
"""
import sys

import numpy

by, model, rows, width, kinds, out = sys.argv[1:]
x = numpy.fromfile(rows, dtype=numpy.float32).reshape(-1, int(width))
if by == "lightgbm":
    import lightgbm

    scores = lightgbm.Booster(model_file=model).predict(x.astype(numpy.float64), raw_score=True)
    version = lightgbm.__version__
elif by == "onnx":
    import onnxruntime

    scores = onnxruntime.InferenceSession(model).run(None, {"features": x})[0].reshape(-1)
    version = onnxruntime.__version__
else:
    import xgboost

    data = xgboost.DMatrix(x, feature_types=list(kinds), enable_categorical=True)
    booster = xgboost.Booster(model_file=model)
    data.feature_names = booster.feature_names
    scores = booster.predict(data, output_margin=True)
    version = xgboost.__version__
numpy.asarray(scores, dtype=numpy.float64).tofile(out)
print(version)
