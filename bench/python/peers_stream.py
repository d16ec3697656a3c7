def rows_of(input):
    import numpy

    width = input["width"]
    features = numpy.fromfile(input["features"], dtype="<f8").reshape(-1, width)
    utilities = numpy.fromfile(input["utilities"], dtype="<f8")
    return features, utilities


def river_linear(input):
    return river(input, lambda model, x, y: model.learn_one(x, y))


def river_both(input):
    """As a prequential evaluation does, without the measuring."""

    def step(model, x, y):
        model.predict_one(x)
        model.learn_one(x, y)

    return river(input, step)


def river(input, step):
    from river import linear_model, preprocessing

    features, utilities = rows_of(input)
    names = [f"x{j}" for j in range(features.shape[1])]
    rows = [dict(zip(names, row)) for row in features.tolist()]
    targets = utilities.tolist()

    def run():
        model = preprocessing.StandardScaler() | linear_model.LinearRegression()
        for x, y in zip(rows, targets):
            step(model, x, y)

    return run


def vowpal_text(input):
    """Rows as VW reads them: lines of text, parsed and learned."""
    from vowpalwabbit import Workspace

    features, utilities = rows_of(input)
    lines = [
        f"{y} | " + " ".join(f"x{j}:{value:.6g}" for j, value in enumerate(row)) for row, y in zip(features.tolist(), utilities.tolist())
    ]

    def run():
        model = Workspace(quiet=True)
        for line in lines:
            model.learn(line)
        model.finish()

    return run


def vowpal_examples(input):
    """Rows parsed beforehand, outside the clock."""
    from vowpalwabbit import Workspace

    features, utilities = rows_of(input)
    model = Workspace(quiet=True)
    examples = [
        model.parse(f"{y} | " + " ".join(f"x{j}:{value:.6g}" for j, value in enumerate(row)))
        for row, y in zip(features.tolist(), utilities.tolist())
    ]

    def run():
        for example in examples:
            model.learn(example)

    return run
