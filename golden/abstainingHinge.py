"""Minimum of the hinge surrogate of ranking with abstention in balls of weights, as a linear program by SciPy.

Run: pip install scipy==1.17.1 numpy==2.4.6 && python golden/abstainingHinge.py > golden/abstainingHinge.json

Minimise the mean over lists of the mean over pairs of max(0, 1 - (s_i - s_j)), y_i > y_j, s = X w, over |w|_inf <= W (rows in the
L1 ball) or |w|_1 <= W (rows in the maximum ball): one slack for each pair, w = u - v with u, v >= 0.
"""
import json
import numpy as np
import scipy
from scipy.optimize import linprog

random = np.random.default_rng(17)
lists, per_list, width = 8, 9, 5
rows = random.normal(size=(lists * per_list, width))
truth = random.normal(size=width)
labels = np.round(np.clip(rows @ truth + random.normal(size=len(rows)), 0, 3))
data = {
    '1': (rows / np.abs(rows).sum(axis=1).max() * 0.999).astype(np.float32),
    'inf': (rows / np.abs(rows).max() * 0.999).astype(np.float32),
}


def minimum(features, norm, radius):
    differences, weights = [], []
    for q in range(lists):
        of_list = range(q * per_list, (q + 1) * per_list)
        pairs = [(i, j) for i in of_list for j in of_list if labels[i] > labels[j]]
        for i, j in pairs:
            differences.append(features[i].astype(np.float64) - features[j].astype(np.float64))
            weights.append(1 / (lists * len(pairs)))
    d = np.array(differences)
    count = len(d)
    # Variables u, v, slack: slack >= 1 - d (u - v).
    cost = np.concatenate([np.zeros(2 * width), weights])
    rows_a = [np.hstack([-d, d, -np.eye(count)])]
    rows_b = [-np.ones(count)]
    if norm == 'inf':  # the dual ball is L1
        rows_a.append(np.concatenate([np.ones(2 * width), np.zeros(count)])[None])
        rows_b.append(np.array([radius]))
        most = [(0, None)] * (2 * width)
    else:  # the dual ball is that of the maximum norm
        most = [(0, radius)] * (2 * width)
    found = linprog(cost, np.vstack(rows_a), np.concatenate(rows_b), bounds=most + [(0, None)] * count, method='highs')
    assert found.status == 0
    return found.fun


fits = [{'norm': norm, 'radius': radius, 'objective': minimum(features, norm, radius)}
        for norm, features in data.items() for radius in [0.5, 3, 30, 300]]
json.dump({
    'software': f'SciPy {scipy.__version__}, numpy {np.__version__}',
    'command': 'python golden/abstainingHinge.py > golden/abstainingHinge.json',
    'tolerance': 'objectives 1e-6 relative',
    'perList': per_list,
    'labels': labels.tolist(),
    'features': {norm: features.astype(np.float64).tolist() for norm, features in data.items()},
    'fits': fits,
}, __import__('sys').stdout)
print()
