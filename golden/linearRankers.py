"""Minimisers of the linear ranking objectives by SciPy, to compare the trainers with.

Run: pip install scipy==1.17.1 numpy==2.4.6 && python golden/linearRankers.py > golden/linearRankers.json

The objective is mean over lists of loss(X w, y) + lambda/2 |w|^2, on all of space, on |w|_2 <= r or on |w|_1 <= r. Losses and
gradients are written out over items and pairs. Smooth problems: BFGS, then SLSQP on the ball (the L1 ball as w = u - v with
u, v >= 0); the plain hinge: the linear program, or the quadratic one with a slack for each pair.
"""
import json
import numpy as np
import scipy
from scipy.optimize import linprog, minimize
from scipy.special import log_softmax, logsumexp, softmax

random = np.random.default_rng(31)
lists, per_list, width = 10, 7, 5
features = random.normal(size=(lists * per_list, width)).astype(np.float32)
truth = random.normal(size=width)
labels = np.round(np.clip(features @ truth + 1.5 * random.normal(size=lists * per_list), 0, 3))
rows = [slice(q * per_list, (q + 1) * per_list) for q in range(lists)]
x64 = features.astype(np.float64)


def pairs_of(y):
    return [(i, j) for i in range(len(y)) for j in range(len(y)) if y[i] > y[j]]


def listnet(s, y):
    target = softmax(y)
    return -target @ log_softmax(s), softmax(s) - target


def listmle(s, y):
    value, gradient = 0.0, np.zeros(len(s))
    for i in range(len(s)):
        rivals = [i] + [j for j in range(len(s)) if y[j] < y[i]]
        value += logsumexp(s[rivals]) - s[i]
        gradient[rivals] += softmax(s[rivals])
        gradient[i] -= 1
    return value, gradient


def over_pairs(of_margin, mean):
    def loss(s, y):
        value, gradient = 0.0, np.zeros(len(s))
        pairs = pairs_of(y)
        for i, j in pairs:
            v, d = of_margin(s[i] - s[j])
            value += v
            gradient[i] += d
            gradient[j] -= d
        share = max(1, len(pairs)) if mean else 1
        return value / share, gradient / share
    return loss


def logistic(margin):
    return np.logaddexp(0, -margin), -1 / (1 + np.exp(margin))


def squared_hinge(margin):
    t = max(0.0, 1 - margin)
    return t * t, -2 * t


losses = {
    'listnet': listnet,
    'listmle': listmle,
    'ranknet': over_pairs(logistic, True),
    'ranksvm-squared-mean': over_pairs(squared_hinge, True),
    'ranksvm-squared-sum': over_pairs(squared_hinge, False),
}


def objective(loss, penalty):
    def of(w):
        value, gradient = penalty / 2 * (w @ w), penalty * w
        for q in rows:
            v, g = loss(x64[q] @ w, labels[q])
            value += v / lists
            gradient = gradient + x64[q].T @ g / lists
        return value, gradient
    return of


def solve(loss, penalty, ball, radius):
    f = objective(loss, penalty)
    if ball == 'none':
        best = minimize(f, np.zeros(width), jac=True, method='BFGS', options={'gtol': 1e-11})
        return best.x
    if ball == 'l2':
        inside = {'type': 'ineq', 'fun': lambda w: radius**2 - w @ w, 'jac': lambda w: -2 * w}
        best = minimize(f, np.full(width, 1e-3), jac=True, method='SLSQP', constraints=[inside], options={'ftol': 1e-16, 'maxiter': 2000})
        return best.x * min(1, radius / np.linalg.norm(best.x))

    def split(uv):
        value, gradient = f(uv[:width] - uv[width:])
        return value, np.concatenate([gradient, -gradient])
    inside = {'type': 'ineq', 'fun': lambda uv: radius - uv.sum(), 'jac': lambda uv: -np.ones(2 * width)}
    best = minimize(split, np.full(2 * width, 1e-3), jac=True, method='SLSQP', bounds=[(0, None)] * (2 * width), constraints=[inside], options={'ftol': 1e-16, 'maxiter': 2000})
    w = best.x[:width] - best.x[width:]
    return w * min(1, radius / np.abs(w).sum())


fits = []
for name, loss in losses.items():
    for ball, radius, penalty in [('none', None, 0.1), ('none', None, 1e-3), ('l2', 0.4, 0.0), ('l2', 0.4, 0.05), ('l2', 50.0, 0.01), ('l1', 0.5, 0.0), ('l1', 0.3, 0.02)]:
        w = solve(loss, penalty, ball, radius)
        value = objective(loss, penalty)(w)[0]
        fits.append({'loss': name, 'ball': ball, 'radius': radius, 'lambda': penalty, 'objective': float(value), 'weights': w.tolist()})

# The plain hinge, mean over pairs: a slack for each pair.
differences, shares = [], []
for q in rows:
    pairs = pairs_of(labels[q])
    for i, j in pairs:
        differences.append(x64[q][i] - x64[q][j])
        shares.append(1 / len(pairs) / lists)
differences, shares = np.array(differences), np.array(shares)
count = len(shares)


def plain(w, penalty):
    return float(shares @ np.maximum(0, 1 - differences @ w) + penalty / 2 * (w @ w))


for radius in [0.5, 1.0, 2.0, 5.0]:
    cost = np.concatenate([np.zeros(2 * width), shares])
    hinge = np.hstack([-differences, differences, -np.eye(count)])
    ball = np.concatenate([np.ones(2 * width), np.zeros(count)])[None]
    best = linprog(cost, A_ub=np.vstack([hinge, ball]), b_ub=np.concatenate([-np.ones(count), [radius]]), bounds=(0, None), method='highs')
    w = best.x[:width] - best.x[width:2 * width]
    fits.append({'loss': 'ranksvm-plain-mean', 'ball': 'l1', 'radius': radius, 'lambda': 0.0, 'objective': best.fun, 'weights': w.tolist()})

penalty = 0.05
def slack(v):
    return shares @ v[width:] + penalty / 2 * (v[:width] @ v[:width]), np.concatenate([penalty * v[:width], shares])


margins = np.hstack([differences, np.eye(count)])
above = {'type': 'ineq', 'fun': lambda v: margins @ v - 1, 'jac': lambda v: margins}
best = minimize(slack, np.concatenate([np.zeros(width), np.ones(count)]), jac=True, method='SLSQP', bounds=[(None, None)] * width + [(0, None)] * count, constraints=[above], options={'ftol': 1e-16, 'maxiter': 500})
w = best.x[:width]
fits.append({'loss': 'ranksvm-plain-mean', 'ball': 'none', 'radius': None, 'lambda': penalty, 'objective': plain(w, penalty), 'weights': w.tolist()})

print(json.dumps({
    'software': f'SciPy {scipy.__version__}, numpy {np.__version__}',
    'command': 'python golden/linearRankers.py > golden/linearRankers.json',
    'tolerance': 'objectives 1e-8 relative; plain hinge 1e-6',
    'perList': per_list,
    'features': x64.tolist(),
    'labels': labels.tolist(),
    'fits': fits,
}))
