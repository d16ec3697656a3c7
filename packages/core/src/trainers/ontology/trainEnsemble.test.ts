import { edgeOntology, withoutChecksum } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { learnedSimilarity } from '../../models/learnedSimilarity.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { similarVectors } from '../../models/ontologyEnsemble/similarVectors.ts'
import { seededRandom } from '../../numeric/random.ts'
import { partsOf } from '../../ontology/graph/parts.ts'
import { hierarchyOf } from '../../ontology/structure/hierarchy.ts'
import { finish } from '../../runtime/training.ts'
import { trainEnsemble } from './trainEnsemble.ts'

/** Two kingdoms of three families with five members each. */
const families = ['a', 'b'].flatMap((kingdom) => [
  `${kingdom},root`,
  ...[1, 2, 3].flatMap((family) => [
    `${kingdom}${family},${kingdom}`,
    ...[1, 2, 3, 4, 5].map((member) => `${kingdom}${family}${member},${kingdom}${family}`),
  ]),
])
const tree = hierarchyOf(edgeOntology(`root\n${families.join('\n')}\n`))

test('parts may begin farther below the root', () => {
  const { ids } = tree.ontology
  const branches = (level: number) => Array.from(partsOf(tree, 'nearest', undefined, level).branches, (term) => ids[term])
  expect(branches(1)).toEqual(['a', 'b'])
  expect(branches(2).sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
  expect(branches(3)).toHaveLength(30)
  expect(() => branches(4)).toThrow('no branches')
  const two = hierarchyOf(edgeOntology('p,one\nq,one\nr,two\n'))
  expect(Array.from(partsOf(two, 'nearest', undefined, 2).branches, (term) => two.ontology.ids[term]).sort()).toEqual(['p', 'q', 'r'])
})

describe('an ensemble', () => {
  const options = { members: 12, levels: 5, sample: 40, seed: 3 }
  const ensemble = finish(trainEnsemble(tree, options))

  test('cuts the hierarchy at one level after the other, as far as there are any', () => {
    expect(ensemble.members.map(({ level }) => level)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
    expect(ensemble.members.map(({ branches }) => branches).slice(0, 3)).toEqual([2, 6, 30])
    expect(new Set(ensemble.members.map(({ seed }) => seed)).size).toBe(12)
  })

  test('puts the members of a family closer than those of another one, and a kingdom closer than the other', () => {
    const { of } = learnedSimilarity(ensemble)
    const mean = (pairs: readonly (readonly [string, string])[]) =>
      pairs.reduce((sum, [a, b]) => sum + of(tree.ontology.indexOfId.get(a) ?? 0, tree.ontology.indexOfId.get(b) ?? 0), 0) / pairs.length
    const numbers = [1, 2, 3, 4, 5]
    const within = mean(numbers.flatMap((x) => numbers.filter((y) => y !== x).map((y) => [`a1${x}`, `a1${y}`] as const)))
    const kingdom = mean(numbers.flatMap((x) => numbers.map((y) => [`a1${x}`, `a2${y}`] as const)))
    const apart = mean(numbers.flatMap((x) => numbers.map((y) => [`a1${x}`, `b2${y}`] as const)))
    expect(within).toBeGreaterThan(kingdom)
    expect(kingdom).toBeGreaterThan(apart)
  })

  test('is the same for the same seed, and reads back from a file as it was', () => {
    expect(finish(trainEnsemble(tree, options))).toEqual(ensemble)
    expect(finish(trainEnsemble(tree, { ...options, seed: 4 })).vectors).not.toEqual(ensemble.vectors)
    const text = modelToJson(ensemble)
    expect(parsedModel(text, 'e.json')).toEqual(ensemble)
    expect(() => parsedModel(withoutChecksum(text).replace('ontology-ensemble', 'ontology'), 'e.json')).toThrow(
      'damaged at the top: unknown key "members"',
    )
    expect(() => parsedModel(JSON.stringify({ ...JSON.parse(withoutChecksum(text)), members: [] }), 'e.json')).toThrow('members')
  })

  test('leaves out levels with more branches than terms are drawn, and needs one level with fewer', () => {
    expect(finish(trainEnsemble(tree, { members: 3, levels: 3, sample: 5 })).members.map(({ level }) => level)).toEqual([1, 1, 1])
    const wide = hierarchyOf(edgeOntology('b,a\nc,a\nd,a\n'))
    expect(() => finish(trainEnsemble(wide, { levels: 1, sample: 2 }))).toThrow('The sample has 2 terms, and there are 3 branches.')
  })

  test('needs two branches', () => {
    expect(() => finish(trainEnsemble(hierarchyOf(edgeOntology('b,a\nc,b\nd,b\n'))))).toThrow('one branch')
  })
})

test('the most similar vectors are those of the least mean distance, whatever the vectors', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.nat(9),
      (seed, size, width, count) => {
        const random = seededRandom(seed)
        const members = Array.from({ length: width }, () => ({ level: 1, branches: 2, seed: 0, gap: 0 }))
        const vectors = Float32Array.from({ length: size * width }, () => random.integer(5) / 4)
        const term = random.integer(size)
        const distance = (other: number) => {
          let sum = 0
          for (let at = 0; at < width; at++) sum += Math.abs(vectors[term * width + at] - vectors[other * width + at])
          return sum / width
        }
        const others = Array.from({ length: size }, (_, other) => ({ term: other, similarity: 1 - distance(other) }))
          .filter((each) => each.term !== term)
          .sort((a, b) => b.similarity - a.similarity || a.term - b.term)
        const similar = similarVectors({ members, vectors })
        expect(similar.top(term, count)).toEqual(others.slice(0, count))
        expect(similar.above(term, 0.6)).toEqual(others.filter((each) => each.similarity >= 0.6))
      },
    ),
  )
})
