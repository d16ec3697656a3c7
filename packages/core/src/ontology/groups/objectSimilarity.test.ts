import { edgeOntology, randomEdges } from '@rankwright/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { comparePairs } from '../../evaluation/ontology/comparePairs.ts'
import { objectFinder } from '../annotations/findObjects.ts'
import { parseAnnotations } from '../annotations/parseAnnotations.ts'
import { setRules } from '../measures/sets.ts'
import { parsePairs } from '../reading/pairs.ts'
import { termSimilarity } from '../similarity.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { objectSimilarity } from './objectSimilarity.ts'

test('objects are as similar as the sets of their terms, one by one and row by row', () => {
  fc.assert(
    fc.property(
      randomEdges(),
      fc.constantFrom('lin', 'path', 'simgic' as const),
      fc.constantFrom(...setRules),
      fc.array(fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (text, measure, sets, groups) => {
        const graph = hierarchyOf(edgeOntology(text))
        const { ids } = graph.ontology
        const members = groups.map((terms) => [...new Set(terms.map((term) => term % graph.size))])
        const rows = members.map((terms, object) => `g${object},${terms.map((term) => ids[term]).join(';')}`)
        const annotations = parseAnnotations('genes.csv', encodeUtf8(`${rows.join('\n')}\n`), graph.ontology)
        const objects = objectSimilarity(graph, annotations, { measure, sets })
        const terms = termSimilarity(graph, { measure, sets })
        const words = members.map((each) => each.map((term) => [term]))
        const all = Array.from(objects.rows(Uint32Array.from(members.keys())), (row) => Array.from(row))
        for (let a = 0; a < members.length; a++) {
          for (let b = 0; b < members.length; b++) {
            expect(objects.of(a, b)).toBeCloseTo(terms.ofSets(words[a], words[b]), 12)
            expect(all[a][b]).toBeCloseTo(objects.of(a, b), 12)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('pairs of objects are found by id and name; a name that several have means the most similar of them', () => {
  const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\n'))
  const text = `!gaf-version: 2.2\n${['P1\tTP', 'P2\tTP', 'P3\tX'].map((names, at) => `U\t${names}\t\t${'bcd'[at]}\tr\tIDA\t\tP\n`).join('')}`
  const annotations = parseAnnotations('a.gaf', encodeUtf8(text), hierarchy.ontology)
  const similarity = objectSimilarity(hierarchy, annotations, { measure: 'path' })
  const pairs = parsePairs('p.csv', encodeUtf8('U:P1,P3\nTP,x\nP2,X\n'))
  expect(comparePairs(pairs, objectFinder(annotations), similarity).pairs.map(({ value }) => value)).toEqual([1 / 2, 1 / 2, 1 / 4])
})
