"""Kernel ranking of many rows by others: a Cholesky factor of the kernel matrix, and a basis of points with preconditioned conjugate gradients."""


def problem(input):
    import numpy

    x = numpy.fromfile(input["features"], dtype="<f4").reshape(input["rows"], input["width"]).astype(numpy.float64)
    y = numpy.fromfile(input["labels"], dtype="<f8")
    return x, y


def rbf(a, b, width):
    import numpy

    distances = (a * a).sum(1)[:, None] + (b * b).sum(1) - 2 * (a @ b.T)
    numpy.maximum(distances, 0, out=distances)
    distances *= -1 / (2 * width**2)
    return numpy.exp(distances, out=distances)


def timed(work):
    import time

    def run():
        begin = time.perf_counter()
        answer = work()
        return {"seconds": time.perf_counter() - begin, **({} if answer is None else {"answer": answer})}

    return run


def cho_factor(input):
    """One factorisation, the matrix being there already."""
    import numpy
    import scipy.linalg

    x, y = problem(input)
    matrix = rbf(x, x, input["kernelWidth"])
    matrix[numpy.diag_indices(len(y))] += 0.1

    def work():
        scipy.linalg.cho_factor(matrix, lower=True)

    return timed(work)


def falkon(input):
    """Points at random; (Z'Z + lambda) theta = Z'z with Z the rows of K_nb L^-T, centred by list, K_bb = L L'; FALKON's preconditioner."""
    import numpy
    from scipy.linalg import cho_factor as factored, cho_solve, solve_triangular

    x, y = problem(input)
    m, penalty, width = input["length"], input["lambda"], input["kernelWidth"]
    rows, count, step = len(y), input["points"], 2000
    scale = 2 / rows

    def centred(v):
        return (v.reshape(-1, m) - v.reshape(-1, m).mean(1, keepdims=True)).ravel()

    def work():
        points = x[numpy.random.default_rng(1).choice(rows, count, replace=False)]
        k = rbf(points, points, width)
        k[numpy.diag_indices(count)] += 2.0**-44 * count
        lower = numpy.linalg.cholesky(k)
        middle = lower - lower.mean(0)
        system = 2 / count * (middle.T @ middle)
        system[numpy.diag_indices(count)] += penalty
        precondition = factored(system)

        def turned(total):
            return solve_triangular(lower, total, lower=True)

        def scores(theta):
            gamma = solve_triangular(lower, theta, lower=True, trans=1)
            return numpy.concatenate([rbf(x[i : i + step], points, width) @ gamma for i in range(0, rows, step)])

        def normal(theta):
            gamma = solve_triangular(lower, theta, lower=True, trans=1)
            total = numpy.zeros(count)
            for i in range(0, rows, step):
                block = rbf(x[i : i + step], points, width)
                total += centred(block @ gamma) @ block
            return scale * turned(total) + penalty * theta

        z = centred(y)
        right = scale * turned(sum(z[i : i + step] @ rbf(x[i : i + step], points, width) for i in range(0, rows, step)))
        theta = numpy.zeros(count)
        residual = right.copy()
        direction = cho_solve(precondition, residual)
        energy = residual @ direction
        for _ in range(1000):
            image = normal(direction)
            length = energy / (direction @ image)
            theta += length * direction
            residual -= length * image
            if numpy.linalg.norm(residual) <= 1e-8 * numpy.linalg.norm(right):
                break
            better = cho_solve(precondition, residual)
            following = residual @ better
            direction = better + following / energy * direction
            energy = following
        left = z - centred(scores(theta))
        return scale * float(left @ left) + penalty * float(theta @ theta)

    return timed(work)
