"""Writes metricProfiles.json: metrics of small random lists, computed by the tools whose conventions our profiles follow.

  python3 -m venv peers
  peers/bin/pip install numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 lightgbm==4.7.0 xgboost==3.2.0 catboost==1.2.10 \
      pytrec-eval-terrier==0.5.11 ir_measures==0.4.3
  peers/bin/python golden/metricProfiles.py [eval-score-mslr.pl]

gdeval.pl 1.2a is the copy that ir_measures ships; it needs perl. Microsoft's eval-score-mslr.pl (June 12, 2010) is not
redistributed here; without it the values of the profile mslr are kept as they are in the file.
"""

import json
import os
import subprocess
import sys
import tempfile
import warnings
from importlib.metadata import version

import catboost.utils
import ir_measures
import lightgbm
import numpy
import pytrec_eval
import scipy.stats
import sklearn.metrics
import xgboost

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "metricProfiles.json")
CUTOFFS = [1, 3, 5, 10]
warnings.simplefilter("ignore")


def random_lists(seed, grades):
    """Lists with many tied scores, and the degenerate ones: one item, nothing relevant, all equal, all relevant."""
    rng = numpy.random.default_rng(seed)
    lists = []
    for number in range(24):
        size = int(rng.integers(2, 14))
        spread = [3, 6, 1000][number % 3]
        lists.append((rng.integers(0, spread, size) / 4, rng.integers(0, grades, size) * (rng.random(size) < 0.6)))
    lists.append((numpy.array([0.5, 0.25, 0.25]), numpy.array([0, 0, 0])))
    lists.append((numpy.array([1.0, 1.0, 1.0, 1.0, 1.0]), numpy.array([grades - 1, 0, 1, 0, 0])))
    lists.append((numpy.array([0.0, 2.0, 1.0]), numpy.array([1, 1, 1])))
    lists.append((numpy.array([0.5]), numpy.array([1])))
    lists.append((numpy.array([0.5]), numpy.array([0])))
    return [{"scores": scores.tolist(), "labels": [int(label) for label in labels]} for scores, labels in lists]


def lightgbm_values(lists):
    labels = [label for each in lists for label in each["labels"]]
    scores = [score for each in lists for score in each["scores"]]
    data = lightgbm.Dataset(
        numpy.zeros((len(labels), 1)),
        labels,
        group=[len(each["labels"]) for each in lists],
        init_score=scores,
        weight=[each["weight"] for each in lists for _ in each["labels"]] if "weight" in lists[0] else None,
    )
    parameters = {"objective": "lambdarank", "metric": ["ndcg", "map"], "eval_at": CUTOFFS, "verbosity": -1}
    return {name: value for _, name, value, _ in lightgbm.Booster(parameters, data).eval_train()}


def xgboost_values(metrics):
    def values(lists):
        data = xgboost.DMatrix(
            numpy.zeros((sum(len(each["labels"]) for each in lists), 1)),
            [label for each in lists for label in each["labels"]],
            group=[len(each["labels"]) for each in lists],
            base_margin=[score for each in lists for score in each["scores"]],
            weight=[each["weight"] for each in lists] if "weight" in lists[0] else None,
        )
        parameters = {"objective": "rank:ndcg", "eval_metric": [name for name, _ in metrics], "base_score": 0}
        booster = xgboost.train(parameters, data, num_boost_round=0)
        printed = dict(pair.rsplit(":", 1) for pair in booster.eval(data).split("\t")[1:])
        return {ours: float(printed[f"eval-{name}"]) for name, ours in metrics}

    return values


def catboost_values(lists):
    labels = [label for each in lists for label in each["labels"]]
    scores = [score for each in lists for score in each["scores"]]
    group = [number for number, each in enumerate(lists) for _ in each["labels"]]
    weight = [each["weight"] for each in lists for _ in each["labels"]] if "weight" in lists[0] else None

    def one(metric, targets=labels):
        return catboost.utils.eval_metric(targets, scores, metric, group_id=group, group_weight=weight)[0]

    values = {"ndcg": one("NDCG"), "dcg": one("DCG"), "map": one("MAP"), "mrr": one("MRR")}
    for k in CUTOFFS:
        values[f"ndcg@{k}"] = one(f"NDCG:top={k}")
        values[f"dcg@{k}"] = one(f"DCG:top={k}")
        values[f"map@{k}"] = one(f"MAP:top={k}")
        values[f"mrr@{k}"] = one(f"MRR:top={k}")
        values[f"p@{k}"] = one(f"PrecisionAt:top={k}")
        values[f"r@{k}"] = one(f"RecallAt:top={k}")
        if max(labels) <= 1:
            values[f"err@{k}"] = one(f"ERR:top={k}")
    return values


