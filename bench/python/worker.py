"""Runs the peers of one benchmark: `worker.py NAME` serves the functions of peers_NAME.py.

One line of JSON in, one line out. A peer is a function that takes the benchmark's input, builds what it needs and returns
the function to time; the timed function may return a number, its answer.
"""

import importlib
import json
import math
import os
import platform
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

# Answers go out on a copy of stdout; whatever a library prints lands on stderr.
answers = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
os.dup2(2, 1)

ready = {}


def prepare(request):
    peers = importlib.import_module("peers_" + sys.argv[1])
    ready[request["peer"]] = getattr(peers, request["peer"])(request.get("input"))
    return {}


def run(request):
    timed = ready[request["peer"]]
    answer = None
    told = 0.0
    processor_begin = time.process_time()
    begin = time.perf_counter()
    for _ in range(request["repeats"]):
        answer = timed()
        if isinstance(answer, dict):
            told += answer.get("seconds", 0.0)
    seconds = time.perf_counter() - begin
    measured = {"seconds": seconds, "processorSeconds": time.process_time() - processor_begin}
    if isinstance(answer, dict):
        return {**answer, **({"seconds": told} if "seconds" in answer else measured)}
    known = answer is not None and math.isfinite(answer)
    return {**measured, "answer": float(answer) if known else None}


def forget(request):
    ready.pop(request["peer"], None)
    return {}


def versions(_):
    named = ["numpy", "scipy", "sklearn", "xgboost", "lightgbm", "pytrec_eval", "pyarrow", "pronto", "networkx"]
    loaded = [f"{name} {getattr(sys.modules[name], '__version__', '')}".strip() for name in named if name in sys.modules]
    return {"versions": ", ".join([f"Python {platform.python_version()}", *loaded])}


actions = {"prepare": prepare, "run": run, "forget": forget, "versions": versions}

for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = actions[request["do"]](request)
    except ImportError as problem:
        answer = {"problem": f"not installed: {problem}"}
    except Exception as problem:
        answer = {"problem": f"failed: {type(problem).__name__}: {problem}"}
    answers.write(json.dumps(answer) + "\n")
