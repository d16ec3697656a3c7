import time


def prepared(input, tree_of):
    import numpy

    width, radius, asked = input["width"], input["radius"], input["asked"]
    points = numpy.fromfile(input["file"], dtype="<f4").reshape(-1, width).astype("f8")

    def run():
        begin = time.perf_counter()
        tree = tree_of(points)
        built = time.perf_counter()
        found = tree.query_radius(points[:asked], radius)
        seconds = built - begin + (time.perf_counter() - built) * (len(points) / asked)
        # Each point finds itself.
        return {"seconds": seconds, "answer": float(sum(len(each) for each in found) - asked)}

    return run


def kd_tree(input):
    from sklearn.neighbors import KDTree

    return prepared(input, KDTree)


def ball_tree(input):
    from sklearn.neighbors import BallTree

    return prepared(input, BallTree)
