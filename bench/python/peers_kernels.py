import os

# OpenBLAS threads spin for some 20 ms after a call, on processors that the next entrant needs: let them sleep at once.
os.environ["OPENBLAS_THREAD_TIMEOUT"] = "4"


def syrk(input):
    import numpy

    matrix = numpy.fromfile(input["matrix"], dtype="<f8").reshape(input["m"], input["n"])
    # A matrix times its own transpose is a syrk in numpy.
    return lambda: float((matrix.T @ matrix)[1, 1])


def gemm(input):
    import numpy

    a = numpy.fromfile(input["a"], dtype="<f8").reshape(input["m"], input["k"])
    b = numpy.fromfile(input["b"], dtype="<f8").reshape(input["k"], input["n"])
    into = numpy.empty((input["m"], input["n"]))

    def run():
        numpy.matmul(a, b, out=into)
        return float(into[-1, -1])

    return run


def listNet(input):
    import numpy

    rows, width, length = input["rows"], input["width"], input["length"]
    matrix = numpy.fromfile(input["matrix"], dtype="<f4").reshape(rows, width)
    vector = numpy.fromfile(input["vector"], dtype="<f8").astype("<f4")
    # Lists of one length are rows of a table: the fastest that numpy can do.
    targets = numpy.fromfile(input["targets"], dtype="<f8").astype("<f4").reshape(-1, length)

    def run():
        scores = (matrix @ vector).reshape(-1, length)
        scores -= scores.max(axis=1, keepdims=True)
        exponentials = numpy.exp(scores)
        sums = exponentials.sum(axis=1, keepdims=True)
        loss = float((numpy.log(sums)[:, 0] - (targets * scores).sum(axis=1)).sum(dtype="f8"))
        exponentials /= sums
        exponentials -= targets
        gradient = matrix.T @ exponentials.reshape(-1)
        assert gradient.shape == (width,)
        return loss

    return run
