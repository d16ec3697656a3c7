"""Peers of bench/parse.mjs: a LETOR file into memory. The answer is the sum of all values, taken before the clock runs."""


def sklearn_load(input):
    from sklearn.datasets import load_svmlight_file

    features, _labels, _lists = load_svmlight_file(input["file"], query_id=True, dtype="float32")
    total = float(features.data.sum(dtype="float64"))
    del features

    def run():
        load_svmlight_file(input["file"], query_id=True, dtype="float32")
        return total

    return run


def xgboost_dmatrix(input):
    import xgboost

    xgboost.set_config(verbosity=0)
    threads = {"nthread": 1}
    matrix = xgboost.DMatrix(f"{input['file']}?format=libsvm", **threads)
    total = float(matrix.get_data().data.sum(dtype="float64"))
    del matrix

    def run():
        xgboost.DMatrix(f"{input['file']}?format=libsvm", **threads)
        return total

    return run
