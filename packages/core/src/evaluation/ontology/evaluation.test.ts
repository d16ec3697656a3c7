import { edgeOntology } from '@rankwright/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { similarOnLine } from '../../models/ontologyLine/similarOnLine.ts'
import { parsePairs } from '../../ontology/reading/pairs.ts'
import { termSimilarity, wordsAndSets } from '../../ontology/similarity.ts'
import { termFinder } from '../../ontology/structure/findTerms.ts'
import { hierarchyOf } from '../../ontology/structure/hierarchy.ts'
import { comparePairs } from './comparePairs.ts'
import { parseNeighbours } from './expertNeighbours.ts'
import { partiteError } from './partiteError.ts'
import { precisionOfNeighbours } from './precisionOfNeighbours.ts'

const hierarchy = hierarchyOf(edgeOntology('root\na,root\nb,root\na1,a\na2,a\na3,a\nb1,b\n'))
const finder = termFinder(hierarchy.ontology)
const neighbours = (text: string) => parseNeighbours('experts.csv', encodeUtf8(text))
const precision = (text: string, at: number, skipUnknown = false) =>
  precisionOfNeighbours(neighbours(text), finder, termSimilarity(hierarchy, { measure: 'path' }), hierarchy.size, { at, skipUnknown })

test('P@N is the share of the N closest terms that experts name', () => {
  // Closest to a by path: root, a1, a2, a3 (one edge), then b (two), then b1.
  expect(precision('a,a1;a2;a3;root\n', 4)).toEqual({ terms: 1, skipped: 0, short: 0, precision: 1 })
  expect(precision('a,a1;a2;b;b1\n', 4).precision).toBe(2 / 4)
  expect(precision('term,neighbours\na,root;a1;a2;a3;b\nb1,a1;b;root;a;a2\n', 5).precision).toBeCloseTo((1 + (3 + 2 * (2 / 3)) / 5) / 2, 12)
})

test('only the first N neighbours of an expert count, and a short list cannot reach 1', () => {
  expect(precision('b,b1;root;a\n', 2).precision).toBe(1)
  expect(precision('b,a;b1\n', 1).precision).toBe(0)
  expect(precision('b,b1\n', 2)).toMatchObject({ precision: 1 / 2, short: 1 })
})

test('a tie at the last place counts as the mean over all ways to break it', () => {
  // Four terms are one edge from a: of two places, a given one of them gets each with probability 1/4.
  expect(precision('a,a1;a2\n', 2).precision).toBeCloseTo(1 / 2, 12)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 7 }), fc.integer({ min: 1, max: 3 }), (scores, at) => {
      const chain = hierarchyOf(edgeOntology(scores.map((_, term) => (term === 0 ? 't0' : `t${term},t${term - 1}`)).join('\n')))
      const { similarity } = similarOnLine(scores)
      const line = wordsAndSets((a) => (b) => similarity(a, b))
      const found = precisionOfNeighbours(neighbours('t0,t1;t2\n'), termFinder(chain.ontology), line, scores.length, { at }).precision
      expect(found).toBeCloseTo(bruteForce(scores, at), 12)
    }),
  )
})

/** The mean over all orders of the other terms that are descending in similarity to term 0. */
function bruteForce(scores: readonly number[], at: number): number {
  const others = scores.map((_, term) => term).slice(1)
  const distance = (term: number) => Math.abs(scores[term] - scores[0])
  const orders = permutations(others).filter((order) =>
    order.every((term, place) => place === 0 || distance(order[place - 1]) <= distance(term)),
  )
  const expert = [1, 2].slice(0, at)
  const hits = orders.map((order) => order.slice(0, at).filter((term) => expert.includes(term)).length)
  return hits.reduce((sum, each) => sum + each, 0) / orders.length / at
}

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}

test('unknown terms are an error with the place, or are left out', () => {
  expect(() => precision('a,a1\nz,a2\n', 1)).toThrow('experts.csv:2:1: there is no term "z"')
  expect(() => precision('a,zz\n', 1)).toThrow('experts.csv:1:1: there is no term "zz"')
  expect(precision('a,root;zz\nz,a2\nb,zz\n', 1, true)).toMatchObject({ terms: 1, skipped: 2 })
})

test.each([
  ['a\n', 'experts.csv:1:1: "a" is not a term and its neighbours'],
  ['a,b,c\n', 'is not a term and its neighbours'],
  ['\n', 'experts.csv'],
])('neighbours %j are refused', (text, message) => {
  expect(() => neighbours(text)).toThrow(message)
})

test('the k-partite error is the share of pairs of different rates in the wrong order, half of it for equal scores', () => {
  const parts = [
    { id: 'x', rate: 1, members: Int32Array.of(0, 1) },
    { id: 'y', rate: 5, members: Int32Array.of(2, 3) },
  ]
  const sample = { drawn: true, seed: 1, vertices: Int32Array.of(0), parts: Int32Array.of(0) }
  // Pairs (0, 2) right, (0, 3) wrong, (1, 2) tied, (1, 3) wrong.
  const scores = Float64Array.of(1, 2, 2, 0)
  expect(partiteError({ scores, parts, sample })).toEqual({ all: 2.5 / 4, unseen: 1.5 / 2 })
  expect(partiteError({ scores, parts, sample: { ...sample, vertices: Int32Array.of(0, 1) } })).toEqual({ all: 2.5 / 4 })
})

test('pairs without a similarity are counted, and no rating is compared with them', () => {
  const apart = hierarchyOf(edgeOntology('r\na,r\nb,r\nc,a\nalone\n'))
  const pairs = parsePairs('rated.csv', encodeUtf8('a,b,2\nc,a,3\na,alone,9\nalone,b,8\n'))
  const compared = comparePairs(pairs, termFinder(apart.ontology), termSimilarity(apart, { measure: 'leacock-chodorow' }))
  expect(compared).toMatchObject({ skipped: 0, withoutValue: 2, spearman: 1 })
  expect(compared.pairs).toHaveLength(4)
})

test('pairs as MayoSRS and UMNSRS have them', () => {
  const parse = (text: string) => parsePairs('pairs.csv', encodeUtf8(text)).map(({ a, b, rating }) => [a, b, rating])
  expect(parse('6.69<>C1<>C2\n1<>C3<>C4\n')).toEqual([
    ['C1', 'C2', 6.69],
    ['C3', 'C4', 1],
  ])
  expect(parse('difficulty walking<>antalgic gait\n')).toEqual([['difficulty walking', 'antalgic gait', undefined]])
  expect(parse('"Mean","Stdev","Term1","Term2","CUI1","CUI2"\n797.5,191.7,"Carbatrol","Dilantin","C6","C3"\n')).toEqual([
    ['Carbatrol', 'Dilantin', 797.5],
  ])
})
