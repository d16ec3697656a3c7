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
    os.environ["RAYON_NUM_THREADS"] = os.environ.get("BENCH_THREADS", "1")
    import math

    from semsimian import Semsimian

    closed = [(term, "rdfs:subClassOf", above) for term, all_above in ancestors(input["edges"]).items() for above in all_above]
    compared = Semsimian(closed, ["rdfs:subClassOf"])
    terms = set(lines(input["terms"]))
    first = next(iter(terms))
    compared.resnik_similarity(first, first)

    def run():
        found = compared.all_by_all_pairwise_similarity(terms, terms, None, None)
        return math.log(2) * sum(values[1] for row in found.values() for values in row.values())

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
