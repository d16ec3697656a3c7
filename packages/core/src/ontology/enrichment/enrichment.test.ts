import { edgeOntology } from '@rankwright/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../data/text/utf8.ts'
import { parseAnnotations } from '../annotations/parseAnnotations.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { benjaminiHochberg } from './benjaminiHochberg.ts'
import { enrichment } from './enrichment.ts'

const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\nd,c\n'))
const [a, b, c, d] = [0, 1, 2, 3]
const annotations = parseAnnotations('genes.csv', encodeUtf8('g0,d\ng1,d;b\ng2,b\ng3,c\ng4,a\ng5,c\n'), hierarchy.ontology)
const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)
/** P(at least k of n drawn are among K of N). */
const tail = (k: number, K: number, n: number, N: number) => {
  let sum = 0
  for (let x = k; x <= Math.min(n, K); x++) sum += (choose(K, x) * choose(N - K, n - x)) / choose(N, n)
  return sum
}

test('a term counts for all objects below it, and the least p comes first', () => {
  const { study, background, terms } = enrichment(hierarchy, annotations, Uint32Array.of(0, 1, 2))
  expect([study, background]).toEqual([3, 6])
  expect(terms.map(({ term, study: k, background: K }) => [term, k, K])).toEqual(
    [
      [b, 3, 3],
      [d, 2, 2],
      [c, 2, 4],
      [a, 3, 6],
    ].sort((one, other) => tail(one[1], one[2], 3, 6) - tail(other[1], other[2], 3, 6) || other[1] - one[1]),
  )
  for (const { p, study: k, background: K } of terms) expect(p).toBeCloseTo(tail(k, K, 3, 6), 12)
  const first = terms[0]
  expect(first).toMatchObject({ term: b, expected: 1.5, fold: 2, objects: [0, 1, 2] })
  expect(first.q).toBeCloseTo(first.p * 4, 12)
})

test('a background limits both sides, and the less frequent terms can be asked for', () => {
  const options = { background: Uint32Array.of(0, 2, 3, 5), direction: 'under' as const }
  const { study, background, outside, terms } = enrichment(hierarchy, annotations, Uint32Array.of(1, 3, 5), options)
  expect([study, background, outside]).toEqual([2, 4, 1])
  // None of two has b, which two of four have: by chance in one of six draws.
  expect(terms.find(({ term }) => term === b)).toMatchObject({ study: 0, background: 2, p: expect.closeTo(1 / 6, 12) })
  expect(enrichment(hierarchy, annotations, Uint32Array.of(0), { smallest: 3 }).terms.map(({ term }) => term)).not.toContain(d)
})

test('adjusted p-values: the least of p m / place from there on', () => {
  expect(Array.from(benjaminiHochberg(Float64Array.of(0.01, 0.04, 0.03, 0.5)))).toEqual([0.04, (0.04 * 4) / 3, (0.04 * 4) / 3, 0.5])
  expect(benjaminiHochberg(new Float64Array())).toHaveLength(0)
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }), (values) => {
      const adjusted = benjaminiHochberg(Float64Array.from(values))
      const level = 0.2
      // As the step-up rule: all p up to the greatest p_(i) <= level i / m.
      const sorted = [...values].sort((one, other) => one - other)
      const last = sorted.findLastIndex((p, at) => (p * values.length) / (at + 1) <= level)
      for (const [at, p] of values.entries()) expect(adjusted[at] <= level).toBe(last >= 0 && p <= sorted[last])
    }),
  )
})

test('drawn at random, few studies find anything', () => {
  const many = hierarchyOf(
    edgeOntology(
      Array.from({ length: 40 }, (_, term) => `t${term},t${Math.floor((term - 1) / 3)}`)
        .join('\n')
        .replace('t0,t-1', 't0'),
    ),
  )
  const rows = Array.from({ length: 200 }, (_, object) => `g${object},t${(object * 7) % 40}`)
  const genes = parseAnnotations('genes.csv', encodeUtf8(rows.join('\n')), many.ontology)
  let state = 1
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below
  let found = 0
  const runs = 300
  for (let run = 0; run < runs; run++) {
    const study = new Set<number>()
    while (study.size < 20) study.add(random(200))
    if (enrichment(many, genes, Uint32Array.from(study)).terms[0].q <= 0.05) found++
  }
  expect(found / runs).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs))
})
