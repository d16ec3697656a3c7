"""LightGBM and XGBoost on one fold, tuned by random search: `autoPeers.py FOLDER WIDTH TRIALS KEPT`, for research/autoComparison.mjs.

Reads train and test as quality.py of the benchmarks does, and train.folds: the fold of each training list. Each trial is measured by NDCG@10 of the
training lists, fold by fold, by models of the other folds, after several numbers of trees. A trial is dropped as `auto` drops one: once it is worse
than the best beyond chance. The best one is trained on all training lists; its scores of test go to lightgbm.scores and xgboost.scores. What was found
after each trial goes to KEPT.lightgbm.json and KEPT.xgboost.json: a search that was killed goes on after the last of them, and a longer one after a shorter one.
"""

import json
import os
import sys

import lightgbm
import numpy
import xgboost

folder, width, trials, kept = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
TREES = [20, 50, 100, 200, 300]
CUTOFF = 10
# Of a normal distribution, 0.5 % on each side; fewer lists drop nothing.
HOPELESS, FEWEST = 2.576, 20


def read(part):
    path = os.path.join(folder, part)
    features = numpy.fromfile(path + ".features", dtype="<f4").reshape(-1, width)
    labels = numpy.fromfile(path + ".labels", dtype="<f8")
    offsets = numpy.fromfile(path + ".offsets", dtype="<u4").astype(numpy.int64)
    return features, labels, offsets


train, test = read("train"), read("test")
fold_of = numpy.fromfile(os.path.join(folder, "train.folds"), dtype="<u4")


def some_lists(data, lists):
    features, labels, offsets = data
    rows = numpy.concatenate([numpy.arange(offsets[each], offsets[each + 1]) for each in lists])
    return features[rows], labels[rows], numpy.concatenate([[0], numpy.cumsum(numpy.diff(offsets)[lists])])


def ndcg(scores, labels, offsets):
    """Of each list, ties counting with their mean gain; NaN where nothing is relevant."""
    values = numpy.full(len(offsets) - 1, numpy.nan)
    for each in range(len(values)):
        own = slice(offsets[each], offsets[each + 1])
        gains = 2.0 ** labels[own] - 1
        ideal = numpy.sort(gains)[::-1][:CUTOFF]
        discounts = 1 / numpy.log2(numpy.arange(len(gains)) + 2)
        discounts[CUTOFF:] = 0
        best = ideal @ discounts[: len(ideal)]
        if best == 0:
            continue
        _, place, count = numpy.unique(-scores[own], return_inverse=True, return_counts=True)
        means = numpy.bincount(place, gains) / count
        values[each] = numpy.repeat(means, count) @ discounts / best
    return values


# LightGBM takes whole grades only: other labels are cut into 30 steps, with the gains of the labels.
whole = bool(numpy.all(train[1] == numpy.round(train[1])))
STEP = 1.0 if whole else float(train[1].max()) / 30
GAINS = [2.0 ** (grade * STEP) - 1 for grade in range(32 if not whole else int(max(train[1].max(), test[1].max())) + 1)]


class LightGbm:
    name = "lightgbm"

    def draw(self, random):
        return {
            "num_leaves": int(round(2 ** random.uniform(2, 6))),
            "learning_rate": 10 ** random.uniform(-1.7, -0.7),
            "min_data_in_leaf": int(round(10 ** random.uniform(0.7, 2))),
            "feature_fraction": random.uniform(0.4, 1),
            "bagging_fraction": random.uniform(0.5, 1),
            "bagging_freq": 1,
            "lambda_l2": 10 ** random.uniform(-3, 2),
            "lambdarank_truncation_level": int(random.choice([10, 30])),
        }

    def data(self, part):
        features, labels, offsets = part
        grades = numpy.round(labels / STEP)
        params = {"verbose": -1, "num_threads": 1, "feature_pre_filter": False}
        return lightgbm.Dataset(features, grades, group=numpy.diff(offsets), params=params, free_raw_data=False).construct()

    def fit(self, data, parameters, trees):
        fixed = {"objective": "lambdarank", "num_threads": 1, "deterministic": True, "force_col_wise": True, "verbose": -1, "seed": 1}
        fixed |= {"label_gain": GAINS, "feature_pre_filter": False}
        return lightgbm.train({**fixed, **parameters}, data, trees)

    def scores(self, booster, features, trees):
        return booster.predict(features, num_iteration=trees, num_threads=1)


