import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { informationOf } from '../information/information.ts'
import { termSimilarity } from '../similarity.ts'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { termFeatures } from './termFeatures.ts'

/** Terms with one to three parents among those before them; a second root. */
function randomHierarchy(size: number, seed: number) {
  const random = seededRandom(seed)
  const edges = Array.from({ length: size - 2 }, (_, at) => {
    const term = at + 2
    const parents = new Set(Array.from({ length: 1 + random.integer(3) }, () => random.integer(term)))
    return [...parents].map((parent) => `t${term},t${parent}`)
  })
  return hierarchyOf(edgeOntology(['t0', 't1', ...edges.flat()].join('\n')))
}

const hierarchy = randomHierarchy(60, 4)
const features = termFeatures(hierarchy)
const width = features.names.length
const terms = Uint32Array.from({ length: hierarchy.size }, (_, term) => term)

function featureRow(source: number): (name: string, target: number) => number {
  const values = new Float32Array(terms.length * width)
  features.rows([source], terms, values)
  return (name, target) => values[target * width + features.names.indexOf(name)]
}

test.each(['lin', 'simgic', 'relevance'] as const)('%s is the classical measure, with either content', (measure) => {
  for (const model of ['descendants', 'sanchez'] as const) {
    const { of } = termSimilarity(hierarchy, { measure, information: informationOf(hierarchy, model) })
    for (const source of [0, 1, 7, 31, 59]) {
      const row = featureRow(source)
      for (const target of terms) expect(row(`${measure} (${model})`, target)).toBeCloseTo(of(source, target), 5)
    }
  }
})

test.each(['wang', 'wu-palmer', 'path'] as const)('%s is the classical measure', (measure) => {
  const { of } = termSimilarity(hierarchy, { measure })
  for (const source of [0, 1, 7, 31, 59]) {
    const row = featureRow(source)
    for (const target of terms) expect(row(measure, target)).toBeCloseTo(of(source, target), 5)
  }
})

test('Resnik and Jiang-Conrath are those of a content whose greatest value is 1', () => {
  const { values } = informationOf(hierarchy, 'descendants')
  const greatest = Math.max(...values)
  const information = { ...informationOf(hierarchy, 'descendants'), values: values.map((value) => value / greatest) }
  for (const measure of ['resnik', 'jiang-conrath'] as const) {
    const { of } = termSimilarity(hierarchy, { measure, information })
    const row = featureRow(17)
    for (const target of terms) if (target !== 17) expect(row(`${measure} (descendants)`, target)).toBeCloseTo(of(17, target), 5)
  }
})

test('all features are numbers, alike both ways, and greatest for the term itself where they compare', () => {
  // Wu-Palmer may exceed 1 where ways to the root differ in length.
  const positions = ['wu-palmer', 'mean depth', 'mean content', 'common depth', 'resnik (descendants)', 'resnik (sanchez)']
  for (const source of [0, 5, 44]) {
    const row = featureRow(source)
    for (const name of features.names) {
      for (const target of terms) {
        expect(row(name, target)).toBeCloseTo(featureRow(target)(name, source), 6)
        if (!positions.includes(name) && !name.includes('word') && !name.includes('letters'))
          expect(row(name, source)).toBeGreaterThanOrEqual(row(name, target))
      }
    }
  }
})

test('a word has of each feature the greatest over its senses', () => {
  const [one, two, both] = [new Float32Array(width), new Float32Array(width), new Float32Array(width)]
  features.ofWords([9], [20], one)
  features.ofWords([30], [20], two)
  features.ofWords([9, 30], [20], both)
  expect(Array.from(both)).toEqual(Array.from(one, (value, at) => Math.max(value, two[at])))
})

test('rare senses count less where the ontology orders senses by how frequent they are', () => {
  const senses = new Map([['word', [9, 30]]])
  const ordered = termFeatures({ ...hierarchy, ontology: { ...hierarchy.ontology, senses } })
  const [second, word] = [new Float32Array(width), new Float32Array(width)]
  ordered.ofWords([30], [30], second)
  ordered.ofWords([9, 30], [30], word)
  const lin = features.names.indexOf('lin (descendants)')
  expect(second[lin]).toBe(1)
  expect(word[lin]).toBeCloseTo(1 - 0.07 * Math.log(2), 6)
})
