"""LambdaMART by LightGBM and XGBoost. A fit runs in a process of its own, `peers_lambdamart.py NAME INPUT`, which prints its figures."""

import json
import os
import subprocess
import sys
import time

LENGTH = 100
WIDTH = 136


def loaded(input):
    import numpy

    features = numpy.fromfile(input["features"], dtype="<f4").reshape(input["rows"], WIDTH)
    return features, numpy.fromfile(input["labels"], dtype="u1"), numpy.full(input["rows"] // LENGTH, LENGTH)


def begin_lightgbm(input, features, labels, groups):
    import lightgbm

    options = {
        "objective": "lambdarank",
        "num_leaves": input["leaves"],
        "learning_rate": 0.1,
        "min_data_in_leaf": 20,
        "min_sum_hessian_in_leaf": 1e-3,
        "lambdarank_truncation_level": 30,
        "max_bin": 255,
        "force_row_wise": True,
        "num_threads": int(os.environ["BENCH_THREADS"]),
        "verbose": -1,
    }
    data = lightgbm.Dataset(features, labels, group=groups, params=options, free_raw_data=True)
    booster = lightgbm.Booster(options, data)
    return lambda tree: booster.update(), booster.predict


def begin_xgboost(input, features, labels, groups):
    import xgboost

    threads = int(os.environ["BENCH_THREADS"])
    options = {
        "objective": "rank:ndcg",
        "tree_method": "hist",
        "grow_policy": "lossguide",
        "max_depth": 0,
        "max_leaves": input["leaves"],
        "max_bin": 256,
        "eta": 0.1,
        "min_child_weight": 1e-3,
        "lambdarank_pair_method": "topk",
        "lambdarank_num_pair_per_sample": 30,
        "nthread": threads,
    }
    data = xgboost.QuantileDMatrix(features, label=labels, group=groups, max_bin=256, nthread=threads)
    booster = xgboost.Booster(options, [data])
    return lambda tree: booster.update(data, tree), booster.inplace_predict


def growing(begin, input):
    update, _ = begin(input, *loaded(input))
    grown = 0

    def run(trees=input["trees"]):
        nonlocal grown
        for _ in range(trees):
            update(grown)
            grown += 1

    run(2)
    return run


def lightgbm_trees(input):
    return growing(begin_lightgbm, input)


def xgboost_trees(input):
    return growing(begin_xgboost, input)


def fitting(name, input):
    def run():
        done = subprocess.run([sys.executable, __file__, name, json.dumps(input)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip().split("\n")[-1])
        return json.loads(done.stdout.strip().split("\n")[-1])

    return run


def lightgbm_fit(input):
    import lightgbm  # for its version, and a word if it is absent

    return fitting("begin_lightgbm", input)


def xgboost_fit(input):
    import xgboost  # for its version, and a word if it is absent

    return fitting("begin_xgboost", input)


def peak_bytes():
    with open("/proc/self/status") as status:
        return next((int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:")), None)


def ndcg(scores, labels):
    import numpy

    discounts = 1 / numpy.log2(numpy.arange(2, 12))
    gains = (2.0**labels - 1).reshape(-1, LENGTH)
    order = numpy.argsort(-scores.reshape(-1, LENGTH), axis=1, kind="stable")[:, :10]
    reached = numpy.take_along_axis(gains, order, axis=1) @ discounts
    return float(numpy.mean(reached / (-numpy.sort(-gains, axis=1)[:, :10] @ discounts)))


def fit_once(name, input):
    import importlib

    importlib.import_module(name.removeprefix("begin_"))
    features, labels, groups = loaded(input)
    processor_begin, begin = time.process_time(), time.perf_counter()
    update, predict = globals()[name](input, features, labels, groups)
    for tree in range(input["trees"]):
        update(tree)
    seconds, processor_seconds = time.perf_counter() - begin, time.process_time() - processor_begin
    peak = peak_bytes()
    facts = {"NDCG@10": round(ndcg(predict(features), labels), 4)}
    return {"seconds": seconds, "processorSeconds": processor_seconds, "peakBytes": peak, "facts": facts}


if __name__ == "__main__":
    print(json.dumps(fit_once(sys.argv[1], json.loads(sys.argv[2]))))
