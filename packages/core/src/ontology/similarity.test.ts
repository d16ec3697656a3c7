import { edgeOntology, randomEdges } from '@rankwright/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { informationOf } from './information/information.ts'
import type { InformationContent } from './information/informationContent.ts'
import { type MeasureName, type MeasureProfile, measureNames, measureProfiles } from './measures/measure.ts'
import type { SetRule } from './measures/sets.ts'
import { termSimilarity } from './similarity.ts'
import { type Hierarchy, hierarchyOf } from './structure/hierarchy.ts'

/** Terms a (root), b, c below it, d below both, e below c; and f by itself. */
const hierarchy = hierarchyOf(edgeOntology('a\nb,a\nc,a\nd,b\nd,c\ne,c\nf\n'))
const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5]
const of = (measure: MeasureName, more = {}) => termSimilarity(hierarchy, { measure, ...more }).of
const content = (descendants: number) => Math.log(6 / descendants)

test('content by descendants, Seco and Sánchez', () => {
  expect(informationOf(hierarchy, 'descendants').values[c]).toBeCloseTo(Math.log(6 / 3), 12)
  expect(informationOf(hierarchy, 'seco').values[c]).toBeCloseTo(1 - Math.log(3) / Math.log(6), 12)
  expect(informationOf(hierarchy, 'seco').values[e]).toBeCloseTo(1, 12)
  expect(informationOf(hierarchy, 'sanchez').values[c]).toBeCloseTo(-Math.log((2 / 2 + 1) / (3 + 1)), 12)
  expect(() => informationOf(hierarchy, 'corpus')).toThrow('Give a file of counts')
})

test('the measures of shared content at d and e, which share c', () => {
  const [shared, ofD, ofE] = [content(3), content(1), content(1)]
  expect(of('resnik')(d, e)).toBeCloseTo(shared, 12)
  expect(of('lin')(d, e)).toBeCloseTo((2 * shared) / (ofD + ofE), 12)
  expect(of('jiang-conrath')(d, e)).toBeCloseTo(1 - (ofD + ofE - 2 * shared) / (2 * content(1)), 12)
  expect(of('jiang-conrath', { profile: 'hesml' })(d, e)).toBeCloseTo(1 - (ofD + ofE - 2 * shared) / 2, 12)
  expect(of('jiang-conrath', { profile: 'nltk' })(d, e)).toBeCloseTo(1 / (ofD + ofE - 2 * shared), 12)
  expect(of('relevance')(d, e)).toBeCloseTo(((2 * shared) / (ofD + ofE)) * (1 - 3 / 6), 12)
  expect(of('simgic')(d, e)).toBeCloseTo((shared + content(5)) / (shared + content(5) + ofD + ofE + content(2)), 12)
})

test('relevance turns the content of Seco back into a chance', () => {
  const information = informationOf(hierarchy, 'seco')
  expect(of('relevance', { information })(d, e)).toBeCloseTo(information.values[c] * (1 - 3 / 6), 12)
})

test('the measures of paths and depths at d and e', () => {
  expect(of('path')(d, e)).toBeCloseTo(1 / 3, 12)
  expect(of('leacock-chodorow')(d, e)).toBeCloseTo(-Math.log((2 + 1) / (2 * 2)), 12)
  expect(of('wu-palmer')(d, e)).toBeCloseTo((2 * 1) / (2 + 2), 12)
  expect(of('wu-palmer', { profile: 'nltk' })(d, e)).toBeCloseTo((2 * 2) / (3 + 3), 12)
  // b and e meet at a; but by way of d they are no nearer, while b and c are: up and down, or down and up.
  expect(of('path')(b, c)).toBeCloseTo(1 / 3, 12)
})

test('a way down and up again may be the shortest; NLTK goes up first', () => {
  const joined = hierarchyOf(edgeOntology('b,a\nc,b\nd,c\nx,a\ny,x\nz,y\nd,z\n'))
  const number = (id: string) => joined.ontology.indexOfId.get(id) ?? -1
  const steps = (profile: 'rankwright' | 'nltk') =>
    1 / termSimilarity(joined, { measure: 'path', profile }).of(number('c'), number('z')) - 1
  expect(steps('rankwright')).toBeCloseTo(2, 9)
  expect(steps('nltk')).toBeCloseTo(5, 9)
})