class XgBoost:
    name = "xgboost"

    def draw(self, random):
        return {
            "max_depth": int(random.integers(2, 8)),
            "eta": 10 ** random.uniform(-1.7, -0.7),
            "min_child_weight": 10 ** random.uniform(-2, 1),
            "colsample_bytree": random.uniform(0.4, 1),
            "subsample": random.uniform(0.5, 1),
            "lambda": 10 ** random.uniform(-3, 2),
            "lambdarank_pair_method": str(random.choice(["topk", "mean"])),
            "lambdarank_num_pair_per_sample": int(random.choice([4, 10, 30])),
        }

    def data(self, part):
        features, labels, offsets = part
        data = xgboost.QuantileDMatrix(features, label=labels, group=numpy.diff(offsets), nthread=1)
        return data

    def fit(self, data, parameters, trees):
        fixed = {"objective": "rank:ndcg", "tree_method": "hist", "nthread": 1, "seed": 1, "ndcg_exp_gain": whole, "verbosity": 0}
        return xgboost.train({**fixed, **parameters}, data, trees)

    def scores(self, booster, features, trees):
        return booster.inplace_predict(features, iteration_range=(0, trees))


def is_hopeless(values, best):
    apart = values - best
    apart = apart[~numpy.isnan(apart)]
    return len(apart) >= FEWEST and apart.mean() + HOPELESS * apart.std(ddof=1) / len(apart) ** 0.5 < 0


class Search:
    """The best trial so far, after each of them; kept in a file."""

    def __init__(self, path):
        self.path = path
        self.history, self.values = [], None
        if os.path.exists(path):
            with open(path) as file:
                known = json.load(file)
            self.history, self.values = known["history"], known["values"] and numpy.array(known["values"], dtype=float)

    def keep(self, value=-1.0, values=None, parameters=None, trees=0, dropped=0):
        before = self.history[-1] if self.history else {"value": -1.0, "parameters": None, "trees": 0, "dropped": 0}
        if value > before["value"]:
            self.values = values
            before = before | {"value": value, "parameters": parameters, "trees": trees}
        self.history.append(before | {"dropped": before["dropped"] + dropped})
        lists = None if self.values is None else [None if numpy.isnan(each) else float(each) for each in self.values]
        with open(self.path + ".part", "w") as file:
            json.dump({"history": self.history, "values": lists}, file)
        os.replace(self.path + ".part", self.path)


def tuned(peer):
    random = numpy.random.default_rng(1)
    lists = numpy.arange(len(fold_of))
    folds = []
    for fold in range(fold_of.max() + 1):
        own, others = lists[fold_of == fold], lists[fold_of != fold]
        folds.append((own, some_lists(train, own), peer.data(some_lists(train, others))))
    search = Search(f"{kept}.{peer.name}.json")
    for trial in range(trials):
        parameters = peer.draw(random)
        if trial < len(search.history):
            continue
        values = numpy.full((len(TREES), len(lists)), numpy.nan)
        for number, (own, tested, data) in enumerate(folds):
            booster = peer.fit(data, parameters, max(TREES))
            for place, trees in enumerate(TREES):
                values[place, own] = ndcg(peer.scores(booster, tested[0], trees), *tested[1:])
            if number + 1 < len(folds) and search.values is not None and all(is_hopeless(each, search.values) for each in values):
                search.keep(dropped=1)
                break
        else:
            means = numpy.nanmean(values, axis=1)
            place = int(means.argmax())
            search.keep(float(means[place]), values[place], parameters, TREES[place])
    best = search.history[trials - 1]
    booster = peer.fit(peer.data(train), best["parameters"], best["trees"])
    scores = peer.scores(booster, test[0], best["trees"])
    numpy.asarray(scores, dtype="<f8").tofile(os.path.join(folder, peer.name + ".scores"))
    return best


found = {peer.name: tuned(peer) for peer in (LightGbm(), XgBoost())}
print(json.dumps({"lightgbm": lightgbm.__version__, "xgboost": xgboost.__version__, "trials": trials, "found": found}))
