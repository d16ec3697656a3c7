"""Pairs in the wrong order when the 20 % with the smallest margins are left undecided, from scores alone.

Run: python3 golden/ruleCoverage.py DATA > golden/ruleCoverage.json, where DATA holds the data sets; any Python 3 will do.

The score of a row is the sum of its features in single precision, added in double precision from the first to the last. Pairs are all
pairs of rows with different labels in the same list. A pair of equal scores is half wrong. Of pairs whose margin equals the one at the
boundary, the share that fits is taken.
"""
import array
import gzip
import json
import sys

files = {
    'letor-mq2008': 'S1.txt.gz',
    'letor-ohsumed': 'S1.txt.gz',
    'mslr-web-sample': 'vali.txt.gz',
}


def lists_of(path):
    lists = {}
    with gzip.open(path, 'rt') as lines:
        for line in lines:
            label, qid, *features = line.split('#')[0].split()
            values = array.array('f', (float(feature.split(':')[1]) for feature in features))
            score = 0.0
            for value in values:
                score += value
            lists.setdefault(qid, []).append((float(label), score))
    return lists.values()


def wrong_at(pairs, coverage):
    pairs.sort(reverse=True)
    left = coverage * len(pairs)
    wrong = 0.0
    start = 0
    while left > 1e-9:
        end = start
        while end < len(pairs) and pairs[end][0] == pairs[start][0]:
            end += 1
        taken = min(left, end - start)
        wrong += taken * sum(cost for _, cost in pairs[start:end]) / (end - start)
        left -= taken
        start = end
    return wrong / (coverage * len(pairs))


results = {}
for name, file in files.items():
    pairs = []
    for rows in lists_of(f'{sys.argv[1]}/{name}/{file}'):
        for i, (label, score) in enumerate(rows):
            for other, other_score in rows[:i]:
                if label == other:
                    continue
                wrong = 0.5 if score == other_score else float((score > other_score) != (label > other))
                pairs.append((abs(score - other_score), wrong))
    results[name] = {'file': file, 'pairs': len(pairs), 'wrong': wrong_at(pairs, 1), 'wrongAt80': wrong_at(pairs, 0.8)}
print(json.dumps({'software': 'Python', 'coverage': 0.8, 'sets': results}, indent=2))
