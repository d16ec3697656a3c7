"""RankLib's RankBoost on made-up lists, to compare rankboost with.

Run: python golden/rankBoost.py FOLDER > golden/rankBoost.json, with Java, and in FOLDER the files ranklib-2.10.1.jar (Maven: org.codelibs:ranklib:2.10.1)
and commons-math3-3.6.1.jar (Maven: org.apache.commons:commons-math3:3.6.1).

RankLib takes the threshold with the greatest r, not the greatest |r|, so the features rise with the labels. `-tc -1` tries every value as a threshold;
h(x) = 1 for values above it. Weights are those of the paper's third method, 1/2 ln((1 + r)/(1 - r)).
"""
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

jars = Path(sys.argv[1])
random.seed(5)
LISTS, PER_LIST, ROUNDS = 12, 8, 12
features, labels = [], []
for _ in range(LISTS * PER_LIST):
    x = [round(random.gauss(0, 1), 3) for _ in range(4)]
    features.append(x)
    labels.append(min(2, max(0, round(1 + 0.9 * x[0] + 0.6 * x[1] + 0.3 * x[2] + 0.8 * random.gauss(0, 1)))))

with tempfile.TemporaryDirectory() as folder:
    data, model = Path(folder) / "train.txt", Path(folder) / "model.txt"
    lines = (
        f"{label} qid:{row // PER_LIST + 1} " + " ".join(f"{j + 1}:{value:.3f}" for j, value in enumerate(x))
        for row, (x, label) in enumerate(zip(features, labels))
    )
    data.write_text("\n".join(lines) + "\n")
    path = ":".join(str(jars / name) for name in ("ranklib-2.10.1.jar", "commons-math3-3.6.1.jar"))
    command = ["java", "-cp", path, "ciir.umass.edu.eval.Evaluator", "-train", str(data), "-ranker", "2", "-round", str(ROUNDS)]
    subprocess.run([*command, "-tc", "-1", "-metric2t", "MAP", "-save", str(model)], check=True, capture_output=True)
    rankers = [line for line in model.read_text().splitlines() if not line.startswith("##")][0].split()

rounds = [
    {"feature": int(feature), "threshold": float(threshold), "weight": float(weight)}
    for feature, threshold, weight in (ranker.split(":") for ranker in rankers)
]
document = {"software": "RankLib", "version": "2.10.1", "perList": PER_LIST, "features": features, "labels": labels, "rounds": rounds}
json.dump(document, sys.stdout)
print()
