import { expect, test } from 'vitest'
import { explain, type Problem } from '../../problems/problem.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import type { Ontology } from '../structure/ontology.ts'
import { type TripleNode, tripleCollector } from './triples.ts'

const namespaces: Readonly<Record<string, string>> = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  iso: 'http://purl.org/iso25964/skos-thes#',
}

test('a class stands where it is described, not where another one mentions its type', () => {
  const { ids } = read(
    'a rdf:type owl:Class; b rdf:type owl:Class; a rdfs:subClassOf b; c rdf:type owl:Class; c rdfs:label "c"; b rdfs:label "b"',
  )
  expect(ids).toEqual(['a', 'c', 'b'])
})

test('edges keep the order of the file, restrictions among them', () => {
  const text = 'a rdfs:subClassOf _:r; _:r owl:onProperty part_of; _:r owl:someValuesFrom b; a rdfs:subClassOf c'
  expect(edgesOf(read(`${text}; ${classes('a', 'b', 'c')}`))).toEqual(['a part_of b', 'a is_a c'])
})

const genus = '_:i owl:intersectionOf _:1; _:1 rdf:first b; _:1 rdf:rest _:2; _:2 rdf:first _:r; _:2 rdf:rest rdf:nil'
const restriction = '_:r owl:onProperty part_of; _:r owl:someValuesFrom c'

test('an equivalent intersection names parents; its restrictions are no edges', () => {
  expect(edgesOf(read(`${classes('a', 'b', 'c')}; a owl:equivalentClass _:i; ${genus}; ${restriction}`))).toEqual(['a is_a b'])
  const direct = genus.replace('_:i', 'a')
  expect(edgesOf(read(`${classes('a', 'b', 'c')}; ${direct}; ${restriction}`))).toEqual(['a is_a b'])
})

test('a subclass of an intersection is below all of it', () => {
  expect(edgesOf(read(`${classes('a', 'b', 'c')}; a rdfs:subClassOf _:i; ${genus}; ${restriction}`))).toEqual(['a is_a b', 'a part_of c'])
})

test('a defined parent that is above already, or below, adds no edge', () => {
  const definition = `${classes('a', 'b', 'c')}; a owl:equivalentClass _:i; ${genus}`
  expect(edgesOf(read(`${definition}; a rdfs:subClassOf c; c rdfs:subClassOf b`))).toEqual(['a is_a c', 'c is_a b'])
  expect(edgesOf(read(`${definition}; b rdfs:subClassOf a`))).toEqual(['b is_a a'])
})

test('intersections that hold themselves, and lists without an end, are read to their end', () => {
  const round = '_:i owl:intersectionOf _:1; _:1 rdf:first _:i; _:1 rdf:rest _:2; _:2 rdf:first b; _:2 rdf:rest _:1'
  expect(edgesOf(read(`${classes('a', 'b')}; a owl:equivalentClass _:i; ${round}`))).toEqual(['a is_a b'])
})

const vocabulary = `${concepts('a', 'b', 'c', 'd')}; b skos:broader a; c skos:broader a;
  d skos:broaderTransitive a; a skos:narrowerTransitive b; d iso:broaderGeneric b; d skos:broadMatch elsewhere; d skos:broadMatch c;
  a skos:related b; b skos:related a; d skos:related b; other skos:narrowMatch d`

test('SKOS: other relations than broader have their own names, are told, and are used where they are chosen', () => {
  const ontology = read(vocabulary)
  const notes: Problem[] = []
  expect(hierarchyOf(ontology, { onNote: (note) => notes.push(note) }).relations).toEqual(['broader'])
  expect(notes.map(explain)).toEqual([
    'v.ttl: broaderTransitive (2 edges), broaderGeneric (1 edge), broadMatch (1 edge, 2 more to terms that are not in the file), related (2 edges) are there and not used. ' +
      "To use them, name all relations that you want (`relations: 'broader,broaderTransitive,broaderGeneric,broadMatch,related'`).",
  ])
  for (const relation of ['broaderTransitive', 'broaderGeneric', 'broadMatch', 'related'])
    expect(hierarchyOf(ontology, { relations: ['broader', relation] }).relations).toEqual(['broader', relation])
  notes.length = 0
  hierarchyOf(ontology, { relations: ['broadMatch'], onNote: (note) => notes.push(note) })
  expect(notes.map(explain)).toEqual([
    'v.ttl: 2 edges of broadMatch lead to terms that are not in the file and were left out. Give the file that holds them with `import`.',
  ])
  expect(() => hierarchyOf(read(concepts('a')), { relations: ['related'] })).toThrow('The ontology has no relation "related".')
})

test('SKOS: a symmetric relation is an edge from the deeper concept to the higher one, and never closes a cycle', () => {
  const { ontology, parents, parentOffsets } = hierarchyOf(read(vocabulary), { relations: ['broader', 'related'] })
  const above = (id: string) => {
    const term = ontology.indexOfId.get(id) ?? -1
    return Array.from(parents.subarray(parentOffsets[term], parentOffsets[term + 1]), (parent) => ontology.ids[parent])
  }
  // d is a root by `broader` alone, so that b, one below a root, is the deeper one of the two.
  expect([above('a'), above('b'), above('d')]).toEqual([[], ['a', 'a', 'd'], []])
  const alone = hierarchyOf(read(`${concepts('x', 'y', 'z')}; x skos:related y; y skos:related z; z skos:related x`), {
    relations: ['related'],
  })
  expect(Array.from(alone.roots)).toEqual([0])
})

function read(text: string): Ontology {
  const collector = tripleCollector('v.ttl')
  for (const statement of text.split(';')) {
    const [subject, predicate, ...object] = statement.trim().split(' ')
    collector.add(node(subject), iri(predicate), node(object.join(' ')))
  }
  return collector.finish()
}

function node(text: string): TripleNode {
  if (text.startsWith('"')) return { kind: 'literal', value: text.slice(1, -1) }
  return text.startsWith('_:') ? { kind: 'blank', value: text } : { kind: 'iri', value: iri(text) }
}

function iri(text: string): string {
  const [prefix, local] = text.split(':')
  return local === undefined ? text : `${namespaces[prefix]}${local}`
}

function classes(...names: string[]): string {
  return names.map((name) => `${name} rdf:type owl:Class`).join('; ')
}

function concepts(...names: string[]): string {
  return names.map((name) => `${name} rdf:type skos:Concept`).join('; ')
}

function edgesOf({ ids, edges: { children, parents, relations: kinds }, relations }: Ontology): string[] {
  return Array.from(children, (child, edge) => `${ids[child]} ${relations[kinds[edge]].name} ${ids[parents[edge]]}`)
}
