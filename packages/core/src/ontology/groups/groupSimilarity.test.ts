import { edgeOntology, randomEdges } from '@rankwright/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { termsOfObject } from '../annotations/annotations.ts'
import { parseAnnotations } from '../annotations/parseAnnotations.ts'
import { measureNames } from '../measures/measure.ts'
import { setRules } from '../measures/sets.ts'
import { termSimilarity } from '../similarity.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { groupSimilarity } from './groupSimilarity.ts'

/** Terms a (root), b, c below it, d below both, e below c; and f by itself. */
const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\nd,c\ne,c\nf\n'))
const [b, c, d, e, f] = [1, 2, 3, 4, 5]
const annotations = parseAnnotations('genes.csv', encodeUtf8('g0,d;e\ng1,e\ng2,b\ng3,f\n'), hierarchy.ontology)

test('the nearest objects, and the most informative term that is true of both', () => {
  const groups = groupSimilarity(hierarchy, annotations, { measure: 'lin' })
  const { objects, tied } = groups.nearest([e], 3)
  expect(objects.map(({ object }) => object)).toEqual([1, 0, 2])
  expect(objects[0]).toMatchObject({ similarity: 1, ancestor: e, ic: expect.closeTo(Math.log(6), 12) })
  expect(tied).toBe(0)
  expect(groups.nearest([e], 9, 1).objects.map(({ object }) => object)).toEqual([0, 2]) // g3 shares nothing
  expect(groups.matches([b, e], 0)).toMatchObject([
    { term: e, match: e, similarity: 1, ancestor: e },
    { term: b, match: d, ancestor: b },
  ])
  expect(groups.nearest([f, c], 1).objects[0].object).toBe(3)
})

test('a similarity below 0 is listed if something is true of both', () => {
  const { objects } = groupSimilarity(hierarchy, annotations, { measure: 'jiang-conrath', profile: 'hesml' }).nearest([e], 9)
  expect(objects.map(({ object }) => object)).toEqual([1, 0, 2]) // g3 shares nothing
  expect(objects[2].similarity).toBeLessThan(0)
})

test('by any measure and rule the same as the similarity of sets', () => {
  fc.assert(
    fc.property(
      randomEdges(),
      fc.constantFrom(...measureNames.filter((name) => name !== 'second-eigenvector')),
      fc.constantFrom(...setRules),
      fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (text, measure, sets, groups) => {
        const graph = hierarchyOf(edgeOntology(text))
        const rows = groups.map((terms, at) => `o${at},${terms.map((term) => graph.ontology.ids[term % graph.size]).join(';')}`)
        const objects = parseAnnotations('objects.csv', encodeUtf8(`${rows.join('\n')}\n`), graph.ontology)
        const similarity = termSimilarity(graph, { measure, sets })
        const compared = groupSimilarity(graph, objects, { measure, sets })
        for (const [first] of groups.entries()) {
          const terms = termsOfObject(objects, first)
          const words = (object: number) => Array.from(termsOfObject(objects, object), (term) => [term])
          const values = compared.toAll(terms).slice()
          for (const [second] of groups.entries()) {
            const expected = similarity.ofSets(words(first), words(second))
            expect(Object.is(values[second], expected) || Math.abs(values[second] - expected) < 1e-12).toBe(true)
          }
        }
      },
    ),
    { numRuns: 100 },
  )
})
