"""Ridge regression by scikit-learn, to compare the least-squares trainer with.

Run: pip install scikit-learn==1.9.1 numpy==2.4.6 && python golden/leastSquares.py > golden/leastSquares.json

Ridge minimises sum_i w_i (y_i - x_i b - c)^2 + alpha |b|^2, we the first term divided by sum_i w_i plus lambda |b|^2, so
alpha = lambda * sum_i w_i.
"""
import json
import numpy as np
import sklearn
from sklearn.linear_model import Ridge
from sklearn.preprocessing import MinMaxScaler, StandardScaler

random = np.random.default_rng(20)
rows, width, per_list = 40, 6, 8
features = (random.normal(size=(rows, width)) * [1, 10, 0.1, 1, 3, 1] + [0, 5, 0, -2, 0, 0]).astype(np.float32)
features[:, 3] = features[:, 0] + np.float32(0.01) * features[:, 3]
labels = np.round(np.clip(features[:, 0] + 0.1 * features[:, 1] + random.normal(size=rows), 0, 4))
weights = random.integers(1, 5, size=rows // per_list).astype(float)
scalers = {'none': None, 'min-max': MinMaxScaler(), 'standard': StandardScaler()}

fits = []
for scale, scaler in scalers.items():
    x = features.astype(np.float64)
    x = x if scaler is None else scaler.fit_transform(x)
    for weighted in [False, True]:
        sample_weight = np.repeat(weights, per_list) if weighted else np.ones(rows)
        for penalty in [1e-6, 1e-2, 1.0]:
            ridge = Ridge(alpha=penalty * sample_weight.sum(), solver='svd').fit(x, labels, sample_weight=sample_weight)
            fits.append({
                'scale': scale,
                'weighted': weighted,
                'lambda': penalty,
                'coefficients': ridge.coef_.tolist(),
                'intercept': float(ridge.intercept_),
                'scores': ridge.predict(x).tolist(),
            })

print(json.dumps({
    'software': f'scikit-learn {sklearn.__version__}, numpy {np.__version__}',
    'command': 'python golden/leastSquares.py > golden/leastSquares.json',
    'tolerance': 'none: 1e-9 of the largest; scaled: 2e-6, since mapped features are float32 in rankwright',
    'perList': per_list,
    'features': features.astype(float).tolist(),
    'labels': labels.tolist(),
    'listWeights': weights.tolist(),
    'fits': fits,
}))
