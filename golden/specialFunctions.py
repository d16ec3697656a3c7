"""Writes specialFunctions.json: values of special functions in 50-digit arithmetic (mpmath), rounded to doubles.

python golden/specialFunctions.py > golden/specialFunctions.json
"""
import json
import mpmath as mp

mp.mp.dps = 60
points = lambda xs: [float(x) for x in xs]
gamma_at = points([1e-6, 0.1, 0.5, 1, 1.5, 2, 3.7, 10, 14.9, 15, 33.3, 170.5, 1e4, 1e8])
normal_at = points([-38, -20, -8.3, -5, -3, -2.1, -1.96, -1, -0.3, 0, 0.2, 1, 1.9, 2.5, 6, 9])
quantile_at = points([1e-300, 1e-20, 1e-6, 0.001, 0.025, 0.05, 0.074, 0.076, 0.3, 0.5, 0.6, 0.93, 0.975, 0.999])
beta_at = [(x, a, b) for a, b in [(0.5, 0.5), (1, 3), (2.5, 0.5), (10, 10), (50, 0.5), (5000, 0.5), (0.3, 40)] for x in (0.001, 0.2, 0.5, 0.77, 0.999)]
t_at = [(t, v) for v in (1, 2, 4, 9, 30, 199, 6982, 1000000) for t in (0.0, 0.01, 0.5, 1.0, 1.96, 3.3, 12.0)]


def beta(x, a, b):
    return mp.betainc(mp.mpf(a), mp.mpf(b), 0, mp.mpf(x), regularized=True)


def two_sided(t, v):
    t, v = mp.mpf(t), mp.mpf(v)
    return mp.betainc(v / 2, mp.mpf(1) / 2, 0, v / (v + t * t), regularized=True)


def logbeta(a, b):
    return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(mp.mpf(a) + b)


def quantile(p):
    p = mp.mpf(p)
    start = float(mp.sqrt(2) * mp.erfinv(2 * p - 1)) if p > 1e-10 else -float(mp.sqrt(-2 * mp.log(p)))
    return mp.findroot(lambda z: mp.log(mp.ncdf(z)) - mp.log(p), start)


print(json.dumps({
    "software": f"mpmath {mp.__version__}",
    "command": "python golden/specialFunctions.py > golden/specialFunctions.json",
    "tolerance": "relative 1e-12 (1e-10 for Student t, whose degrees of freedom go up to a million); 1e-14 absolute where the value is 0",
    "logGamma": [[x, float(mp.loggamma(x))] for x in gamma_at],
    "logBeta": [[a, b, float(logbeta(a, b))] for a, b in [(0.5, 0.5), (3, 4), (0.5, 20), (0.5, 3491), (0.5, 5e5), (200, 0.1), (100, 200)]],
    "normalCdf": [[x, float(mp.ncdf(x))] for x in normal_at],
    "normalQuantile": [[p, float(quantile(p))] for p in quantile_at],
    "incompleteBeta": [[x, a, b, float(beta(x, a, b))] for x, a, b in beta_at],
    "studentTTwoSided": [[t, v, float(two_sided(t, v))] for t, v in t_at],
}, indent=1))
