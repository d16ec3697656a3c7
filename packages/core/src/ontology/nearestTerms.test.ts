import { edgeOntology, randomEdges } from '@rankwright/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { informationOf } from './information/information.ts'
import type { InformationContent } from './information/informationContent.ts'
import { measureNames, measureProfiles } from './measures/measure.ts'
import { nearestTerms } from './nearestTerms.ts'
import { type SimilarityOptions, termSimilarity } from './similarity.ts'
import { type Hierarchy, hierarchyOf } from './structure/hierarchy.ts'

/** Terms a (root), b, c below it, d below both, e below c; and f by itself. */
const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\nd,c\ne,c\nf\n'))
const [a, b, c, d, f] = [0, 1, 2, 3, 5]

test('the nearest first, with the ancestor that is shared and its content', () => {
  const { terms, tied } = nearestTerms(hierarchy, { measure: 'lin' }).top(d, 2)
  const content = (descendants: number) => Math.log(6 / descendants)
  expect(terms).toEqual([
    {
      term: b,
      similarity: expect.closeTo((2 * content(2)) / (content(2) + content(1)), 12),
      ancestor: b,
      ic: expect.closeTo(content(2), 12),
    },
    {
      term: c,
      similarity: expect.closeTo((2 * content(3)) / (content(3) + content(1)), 12),
      ancestor: c,
      ic: expect.closeTo(content(3), 12),
    },
  ])
  expect(tied).toBe(0)
})

test('of terms that are equally similar the first in the file has the place, and the others are counted', () => {
  const flat = hierarchyOf(edgeOntology('r\nx,r\ny,r\nz,r\nq,r\n'))
  const found = nearestTerms(flat, { measure: 'path' }).top(flat.size - 1, 2)
  expect([found.terms.map(({ term }) => term), found.tied]).toEqual([[0, 1], 2])
})

test('a term that shares nothing is only there with a similarity above 0', () => {
  expect(nearestTerms(hierarchy, { measure: 'lin' }).top(f, 9).terms).toEqual([])
  const far = nearestTerms(hierarchy, { measure: 'jiang-conrath' }).top(f, 9).terms
  expect(far[0]).toEqual({ term: a, similarity: expect.any(Number) })
  expect(nearestTerms(hierarchy, { measure: 'resnik' }).top(a, 9).terms).toHaveLength(4)
})

test('the deepest shared ancestor goes with Wu and Palmer', () => {
  // s has a long way to the root by n, which has few terms below, and is a child of w, which has many.
  const two = hierarchyOf(edgeOntology('r\nw,r\nu,w\nv,u\nn,r\ns,n\nt,n\ns,v\nt,v\nx1,v\nx2,v\nx3,v\n'))
  const at = (id: string) => two.ontology.indexOfId.get(id) ?? -1
  const ancestorBy = (measure: 'lin' | 'wu-palmer') =>
    nearestTerms(two, { measure })
      .top(at('s'), two.size)
      .terms.find(({ term }) => term === at('t'))?.ancestor
  expect([ancestorBy('lin'), ancestorBy('wu-palmer')]).toEqual([at('n'), at('v')])
})

test('on any hierarchy, by any measure: the same as looking at all terms', () => {
  fc.assert(
    fc.property(
      randomEdges(),
      fc.constantFrom(...measureNames),
      fc.constantFrom(...measureProfiles),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom('descendants', 'seco', 'sanchez', 'counted', 'shuffled'),
      (text, measure, profile, count, content) => {
        const graph = hierarchyOf(edgeOntology(text))
        const options = { measure, profile, information: contentOf(graph, content) }
        const index = nearestTerms(graph, options)
        for (let source = 0; source < graph.size; source++) {
          const all = lookingAtAll(graph, options, source)
          const { terms, tied } = index.top(source, count)
          expect(terms.map(({ term, similarity }) => [term, similarity])).toEqual(all.slice(0, count))
          expect(tied).toBe(all.slice(count).filter(([, value]) => value === all[count - 1][1]).length)
          const least = all[Math.min(count, all.length) - 1]?.[1] ?? 0.5
          const over = all.filter(([, value]) => value >= least)
          expect(index.above(source, least).terms.map(({ term, similarity }) => [term, similarity])).toEqual(over)
        }
      },
    ),
    { numRuns: 300 },
  )
})

function contentOf(graph: Hierarchy, content: string): InformationContent {
  switch (content) {
    case 'seco':
    case 'sanchez':
    case 'descendants':
      return informationOf(graph, content)
    case 'counted': {
      const { values } = informationOf(graph, 'descendants')
      // Leaves with an odd number were never counted.
      const isLeaf = (term: number) => graph.childOffsets[term] === graph.childOffsets[term + 1]
      return { model: 'corpus', values: values.map((value, term) => (term % 2 === 1 && isLeaf(term) ? Infinity : value)), scale: 1 }
    }
    default: {
      // As a broken file may have them: less below than above.
      const values = Float64Array.from({ length: graph.size }, (_, term) => ((term * 7) % 5) / 2)
      return { model: 'corpus', values, scale: 1 }
    }
  }
}

function lookingAtAll(graph: Hierarchy, options: SimilarityOptions, source: number): [number, number][] {
  const similarity = termSimilarity(graph, options)
  const shares = (term: number) => [...above(graph, source)].some((each) => above(graph, term).has(each))
  const connected = (term: number) => options.measure === 'leacock-chodorow' || shares(term)
  return Array.from({ length: graph.size }, (_, term): [number, number] => [term, similarity.of(source, term)])
    .filter(([term, value]) => term !== source && !Number.isNaN(value) && (value > 0 || connected(term)))
    .sort(([first, one], [second, other]) => other - one || first - second)
}

function above(graph: Hierarchy, term: number): Set<number> {
  const parents = graph.parents.subarray(graph.parentOffsets[term], graph.parentOffsets[term + 1])
  return new Set([term, ...Array.from(parents).flatMap((parent) => [...above(graph, parent)])])
}
