"""Linear RankSVM of others. The objective is lambda/2 |w|^2 + mean over all pairs of max(0, 1 - w.(x_i - x_j))."""


def rows_of(input):
    import numpy

    shape = (input["rows"] // input["length"], input["length"])
    x = numpy.fromfile(input["features"], dtype="<f4").reshape(*shape, input["width"])
    y = numpy.fromfile(input["labels"], dtype="<f8").reshape(shape)
    return x, y


def objective(input, x, y, w):
    import numpy

    scores = x.astype(numpy.float64) @ w
    total = 0.0
    for s, labels in zip(scores, y):
        margins = s[labels == 1][:, None] - s[labels == 0][None, :]
        total += numpy.maximum(0, 1 - margins).sum()
    return total / input["pairCount"] + input["lambda"] / 2 * float(w @ w)


def dlib_rank(input):
    """dlib divides the hinges by the number of pairs; its c is 1/lambda. Its epsilon is a gap, not relative: a first run tells of what."""
    import time

    import dlib
    import numpy

    x, y = rows_of(input)
    queries = dlib.ranking_pairs()
    for rows, labels in zip(x, y):
        data = dlib.ranking_pair()
        for row, label in zip(rows, labels):
            (data.relevant if label == 1 else data.nonrelevant).append(dlib.vector(row.tolist()))
        if len(data.relevant) > 0 and len(data.nonrelevant) > 0:
            queries.append(data)
    trainer = dlib.svm_rank_trainer()
    trainer.c = 1 / input["lambda"]
    trainer.epsilon = 1e-3
    value = objective(input, x, y, numpy.array(trainer.train(queries).weights))
    trainer.epsilon = input["gap"] * float(value)

    def train():
        begin = time.perf_counter()
        rank = trainer.train(queries)
        seconds = time.perf_counter() - begin
        return {"seconds": seconds, "answer": objective(input, x, y, numpy.array(rank.weights))}

    return train


def linear_svc(input):
    """The differences of all pairs, each with a sign drawn from its number; LinearSVC minimises |w|^2/2 + C sum of hinges."""
    import time

    import numpy
    from sklearn.svm import LinearSVC

    x, y = rows_of(input)

    def train():
        begin = time.perf_counter()
        parts = []
        for rows, labels in zip(x.astype(numpy.float64), y):
            parts.append((rows[labels == 1][:, None, :] - rows[labels == 0][None, :, :]).reshape(-1, input["width"]))
        differences = numpy.concatenate(parts)
        signs = numpy.where(numpy.arange(len(differences)) % 2 == 0, 1, -1)
        differences *= signs[:, None]
        svc = LinearSVC(loss="hinge", dual=True, fit_intercept=False, C=1 / (input["lambda"] * input["pairCount"]), tol=input["gap"], max_iter=10000, random_state=1)
        svc.fit(differences, signs)
        seconds = time.perf_counter() - begin
        return {"seconds": seconds, "answer": objective(input, x, y, svc.coef_[0])}

    return train