def sklearn_values(lists):
    """One list at a time: scikit-learn has no groups."""
    (each,) = lists
    labels, scores = numpy.array(each["labels"]), numpy.array(each["scores"])
    values = {}
    if len(labels) > 1:
        values["ndcg"] = sklearn.metrics.ndcg_score([labels], [scores])
        values["dcg"] = sklearn.metrics.dcg_score([labels], [scores])
        for k in CUTOFFS:
            values[f"ndcg@{k}"] = sklearn.metrics.ndcg_score([labels], [scores], k=k)
            values[f"dcg@{k}"] = sklearn.metrics.dcg_score([labels], [scores], k=k)
    binary = (labels > 0).astype(int)
    values["map"] = sklearn.metrics.average_precision_score(binary, scores)
    if 0 < binary.sum() < len(binary):
        values["auc"] = sklearn.metrics.roc_auc_score(binary, scores)
    return values


def scipy_values(lists):
    (each,) = lists
    if len(each["scores"]) < 2:
        return {}
    return {
        "kendall-tau": scipy.stats.kendalltau(each["scores"], each["labels"]).statistic,
        "spearman": scipy.stats.spearmanr(each["scores"], each["labels"]).statistic,
    }


def mslr_values(script):
    def values(lists):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("data", "scores", "result")]
            with open(paths[0], "w") as data, open(paths[1], "w") as scores:
                for number, each in enumerate(lists):
                    for label, score in zip(each["labels"], each["scores"]):
                        data.write(f"{label} qid:{number + 1} 1:0\n")
                        scores.write(f"{score}\n")
            subprocess.run(["perl", script, *paths, "0"], check=True, stderr=subprocess.DEVNULL)
            with open(paths[2]) as result:
                rows = [line.split("\t") for line in result.read().split("\n") if line]
        names = {"MAP": "map", "MeanNDCG": "mean-ndcg"}
        return {
            names.get(name, name.lower()): float(value)
            for header, line in (rows[0:2], rows[2:4])
            for name, value in zip(header[1:], line[1:])
        }

    return values


def per_list(values, lists):
    """Values of the metrics on each list alone, and on all lists together."""
    return {"perList": [values([each]) for each in lists], "all": values(lists)}


def trec_runs(seed):
    """Topics with tied scores, documents without judgements, judged documents that were not found, topics without anything relevant."""
    rng = numpy.random.default_rng(seed)
    qrels, run = {}, {}
    for topic in range(12):
        judged = rng.permutation(30)[: int(rng.integers(3, 20))]
        found = rng.permutation(30)[: int(rng.integers(1, 20))]
        grades = rng.integers(-1, 5, len(judged)) * (rng.random(len(judged)) < 0.7)
        qrels[str(topic)] = {f"d{document}": int(grade) for document, grade in zip(judged, grades)}
        run[str(topic)] = {f"d{document}": float(rng.integers(0, 8)) / 8 for document in found}
    qrels["100"], run["100"] = {"d1": 0, "d2": 0}, {"d1": 1.0, "d3": 0.5}  # nothing relevant
    qrels["101"] = {"d1": 1, "d2": 0}  # not answered
    qrels["102"] = {"d1": 0}  # not answered, nothing relevant
    run["103"] = {"d1": 1.0}  # not judged
    return qrels, run


def trec_eval_values(qrels, run, level):
    measures = {"ndcg", "map", "recip_rank", "ndcg_cut.1,3,5,10", "map_cut.1,3,5,10", "P.1,3,5,10", "recall.1,3,5,10"}
    return pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=level).evaluate(run)