test('Wang counts what is shared by the weights of the ways up', () => {
  const ofD = { d: 1, b: 0.8, c: 0.8, a: 0.64 }
  const ofE = { e: 1, c: 0.8, a: 0.64 }
  const total = (values: Record<string, number>) => Object.values(values).reduce((sum, value) => sum + value)
  expect(of('wang')(d, e)).toBeCloseTo((ofD.c + ofE.c + ofD.a + ofE.a) / (total(ofD) + total(ofE)), 12)
  const weighted = hierarchyOf(edgeOntology('b,a,0.5\nc,a,0.25\n'))
  expect(termSimilarity(weighted, { measure: 'wang' }).of(0, 2)).toBeCloseTo((0.5 + 0.25) / (1.5 + 1.25), 12)
})

test('terms that share nothing', () => {
  for (const measure of ['resnik', 'lin', 'relevance', 'wu-palmer', 'path', 'wang', 'simgic'] as const)
    expect(of(measure)(d, f), measure).toBe(0)
  expect(of('leacock-chodorow')(d, f)).toBeNaN()
  expect(of('jiang-conrath')(d, f)).toBe(0)
  expect(of('jiang-conrath')(c, f)).toBeCloseTo(1 - (content(3) + content(1)) / (2 * content(1)), 12)
})

test('a term is like itself by 1, where the measure says so', () => {
  for (const measure of ['lin', 'jiang-conrath', 'wu-palmer', 'path', 'wang', 'simgic'] as const) {
    for (const term of [a, d, f]) expect(of(measure)(term, term), `${measure} ${term}`).toBe(1)
  }
  expect(of('resnik')(d, d)).toBeCloseTo(content(1), 12)
  expect(of('relevance')(d, d)).toBeCloseTo(1 - 1 / 6, 12)
})

test('sets: best matches, and simgic of everything above them', () => {
  const similarity = termSimilarity(hierarchy, { measure: 'lin', sets: 'bma' })
  const lin = (x: number, y: number) => similarity.of(x, y)
  const there = (Math.max(lin(b, d), lin(b, e)) + Math.max(lin(c, d), lin(c, e))) / 2
  const back = (Math.max(lin(b, d), lin(c, d)) + Math.max(lin(b, e), lin(c, e))) / 2
  const sets = [
    [[b], [c]],
    [[d], [e]],
  ] as const
  expect(similarity.ofSets(...sets)).toBeCloseTo((there + back) / 2, 12)
  expect(termSimilarity(hierarchy, { measure: 'lin', sets: 'bmm' }).ofSets(...sets)).toBeCloseTo(Math.max(there, back), 12)
  const shared = content(5) + content(2) + content(3)
  expect(termSimilarity(hierarchy, { measure: 'simgic' }).ofSets(...sets)).toBeCloseTo(shared / (shared + 2 * content(1)), 12)
})

test('a word is as like another as its likest sense', () => {
  const similarity = termSimilarity(hierarchy, { measure: 'lin' })
  expect(similarity.ofWords([f, d], [e])).toBe(similarity.of(d, e))
  expect(termSimilarity(hierarchy, { measure: 'leacock-chodorow' }).ofWords([f], [e])).toBeNaN()
})

test('terms that were never counted share what their counted ancestors say', () => {
  const information: InformationContent = {
    model: 'corpus',
    values: Float64Array.of(0, Number.POSITIVE_INFINITY, 1, Number.POSITIVE_INFINITY, 2, Number.POSITIVE_INFINITY),
    scale: 1,
  }
  const counted = (measure: MeasureName, profile: MeasureProfile = 'rankwright') =>
    termSimilarity(hierarchy, { measure, profile, information }).of
  expect(counted('resnik')(d, e)).toBe(1)
  expect(counted('resnik')(d, d)).toBe(1)
  expect(counted('lin')(d, e)).toBe(0)
  expect(counted('lin')(d, d)).toBe(1)
  expect(counted('jiang-conrath')(d, e)).toBe(0)
  expect(counted('jiang-conrath')(c, e)).toBeCloseTo(1 - (2 + 1 - 2) / (2 * 2), 12)
  expect(counted('simgic')(d, e)).toBeCloseTo(1 / 3, 12)
  expect(counted('simgic')(d, c)).toBe(1)
  expect(counted('jiang-conrath', 'nltk')(d, e)).toBe(0)
  expect(counted('jiang-conrath', 'hesml')(d, e)).toBeNaN() // 1 - d / 2 has no least value
  expect(counted('jiang-conrath', 'hesml')(d, d)).toBe(1)
})

