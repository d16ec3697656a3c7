def blocks(input):
    import numpy

    scores = numpy.fromfile(input["scores"], dtype="<f8")
    labels = numpy.fromfile(input["labels"], dtype="<f8")
    upper, lower = scores[labels == 1], scores[labels == 0]
    pairs = len(upper) * len(lower)

    def run():
        total = 0.0
        gradient = numpy.zeros_like(scores)
        pull, push = numpy.zeros_like(upper), numpy.zeros_like(lower)
        for start in range(0, len(upper), 256):
            terms = numpy.exp(lower[None, :] - upper[start : start + 256, None])
            total += terms.sum()
            pull[start : start + 256] = terms.sum(axis=1)
            push += terms.sum(axis=0)
        gradient[labels == 1] = -pull / pairs
        gradient[labels == 0] = push / pairs
        return float(total / pairs)

    return run