def gdeval_values(qrels, run, k):
    script = os.path.join(os.path.dirname(ir_measures.__file__), "bin", "gdeval.pl")
    with tempfile.TemporaryDirectory() as folder:
        judged, answered = os.path.join(folder, "qrels"), os.path.join(folder, "run")
        with open(judged, "w") as file:
            file.writelines(f"{topic} 0 {doc} {grade}\n" for topic, docs in qrels.items() for doc, grade in docs.items())
        with open(answered, "w") as file:
            file.writelines(f"{topic} Q0 {doc} 1 {score} run\n" for topic, docs in run.items() for doc, score in docs.items())
        lines = subprocess.run(["perl", script, judged, answered, str(k)], check=True, capture_output=True, text=True).stdout.split("\n")[1:]
    rows = [line.split(",") for line in lines if line]
    return {topic: {f"ndcg@{k}": float(ndcg), f"err@{k}": float(err)} for _, topic, ndcg, err in rows}


def main():
    graded, binary = random_lists(1, 5), random_lists(2, 2)
    weighted = [dict(each, weight=1 + number % 4) for number, each in enumerate(graded)]
    qrels, run = trec_runs(3)
    ndcg = [("ndcg", "ndcg")] + [(f"ndcg@{k}", f"ndcg@{k}") for k in CUTOFFS]
    yes_no = [("map", "map")] + [(f"map@{k}", f"map@{k}") for k in CUTOFFS] + [(f"pre@{k}", f"p@{k}") for k in CUTOFFS]
    kept = json.load(open(OUT))["tools"].get("mslr") if os.path.exists(OUT) else None
    tools = {
        "lightgbm": {
            "software": f"lightgbm {version('lightgbm')}",
            "command": "Booster(objective lambdarank, metric ndcg and map).eval_train() with init_score",
            "tolerance": 1e-6,
            "graded": per_list(lightgbm_values, graded),
            "weighted": {"all": lightgbm_values(weighted)},
        },
        "xgboost": {
            "software": f"xgboost {version('xgboost')}",
            "command": "Booster.eval with base_margin, no rounds",
            "tolerance": 1e-5,
            "graded": per_list(xgboost_values(ndcg), graded),
            "binary": per_list(xgboost_values(yes_no), binary),
            "weighted": {"all": xgboost_values(ndcg)(weighted)},
        },
        "catboost": {
            "software": f"catboost {version('catboost')}",
            "command": "catboost.utils.eval_metric with group_id",
            "tolerance": 1e-6,
            "graded": per_list(catboost_values, graded),
            "binary": per_list(catboost_values, binary),
            "weighted": {"all": catboost_values(weighted)},
        },
        "sklearn": {
            "software": f"scikit-learn {version('scikit-learn')}",
            "command": "ndcg_score, dcg_score, average_precision_score, roc_auc_score of each list",
            "tolerance": 1e-12,
            "graded": {"perList": [sklearn_values([each]) for each in graded]},
        },
        "rankwright": {
            "software": f"scipy {version('scipy')}",
            "command": "scipy.stats.kendalltau and spearmanr of each list",
            "tolerance": 1e-12,
            "graded": {"perList": [scipy_values([each]) for each in graded]},
        },
        "mslr": kept,
    }
    if len(sys.argv) > 1:
        tools["mslr"] = {
            "software": "eval-score-mslr.pl, modified by Jun Xu, June 12, 2010 (for Microsoft Learning to Rank Datasets)",
            "command": "perl eval-score-mslr.pl data scores result 0",
            "tolerance": 0.000051,
            "graded": per_list(mslr_values(sys.argv[1]), graded),
        }
    runs = {
        "trec_eval": {
            "software": f"pytrec-eval-terrier {version('pytrec-eval-terrier')}",
            "command": "RelevanceEvaluator(qrels, measures, relevance_level).evaluate(run)",
            "tolerance": 1e-12,
            "level1": trec_eval_values(qrels, run, 1),
            "level3": trec_eval_values(qrels, run, 3),
        },
        "gdeval": {
            "software": f"gdeval.pl 1.2a as shipped with ir_measures {version('ir_measures')}",
            "command": "perl gdeval.pl qrels run K",
            "tolerance": 0.0000051,
            "at": {str(k): gdeval_values(qrels, run, k) for k in (3, 10, 20)},
        },
    }
    data = {"graded": graded, "binary": binary, "weighted": weighted, "qrels": qrels, "run": run}
    text = json.dumps({"made": "golden/metricProfiles.py", "data": data, "tools": tools, "runs": runs}, separators=(",", ":"), default=float)
    with open(OUT, "w") as file:
        file.write(text.replace("NaN", "null") + "\n")


main()
