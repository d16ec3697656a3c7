"""Peers of bench/ontology.mjs."""

import gzip
import os


def pronto_read(input):
    import pronto

    def run():
        return len(pronto.Ontology(input["file"]).terms())

    return run


def nxontology_read(input):
    from nxontology.imports import from_file

    quiet()

    def run():
        return from_file(input["file"]).graph.number_of_nodes()

    return run


def semsimian_pairs(input):
    """It takes the closed relation, which is made before the clock runs, and keeps its contents; it gives Jaccard and
    Phenodigm as well, and contents to base 2."""
    import math

    terms = set(lines(input["terms"]))
    compared = semsimian(ancestors(input["edges"]))

    def run():
        found = compared.all_by_all_pairwise_similarity(terms, terms, None, None)
        return math.log(2) * sum(values[1] for row in found.values() for values in row.values())

    return run


def semsimian_nearest(input):
    """As above: a term with all others, and the ten best of them."""
    import heapq
    import math

    above = ancestors(input["edges"])
    compared = semsimian(above)
    everything = set(above)
    terms = lines(input["terms"])

    def run():
        total = 0
        for term in terms:
            [found] = compared.all_by_all_pairwise_similarity({term}, everything - {term}, None, None).values()
            total += sum(heapq.nlargest(10, (values[1] for values in found.values())))
        return math.log(2) * total

    return run


def semsimian(above):
    os.environ["RAYON_NUM_THREADS"] = os.environ.get("BENCH_THREADS", "1")
    from semsimian import Semsimian

    closed = [(term, "rdfs:subClassOf", ancestor) for term, ancestors in above.items() for ancestor in ancestors]
    compared = Semsimian(closed, ["rdfs:subClassOf"])
    first = next(iter(above))
    compared.resnik_similarity(first, first)
    return compared


def oak_nearest(input):
    """Over the OBO file; the contents of all terms are set before the clock runs."""
    import heapq
    import math
    import time

    from oaklib import get_adapter

    quiet()
    adapter = get_adapter("simpleobo:" + input["file"])
    counts = {}
    above = ancestors(input["edges"])
    for ancestor in (each for all_above in above.values() for each in all_above):
        counts[ancestor] = counts.get(ancestor, 0) + 1
    adapter.set_information_content_scores([(term, -math.log(count / len(above))) for term, count in counts.items()])
    with open(input["others"]) as file:
        rows = [line.split() for line in file]

    def run():
        begin = time.perf_counter()
        total = 0
        for term, *others in rows:
            found = adapter.all_by_all_pairwise_similarity([term], others, predicates=["rdfs:subClassOf", "BFO:0000050"])
            total += sum(heapq.nlargest(10, (each.ancestor_information_content for each in found)))
        compared = sum(len(row) - 1 for row in rows)
        return {"seconds": (time.perf_counter() - begin) * (len(rows) * (len(above) - 1) / compared), "answer": total}

    return run


def nxontology_pairs(input):
    from nxontology.ontology import NXOntology

    quiet()
    read = NXOntology()
    for child, parents in edges(input["edges"]).items():
        read.graph.add_node(child)
        read.graph.add_edges_from((parent, child) for parent in parents)
    terms = lines(input["terms"])

    def run():
        # A new one has kept nothing yet.
        ontology = NXOntology(read.graph)
        ontology.freeze()
        return sum(ontology.similarity(a, b, "intrinsic_ic").lin for a in terms for b in terms)

    return run


def edges(path):
    parents = {}
    with gzip.open(path, "rt") as file:
        next(file)
        for line in file:
            child, parent, relation = line.rstrip("\n").split("\t")
            parents.setdefault(parent, [])
            above = parents.setdefault(child, [])
            if relation in ("isa", "part of"):
                above.append(parent)
    return parents


def ancestors(path):
    parents = edges(path)
    known = {}

    def above(term):
        if term not in known:
            known[term] = {term}.union(*(above(parent) for parent in parents[term]))
        return known[term]

    for term in parents:
        above(term)
    return known


def lines(path):
    with open(path) as file:
        return file.read().split()


def quiet():
    import logging

    logging.disable(logging.CRITICAL)