test('no measure of content is infinite, whatever was counted', () => {
  const information: InformationContent = {
    model: 'corpus',
    values: Float64Array.from('011111', (c) => (c === '0' ? 0 : Infinity)),
    scale: 1,
  }
  const terms = Uint32Array.from({ length: hierarchy.size }, (_, term) => term)
  for (const measure of measureNames)
    for (const profile of measureProfiles)
      for (const row of termSimilarity(hierarchy, { measure, profile, information }).rows(terms))
        for (const value of row) expect(Math.abs(value), `${measure} ${profile}`).not.toBe(Number.POSITIVE_INFINITY)
})

test('where no ancestor says anything, a term is like itself alone', () => {
  const information: InformationContent = { model: 'corpus', values: new Float64Array(hierarchy.size), scale: 1 }
  for (const measure of ['lin', 'simgic'] as const) {
    const similarity = termSimilarity(hierarchy, { measure, information })
    expect([similarity.of(d, e), similarity.of(d, c), similarity.of(d, d)], measure).toEqual([0, 0, 1])
  }
  const { ofSets } = termSimilarity(hierarchy, { measure: 'simgic', information })
  expect([ofSets([[d], [e]], [[e], [d]]), ofSets([[d], [e]], [[d]])]).toEqual([1, 0])
})

test('in a set, what has no similarity to one term is matched with others', () => {
  const of = (sets: SetRule) => termSimilarity(hierarchy, { measure: 'leacock-chodorow', sets })
  const near = of('max').of(d, e)
  const pair = [[[d]], [[e], [f]]] as const
  expect(of('max').ofSets(...pair)).toBe(near)
  expect(of('bma').ofSets([[d], [f]], [[e], [f]])).toBeCloseTo((near + of('max').of(f, f)) / 2, 12)
  for (const rule of ['bma', 'avg'] as const) expect(of(rule).ofSets(...pair), rule).toBeNaN() // nothing is like f
})

test('on any hierarchy: symmetric, the best common ancestor by looking at all of them, rows as pairs', () => {
  fc.assert(
    fc.property(randomEdges(), fc.constantFrom(...measureNames), fc.constantFrom(...measureProfiles), (text, measure, profile) => {
      const graph = hierarchyOf(edgeOntology(text))
      const information = informationOf(graph, 'descendants')
      const similarity = termSimilarity(graph, { measure, profile, information })
      const terms = Uint32Array.from({ length: graph.size }, (_, term) => term)
      let source = 0
      for (const row of similarity.rows(terms)) {
        for (const target of terms) {
          expect(row[target]).toEqual(similarity.of(source, target))
          const back = similarity.of(target, source)
          expect(Object.is(back, row[target]) || Math.abs(back - row[target]) < 1e-12 * Math.abs(back)).toBe(true)
          if (measure === 'jiang-conrath') expect(row[target]).toBeGreaterThanOrEqual(profile === 'hesml' ? -Infinity : 0)
          if (measure === 'resnik') expect(row[target]).toBe(bestShared(graph, information, source, target))
        }
        source++
      }
    }),
    { numRuns: 60 },
  )
})

function bestShared(graph: Hierarchy, { values }: InformationContent, first: number, second: number): number {
  const above = (term: number): Set<number> =>
    new Set([
      term,
      ...Array.from(graph.parents.subarray(graph.parentOffsets[term], graph.parentOffsets[term + 1])).flatMap((parent) => [
        ...above(parent),
      ]),
    ])
  const others = above(second)
  return Math.max(0, ...[...above(first)].filter((term) => others.has(term)).map((term) => values[term]))
}
