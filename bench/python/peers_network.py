import os


def network(input):
    import numpy
    import torch

    torch.set_num_threads(int(os.environ["BENCH_THREADS"]))
    rows, width, hidden, batch, steps = (input[name] for name in ("rows", "width", "hidden", "batch", "steps"))
    points = torch.from_numpy(numpy.fromfile(input["values"], dtype="<f4").reshape(rows, width))
    points = points / points.norm(dim=1, keepdim=True).max()
    labels = numpy.fromfile(input["labels"], dtype="<f8")
    generator = numpy.random.default_rng(1)
    layer = torch.nn.Linear(width, hidden)
    outputs = torch.nn.Linear(hidden, 1, bias=False)
    optimiser = torch.optim.SGD(
        [*layer.parameters(), *outputs.parameters()], lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-4
    )

    def step():
        first, second = generator.integers(0, rows, (2, 2 * batch))
        kept = numpy.flatnonzero(labels[first] != labels[second])[:batch]
        first, second = first[kept], second[kept]
        swap = labels[first] < labels[second]
        better, worse = numpy.where(swap, second, first), numpy.where(swap, first, second)
        chosen = points[torch.from_numpy(numpy.concatenate([better, worse]))]
        scores = outputs(torch.relu(layer(chosen)))[:, 0]
        loss = torch.exp(scores[len(kept) :] - scores[: len(kept)]).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            # Onto the balls: of each unit's weights in L2, of the outputs roughly in L1.
            layer.weight.mul_(torch.clamp(1 / layer.weight.norm(dim=1, keepdim=True), max=1))
            layer.bias.clamp_(-1, 1)
            outputs.weight.mul_(min(1.0, 50 / float(outputs.weight.abs().sum())))

    def run():
        for _ in range(steps):
            step()

    return run


def numpy_step(input):
    """The same step written out: what a fast BLAS makes of it."""
    import numpy

    rows, width, hidden, batch, steps = (input[name] for name in ("rows", "width", "hidden", "batch", "steps"))
    points = numpy.fromfile(input["values"], dtype="<f4").reshape(rows, width)
    points /= numpy.linalg.norm(points, axis=1).max()
    labels = numpy.fromfile(input["labels"], dtype="<f8")
    generator = numpy.random.default_rng(1)
    weights = generator.normal(size=(width, hidden)).astype("f4") / width
    biases = numpy.zeros(hidden, dtype="f4")
    outputs = generator.normal(size=hidden).astype("f4")
    parameters = [weights, biases, outputs]
    speeds = [numpy.zeros_like(each) for each in parameters]

    def step():
        first, second = generator.integers(0, rows, (2, 2 * batch))
        kept = numpy.flatnonzero(labels[first] != labels[second])[:batch]
        first, second = first[kept], second[kept]
        swap = labels[first] < labels[second]
        chosen = points[numpy.concatenate([numpy.where(swap, second, first), numpy.where(swap, first, second)])]
        active = numpy.maximum(chosen @ weights + biases, 0)
        scores = active @ outputs
        slope = -numpy.exp(scores[len(kept) :] - scores[: len(kept)]) / len(kept)
        pull = numpy.concatenate([slope, -slope])
        pulls = (active > 0) * (pull[:, None] * outputs)
        slopes = [chosen.T @ pulls, pulls.sum(axis=0), active.T @ pull]
        for values, speed, gradient in zip(parameters, speeds, slopes):
            gradient += numpy.float32(1e-4) * values
            speed *= numpy.float32(0.9)
            speed += gradient
            values -= numpy.float32(0.001) * (gradient + numpy.float32(0.9) * speed)
        weights.__imul__(numpy.minimum(1, 1 / numpy.linalg.norm(weights, axis=0)))
        numpy.clip(biases, -1, 1, out=biases)
        outputs.__imul__(numpy.float32(min(1.0, 50 / float(numpy.abs(outputs).sum()))))

    def run():
        for _ in range(steps):
            step()

    return run
