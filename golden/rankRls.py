"""QueryRankRLS and GlobalRankRLS of RLScore, to compare rankrls with.

RLScore 0.8.1 comes as C code for Python 3.6 and older. With such a Python:
pip install numpy==1.16.6 scipy==1.2.3 && pip install --no-build-isolation rlscore==0.8.1
python golden/rankRls.py > golden/rankRls.json

QueryRankRLS minimises sum over queries of |C (y - f)|^2 + regparam |f|^2, C the centring of a query, which is our objective
times m/2 when every list weighs as many items as it has, m being all of them: regparam = lambda m/2. GlobalRankRLS minimises
(y - f)' (m I - 1 1') (y - f) + regparam |f|^2, which is ours times m^2/2: regparam = lambda m^2/2.
"""
import json
import numpy as np
from rlscore.learner import GlobalRankRLS, QueryRankRLS

random = np.random.RandomState(4)
sizes = [7, 3, 12, 5, 9, 4]
width = 4
rows = sum(sizes)
queries = np.repeat(np.arange(len(sizes)), sizes)
features = random.uniform(-1, 1, size=(rows, width)).astype(np.float32)
labels = np.round(np.clip(2 + 2 * np.sin(3 * features[:, 0]) + features[:, 1] + 0.3 * random.normal(size=rows), 0, 4))
unseen = random.uniform(-1, 1, size=(8, width)).astype(np.float32)
x = features.astype(np.float64)

# Ours: exp(-|a-b|^2/(2 w^2)), (1 + a.b/w^2)^d, a.b.
kernels = [
    ({'kernel': 'linear'}, {'kernel': 'LinearKernel'}),
    ({'kernel': 'rbf', 'kernelWidth': 0.5}, {'kernel': 'GaussianKernel', 'gamma': 2.0}),
    ({'kernel': 'polynomial', 'kernelWidth': 2, 'degree': 3}, {'kernel': 'PolynomialKernel', 'gamma': 0.25, 'coef0': 1.0, 'degree': 3}),
]

fits = []
for ours, theirs in kernels:
    for penalty in [1e-4, 1e-2, 1.0]:
        regparam = penalty * rows / 2
        learner = QueryRankRLS(x, labels, queries, regparam=regparam, **theirs)
        scores = learner.predict(x)
        new = learner.predict(unseen.astype(np.float64))
        held_out = np.zeros(rows)
        for query, size in enumerate(sizes):
            # A fit on the other queries alone counts lambda the less, see trainers/heldOutPath.ts.
            learner.solve(regparam * (1 - size / rows))
            indices = np.flatnonzero(queries == query)
            held_out[indices] = learner.holdout(indices)
        fits.append({'centre': 'list', **ours, 'lambda': penalty, 'scores': scores.tolist(), 'unseen': new.tolist(), 'heldOut': held_out.tolist()})
        learner = GlobalRankRLS(x, labels, regparam=penalty * rows ** 2 / 2, **theirs)
        fits.append({'centre': 'global', **ours, 'lambda': penalty, 'scores': learner.predict(x).tolist(), 'unseen': learner.predict(unseen.astype(np.float64)).tolist()})

print(json.dumps({
    'software': 'RLScore 0.8.1, numpy %s' % np.__version__,
    'command': 'python golden/rankRls.py > golden/rankRls.json',
    'tolerance': '1e-6 of the largest score; scores up to a constant, which no ranking depends on',
    'sizes': sizes,
    'features': features.astype(float).tolist(),
    'labels': labels.tolist(),
    'unseen': unseen.astype(float).tolist(),
    'fits': fits,
}))
