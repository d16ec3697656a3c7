import { edgeOntology, randomEdges } from '@rankwright/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RankwrightError } from '../../problems/problem.ts'
import { ancestorWalk, subtreeCounts } from './ancestors.ts'
import { hierarchyOf } from './hierarchy.ts'
import { inspectOntology } from './inspection.ts'

test('parents and children lie side by side, depths count the edges from a root', () => {
  const hierarchy = hierarchyOf(edgeOntology('b,a\nc,a\nd,b\nd,c\ne,d\ne,a\n'))
  const { ontology, parentOffsets, parents, childOffsets, children } = hierarchy
  const number = (id: string) => ontology.indexOfId.get(id) ?? -1
  const parentsOf = (id: string) =>
    Array.from(parents.subarray(parentOffsets[number(id)], parentOffsets[number(id) + 1]), (term) => ontology.ids[term])
  const childrenOf = (id: string) =>
    Array.from(children.subarray(childOffsets[number(id)], childOffsets[number(id) + 1]), (term) => ontology.ids[term])
  expect([parentsOf('d'), parentsOf('a'), childrenOf('a')]).toEqual([['b', 'c'], [], ['b', 'c', 'e']])
  expect([hierarchy.shortestDepth[number('e')], hierarchy.longestDepth[number('e')]]).toEqual([1, 3])
  expect(Array.from(hierarchy.roots)).toEqual([number('a')])
})

test('every term stands after its parents in the order', () => {
  fc.assert(
    fc.property(randomEdges(), (text) => {
      const { order, size, parentOffsets, parents } = hierarchyOf(edgeOntology(text))
      const place = new Map(Array.from(order, (term, at) => [term, at]))
      expect(place.size).toBe(size)
      for (let term = 0; term < size; term++) {
        for (let edge = parentOffsets[term]; edge < parentOffsets[term + 1]; edge++)
          expect(place.get(parents[edge])).toBeLessThan(place.get(term) ?? -1)
      }
    }),
  )
})

test('a cycle is reported with its path and with the line of one of its edges', () => {
  const ontology = edgeOntology('x,a\na,b\nb,c\nc,a\n')
  try {
    hierarchyOf(ontology)
    expect.unreachable()
  } catch (error) {
    expect((error as RankwrightError).message).toBe(
      'edges.csv:2: the terms form a cycle: a -> b -> c -> a (by is_a). Remove one of these edges, or choose other `relations`.',
    )
  }
  expect(() => hierarchyOf(edgeOntology('a,a\n'))).toThrow('a -> a')
})

test('only the chosen relations count: a cycle by others is none', () => {
  const ontology = edgeOntology('child,parent,relation\nb,a,is_a\na,b,precedes\nc,a,part_of\n')
  expect(hierarchyOf(ontology).relations).toEqual(['is_a', 'part_of'])
  expect(hierarchyOf(ontology, { relations: ['is_a'] }).parents).toHaveLength(1)
  expect(() => hierarchyOf(ontology, { relations: ['is_a', 'precedes'] })).toThrow(RankwrightError)
})

test('a relation that is not there is reported, with the nearest; a usual one beside another is not', () => {
  const ontology = edgeOntology('child,parent,relation\nb,a,is_a\nb,a,develops_from\n')
  expect(() => hierarchyOf(ontology, { relations: ['develop_from'] })).toThrow('Did you mean develops_from? It has is_a, develops_from.')
  expect(() => hierarchyOf(ontology, { relations: ['part_of'] })).toThrow('The ontology has no relation "part_of".')
  expect(hierarchyOf(ontology, { relations: ['is_a', 'part_of'] }).relations).toEqual(['is_a'])
})

test('inspecting tells roots, branches with what is below them, leaves and relations', () => {
  const found = inspectOntology(hierarchyOf(edgeOntology('child,parent,relation\nb,a,\nc,a,\nd,b,\nd,c,\nr,,\nd,r,near\n')))
  expect(found).toEqual({
    terms: 5,
    edges: 4,
    obsolete: 0,
    roots: ['a', 'r'],
    depth: 2,
    shortestDepth: 2,
    leaves: 2,
    severalParents: 1,
    relations: { is_a: 4, near: 1 },
    chosen: ['is_a'],
    branches: [
      { id: 'b', name: '', root: 'a', terms: 2 },
      { id: 'c', name: '', root: 'a', terms: 2 },
    ],
  })
})

test('terms, leaves and ancestors are counted once, by however many ways', () => {
  fc.assert(
    fc.property(randomEdges(), (text) => {
      const hierarchy = hierarchyOf(edgeOntology(text))
      const { size, childOffsets } = hierarchy
      const walk = ancestorWalk(hierarchy)
      const [descendants, leaves, ancestors] = [0, 1, 2].map(() => new Uint32Array(size))
      for (let term = 0; term < size; term++) {
        ancestors[term] = walk.from(term)
        for (const above of walk.found.subarray(0, ancestors[term])) {
          descendants[above]++
          if (above !== term && childOffsets[term] === childOffsets[term + 1]) leaves[above]++
        }
      }
      expect(subtreeCounts(hierarchy)).toMatchObject({ descendants, leaves, ancestors })
    }),
  )
})
