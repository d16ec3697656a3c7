"""ELMRank with numpy: sigmoid nodes, globally centred normal equations, Cholesky. `obvious` holds all nodes of all rows, `chunked` 2,000 rows of them."""


def loaded(input):
    import numpy

    x = numpy.fromfile(input["features"], dtype="<f4").reshape(input["rows"], input["width"])
    w = numpy.fromfile(input["weights"], dtype="<f4").reshape(input["width"], input["nodes"]).astype("f8")
    b = numpy.fromfile(input["offsets"], dtype="<f4").astype("f8")
    return numpy, x, w, b


def solved(numpy, gram, moments, squares, rows, lam):
    import scipy.linalg

    a = 2 / rows * gram + lam * numpy.eye(len(moments))
    right = 2 / rows * moments
    beta = scipy.linalg.cho_solve(scipy.linalg.cho_factor(a, lower=True, overwrite_a=True, check_finite=False), right, check_finite=False)
    return 2 / rows * squares - beta @ right


def obvious(input):
    numpy, x, w, b = loaded(input)
    y = numpy.fromfile(input["labels"], dtype="<f8")

    def fit():
        h = 1 / (1 + numpy.exp(-(x.astype("f8") @ w + b)))
        h -= h.mean(axis=0)
        c = y - y.mean()
        return solved(numpy, h.T @ h, h.T @ c, c @ c, input["rows"], input["lambda"])

    return fit


def chunked(input):
    numpy, x, w, b = loaded(input)
    y = numpy.fromfile(input["labels"], dtype="<f8")
    rows = input["rows"]

    def fit():
        n = input["nodes"]
        gram, sums, moments = numpy.zeros((n, n)), numpy.zeros(n), numpy.zeros(n)
        c = y - y.mean()
        for start in range(0, rows, 2000):
            z = x[start : start + 2000].astype("f8") @ w
            z += b
            numpy.negative(z, out=z)
            numpy.exp(z, out=z)
            z += 1
            numpy.reciprocal(z, out=z)
            gram += z.T @ z
            sums += z.sum(axis=0)
            moments += c[start : start + 2000] @ z
        gram -= numpy.outer(sums, sums) / rows
        return solved(numpy, gram, moments, c @ c, rows, input["lambda"])

    return fit


def one_list(input):
    numpy, x, w, b = loaded(input)
    beta = numpy.fromfile(input["outputs"], dtype="<f8")

    def run():
        return ((1 / (1 + numpy.exp(-(x.astype("f8") @ w + b)))) @ beta + input["intercept"])[99]

    return run


def ridge_folds(input):
    """Thirty penalties by five folds of lists: one fit of Ridge for each, on nodes that are made once and centred in their lists."""
    return ridge_refits(input, range(5), lambda list: list % 5, 1)


def ridge_lists(input):
    """The same with every list left out by itself. Four of them are, and the time is multiplied accordingly."""
    return ridge_refits(input, range(4), lambda list: list, input["rows"] // input["length"] / 4)


def ridge_refits(input, held_out, fold_of, times):
    import time

    numpy, x, w, b = loaded(input)
    from sklearn.linear_model import Ridge

    y = numpy.fromfile(input["labels"], dtype="<f8")
    m = input["length"]

    def centred(block):
        parts = block.reshape(-1, m, *block.shape[1:])
        return (parts - parts.mean(axis=1, keepdims=True)).reshape(block.shape)

    def run():
        begin = time.perf_counter()
        h = centred(1 / (1 + numpy.exp(-(x.astype("f8") @ w + b))))
        c = centred(y)
        fold = fold_of(numpy.arange(len(y)) // m)
        made = time.perf_counter()
        penalties = (h * h).sum() * 2.0 ** -numpy.arange(30)
        errors = numpy.zeros(30)
        for held in held_out:
            train, test = fold != held, fold == held
            for point, penalty in enumerate(penalties):
                ridge = Ridge(alpha=penalty, fit_intercept=False).fit(h[train], c[train])
                errors[point] += ((c[test] - ridge.predict(h[test])) ** 2).sum()
        return {"seconds": made - begin + times * (time.perf_counter() - made)}

    return run
