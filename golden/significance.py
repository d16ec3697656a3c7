"""Writes significance.json: paired tests, Holm correction and BCa intervals by SciPy and statsmodels.

python golden/significance.py > golden/significance.json
"""
import json
import warnings

import numpy as np
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests

warnings.filterwarnings("ignore")
rng = np.random.default_rng(7)


def case(name, differences):
    """Two-sided tests of the mean of paired differences, as the one-sample forms of SciPy's paired tests."""
    d = np.round(np.asarray(differences, float), 6)
    t = stats.ttest_rel(d, np.zeros_like(d))
    row = {"name": name, "differences": d.tolist(), "t": float(t.statistic), "tP": float(t.pvalue)}
    if np.count_nonzero(d) <= 18:
        test = stats.permutation_test((d, np.zeros_like(d)), lambda x, y, axis: np.mean(x - y, axis=axis),
                                      permutation_type="samples", vectorized=True, n_resamples=np.inf)
        row["exactP"] = float(test.pvalue)
    else:
        test = stats.permutation_test((d, np.zeros_like(d)), lambda x, y, axis: np.mean(x - y, axis=axis),
                                      permutation_type="samples", vectorized=True, n_resamples=200_000, batch=5000, random_state=1)
        row["sampledP"] = float(test.pvalue)
    interval = stats.bootstrap((d,), np.mean, method="BCa", n_resamples=100_000, batch=5000, random_state=1).confidence_interval
    row["interval"] = [float(interval.low), float(interval.high)]
    return row


cases = [
    case("small, clear", rng.normal(0.1, 0.08, 12)),
    case("small, unclear", rng.normal(0.01, 0.1, 10)),
    case("with ties and zeros", rng.integers(-2, 4, 15) / 10),
    case("skewed", rng.exponential(0.05, 16) - 0.03),
    case("many, unclear", rng.normal(0.004, 0.1, 200)),
    case("many, skewed", rng.beta(0.4, 2.0, 150) - 0.13),
    case("many, clear", rng.normal(0.02, 0.1, 400)),
]
families = [[0.01, 0.04, 0.03, 0.005], [0.2], [0.5, 0.9, 0.6], [0.011, 0.011, 0.049, 0.0001, 1.0, 0.02]]
print(json.dumps({
    "software": f"SciPy {scipy.__version__} (ttest_rel, permutation_test, bootstrap) and statsmodels {statsmodels.__version__} (multipletests)",
    "command": "python golden/significance.py > golden/significance.json",
    "tolerance": "t and exact p: relative 1e-9; sampled p: 4 standard errors of both samples; interval ends: 6 % of the width; Holm: 1e-12",
    "cases": cases,
    "holm": [{"p": p, "adjusted": multipletests(p, method="holm")[1].tolist()} for p in families],
}, indent=1))
