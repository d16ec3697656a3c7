"""Peer of bench/tables.mjs: pandas reads the CSV, a ColumnTransformer encodes it, in a process of its own."""

import json
import subprocess
import sys


def column_transformer(input):
    import pandas  # noqa: F401  a missing library only removes this peer
    import sklearn  # noqa: F401

    def run():
        done = subprocess.run([sys.executable, __file__, input["file"]], check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    return run


def encode(file):
    import resource
    import time

    import pandas
    from sklearn.compose import ColumnTransformer
    from sklearn.feature_extraction.text import HashingVectorizer, TfidfVectorizer
    from sklearn.preprocessing import OneHotEncoder

    begin = time.perf_counter()
    table = pandas.read_csv(file)
    encoders = [("c", OneHotEncoder(handle_unknown="ignore"), ["c1", "c2", "c3"])]
    encoders.append(("shop", HashingVectorizer(n_features=32, analyzer=lambda cell: [cell]), "shop"))
    encoders += [(name, TfidfVectorizer(max_features=160), name) for name in ["t1", "t2", "t3", "t4", "t5"]]
    encoders.append(("n", "passthrough", [f"n{at}" for at in range(1, 9)]))
    features = ColumnTransformer(encoders, sparse_threshold=1.0).fit_transform(table)
    seconds = time.perf_counter() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"seconds": seconds, "facts": {"peak": f"{round(peak / 1e6)} MB", "features": features.shape[1]}}


if __name__ == "__main__":
    print(json.dumps(encode(sys.argv[1])))
