"""NDCG@10 of equally long lists. The numpy peers have exponential gain, trec_eval and scikit-learn linear gain."""


def arrays(given):
    import numpy

    scores = numpy.fromfile(given["scores"]).reshape(-1, given["size"])
    labels = numpy.fromfile(given["labels"]).reshape(-1, given["size"])
    return numpy, scores, labels


def numpy_stable_sort(given):
    """Tied items in the order given: the least a metric must promise to be reproducible."""
    return numpy_sort(given, "stable")


def numpy_unstable_sort(given):
    """Numpy's default sort: the order of tied items depends on the processor."""
    return numpy_sort(given, None)


def numpy_sort(given, kind):
    numpy, scores, labels = arrays(given)
    discounts = 1 / numpy.log2(numpy.arange(2, 12))

    def mean():
        order = numpy.argsort(-scores, axis=1, kind=kind)[:, :10]
        reached = (2 ** numpy.take_along_axis(labels, order, axis=1) - 1) @ discounts
        ideal = (2 ** -numpy.sort(-labels, axis=1)[:, :10] - 1) @ discounts
        return (reached / ideal).mean()

    return mean


def numpy_partition(given):
    """As fast as we know how: only the leading ten are sorted, ties in no defined order."""
    numpy, scores, labels = arrays(given)
    discounts = 1 / numpy.log2(numpy.arange(2, 12))

    def mean():
        leading = numpy.argpartition(-scores, 10, axis=1)[:, :10]
        order = numpy.argsort(-numpy.take_along_axis(scores, leading, axis=1), axis=1)
        order = numpy.take_along_axis(leading, order, axis=1)
        reached = (2 ** numpy.take_along_axis(labels, order, axis=1) - 1) @ discounts
        best = -numpy.sort(numpy.partition(-labels, 10, axis=1)[:, :10], axis=1)
        ideal = (2**best - 1) @ discounts
        return (reached / ideal).mean()

    return mean


def pytrec_eval_ndcg(given):
    """Only the evaluation is timed, not making the dictionaries it wants."""
    import pytrec_eval

    _, scores, labels = arrays(given)
    names = [f"{item:03d}" for item in range(given["size"])]
    run = {str(number): dict(zip(names, row.tolist())) for number, row in enumerate(scores)}
    qrels = {str(number): dict(zip(names, row.astype(int).tolist())) for number, row in enumerate(labels)}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10"})

    def mean():
        values = evaluator.evaluate(run)
        return sum(each["ndcg_cut_10"] for each in values.values()) / len(values)

    return mean


def sklearn_ndcg(given):
    from sklearn.metrics import ndcg_score

    _, scores, labels = arrays(given)
    return lambda: ndcg_score(labels, scores, k=10)
