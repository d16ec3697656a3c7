"""Enrichment of GO terms by SciPy's hypergeometric distribution, with the true path rule and Benjamini-Hochberg as goatools has them.

Run: pip install scipy==1.17.1 numpy==2.4.6 && python golden/ontologyEnrichment.py ../shared/data/ontology-go > golden/ontologyEnrichment.json

Needs edges.tsv.gz and gene_go_terms.tsv.gz of the data set ontology-go; is_a and part_of lead to parents. The study is 150 proteins of the
apoptotic process and 350 of the rest; the background once all proteins, once every second of them.
"""
import gzip
import json
import sys

import numpy as np
import scipy
from scipy.stats import hypergeom

folder = sys.argv[1]


def rows(name):
    with gzip.open(f'{folder}/{name}', 'rt') as file:
        next(file)
        for line in file:
            yield line.rstrip('\n').split('\t')


parents = {}
for child, parent, relation in rows('edges.tsv.gz'):
    parents.setdefault(parent, [])
    parents.setdefault(child, [])
    if relation in ('isa', 'part of'):
        parents[child].append(parent)
known = {}


def above(term):
    if term not in known:
        known[term] = {term}.union(*(above(parent) for parent in parents[term]))
    return known[term]


terms_of = {}
for protein, terms in rows('gene_go_terms.tsv.gz'):
    ids = [term for term in terms.replace(';', ' ').replace('|', ' ').replace(',', ' ').split() if term in parents]
    if ids:
        terms_of[protein] = set().union(*(above(term) for term in ids))
proteins = sorted(terms_of)
apoptotic = [protein for protein in proteins if 'GO:0006915' in terms_of[protein]][:150]
others = [protein for protein in proteins if protein not in set(apoptotic)][::50][:350]
study = apoptotic + others


def tested(background):
    chosen = set(study) & set(background)
    totals, found = {}, {}
    for protein in background:
        for term in terms_of[protein]:
            totals[term] = totals.get(term, 0) + 1
            if protein in chosen:
                found[term] = found.get(term, 0) + 1
    names = sorted(totals)
    K = np.array([totals[term] for term in names])
    k = np.array([found.get(term, 0) for term in names])
    over = hypergeom.sf(k - 1, len(background), K, len(chosen))
    under = hypergeom.cdf(k, len(background), K, len(chosen))
    q = adjusted(over)
    order = sorted(range(len(names)), key=lambda at: over[at])
    shown = order[:60] + order[60::400]
    return {
        'study': len(chosen),
        'background': len(background),
        'tested': len(names),
        'significant': int((q <= 0.05).sum()),
        'terms': [
            [names[at], int(k[at]), int(K[at]), float(over[at]), float(q[at]), float(under[at])] for at in shown
        ],
    }


def adjusted(p):
    order = np.argsort(p)
    ranked = p[order] * len(p) / np.arange(1, len(p) + 1)
    result = np.empty(len(p))
    result[order] = np.minimum(1, np.minimum.accumulate(ranked[::-1])[::-1])
    return result


print(
    json.dumps(
        {
            'software': f'scipy {scipy.__version__}, numpy {np.__version__}',
            'study': study,
            'all': tested(proteins),
            'half': tested(proteins[::2]),
        }
    )
)
