"""The leave-one-list-out error of least-squares ranking by others: mean over lists of 1/m^2 sum of (y_j - y_k - (f_j - f_k))^2, summed over penalties."""


def problem(input):
    import numpy

    x = numpy.fromfile(input["features"], dtype="<f4").reshape(input["rows"], input["width"]).astype(numpy.float64)
    y = numpy.fromfile(input["labels"], dtype="<f8")
    return x, y, input["length"], input["lambdas"], input["kernelWidth"]


def error_of(residuals):
    centred = residuals - residuals.mean()
    return 2 / len(residuals) * float(centred @ centred)


def timed(work):
    import time

    def run():
        begin = time.perf_counter()
        answer = work()
        return {"seconds": time.perf_counter() - begin, "answer": answer}

    return run


def kernel_ridge_refits(input):
    """KernelRidge on S'KS and S'y, S the centring of lists times sqrt(2/(n m)): alpha is lambda (the lists that are left count 1/(n-1))."""
    import numpy
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.metrics.pairwise import rbf_kernel

    x, y, m, lambdas, width = problem(input)

    def centred(block):
        return (block.reshape(-1, m, *block.shape[1:]) - block.reshape(-1, m, *block.shape[1:]).mean(axis=1, keepdims=True)).reshape(block.shape)

    def work():
        rows = len(y)
        kernel = rbf_kernel(x, gamma=1 / (2 * width**2))
        middle = centred(centred(kernel).T)
        z = centred(y)
        n = rows // m
        weight = 2 / ((n - 1) * m)
        total = 0.0
        for penalty in lambdas:
            for start in range(0, rows, m):
                kept = numpy.r_[0:start, start + m : rows]
                ridge = KernelRidge(kernel="precomputed", alpha=penalty / weight).fit(middle[numpy.ix_(kept, kept)], z[kept])
                held = ridge.predict(middle[start : start + m][:, kept])
                total += error_of(z[start : start + m] - held) / n
        return total

    return timed(work)


def rlscore_problem(input):
    """The problem, the query of each row, and the learner of some rows."""
    import numpy
    from rlscore.learner import QueryRankRLS

    x, y, m, lambdas, width = problem(input)

    def learner_of(kept, queries):
        return QueryRankRLS(x[kept], y[kept], queries, regparam=1.0, kernel="GaussianKernel", gamma=1 / (2 * width**2))

    return x, y, m, lambdas, numpy.arange(len(y)) // m, learner_of


def rlscore_refits(input):
    import numpy

    x, y, m, lambdas, queries, learner_of = rlscore_problem(input)

    def work():
        n = len(y) // m
        total = 0.0
        for start in range(0, len(y), m):
            kept = numpy.r_[0:start, start + m : len(y)]
            learner = learner_of(kept, queries[kept] - (queries[kept] > start // m))
            for penalty in lambdas:
                learner.solve(penalty * (n - 1) * m / 2)
                total += error_of(y[start : start + m] - learner.predict(x[start : start + m])) / n
        return total

    return timed(work)


def rlscore_holdout(input):
    _, y, m, lambdas, queries, learner_of = rlscore_problem(input)

    def work():
        n = len(y) // m
        total = 0.0
        learner = learner_of(slice(None), queries)
        for penalty in lambdas:
            learner.solve(penalty * (n - 1) * m / 2)
            for start in range(0, len(y), m):
                held = learner.holdout(list(range(start, start + m)))
                total += error_of(y[start : start + m] - held) / n
        return total

    return timed(work)
