import { asSparse, sampleTrees, withoutChecksum } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { train } from '../../library/train.ts'
import type { TreeArrays } from '../../numeric/compute/trees.ts'
import { seededRandom } from '../../numeric/random.ts'
import { greatestFloat32 } from '../../numeric/special/float32.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { kindOf } from '../kinds.ts'
import { modelToJson, parsedModel } from '../modelJson.ts'
import { score } from '../score.ts'
import type { TreesModel } from './trees.ts'

const width = 5
const lists = madeLists(1, 60)
const record = train(lists, { method: 'rankboost', iterations: 3 })

/** Values that often equal a threshold; some are missing. */
function madeLists(seed: number, rows: number): RankingLists {
  const random = seededRandom(seed)
  const value = () => {
    const kind = random.integer(8)
    return kind === 0 ? Number.NaN : kind === 1 ? random.integer(90) : (random.integer(21) - 10) / 4
  }
  const features = Array.from({ length: rows }, () => Array.from({ length: width }, value))
  return rankingLists({ features, labels: features.map((_, row) => row % 3), lists: features.map((_, row) => Math.floor(row / 6)) })
}

function modelOf(trees: TreeArrays): TreesModel {
  const { training, method, options } = record
  return { kind: 'trees', method, options, features: width, ...trees, training }
}

const general = modelOf(sampleTrees(3, { trees: 20, leaves: 12, width, categorical: 0.2 }))

/** The definition, one split after the other. */
function walked(model: TreesModel, values: readonly number[]): number {
  let sum = model.base
  for (let tree = 0; tree + 1 < model.starts.length; tree++) {
    const first = model.starts[tree]
    let at = model.starts[tree + 1] === first ? -1 : 0
    while (at >= 0) {
      const split = first + at
      const x = values[model.columns[split]]
      const set = model.categorical.indexOf(split)
      const words = model.sets.slice(model.setStarts[set], model.setStarts[set + 1])
      const members = Array.from(words, (word, place) =>
        Array.from({ length: 32 }, (_, bit) => 32 * place + bit).filter((_, bit) => (word >> bit) & 1),
      ).flat()
      const known = set < 0 ? x <= model.thresholds[split] : members.includes(Math.trunc(x) + 0)
      at = (Number.isNaN(x) ? model.missingLeft[split] === 1 : known) ? model.left[split] : model.right[split]
    }
    sum += model.leaves[first + tree - at - 1]
  }
  return sum
}

describe('scores', () => {
  test('are those of walking every tree, for dense rows and sparse', () => {
    const scores = score(general, lists)
    const { values } = lists.features
    for (let row = 0; row < scores.length; row++)
      expect(scores[row]).toBe(walked(general, Array.from(values.subarray(row * width, (row + 1) * width))))
    expect(score(general, asSparse(lists))).toEqual(scores)
    expect(new Set(scores).size).toBeGreaterThan(30)
  })

  test('take infinite values as the greatest there are', () => {
    const rows = (values: number[]) => ({ ...lists, features: { kind: 'dense' as const, values: Float32Array.from(values) } })
    const [one] = [{ labels: Float64Array.of(0), offsets: Uint32Array.of(0, 1), listIds: ['a'] }]
    for (let seed = 0; seed < 30; seed++) {
      const model = modelOf(sampleTrees(seed, { trees: 9, leaves: 9, width }))
      const of = (values: number[]) => score(model, { ...rows(values), ...one })
      expect(of([Infinity, -Infinity, 0, 1, Infinity])).toEqual(of([greatestFloat32, -greatestFloat32, 0, 1, greatestFloat32]))
    }
  })

  test('a value equal to a threshold goes left, the next one right', () => {
    const above = 0.1 + 2 ** -27 // the float32 after the one nearest to 0.1 is 2⁻²⁷ away
    const stump = modelOf({
      ...sampleTrees(1, { trees: 0, leaves: 1, width }),
      base: 0,
      starts: Uint32Array.of(0, 1),
      columns: Uint32Array.of(2),
      thresholds: Float32Array.of(0.1),
      left: Int32Array.of(-1),
      right: Int32Array.of(-2),
      missingLeft: Uint8Array.of(0),
      leaves: Float64Array.of(1, 2),
    })
    const features = [0.1, above, -7, Number.NaN].map((value) => [0, 0, value, 0, 0])
    expect(Array.from(score(stump, rankingLists({ features, labels: [0, 0, 0, 0], lists: [1, 1, 1, 1] })))).toEqual([1, 2, 1, 2])
  })
})

describe('a file that is not a tree', () => {
  const document = JSON.parse(withoutChecksum(modelToJson(modelOf(sampleTrees(8, { trees: 4, leaves: 7, width, categorical: 0.4 })))))
  const read = (changes: object) => parsedModel(JSON.stringify({ ...document, ...changes }), 'm.json')
  const changed = (part: string, at: number, value: number) => ({ [part]: document[part].with(at, value) })
  const inner: number = document.left.findIndex((child: number) => child >= 0)

  test.each([
    ['a cycle', changed('left', inner, 0), 'which does not come after it'],
    ['a split that is not there', changed('right', 0, 2 ** 30), 'which is not there'],
    ['a leaf that is not there', changed('right', 0, -(2 ** 30)), 'which is not there'],
    [
      'two ways to a leaf',
      changed(
        'right',
        0,
        document.left.find((child: number) => child < 0),
      ),
      'to which another leads already',
    ],
    ['a feature that is not there', changed('columns', 1, 2 ** 31 - 1), 'there is no feature 2147483648 among 5'],
    ['a negative feature', changed('columns', 1, -1), '-1 is below 0'],
    ['too few leaves', { leaves: document.leaves.slice(1) }, 'damaged at leaves'],
    ['trees that overlap', changed('starts', 1, document.starts[2] + 1), 'they go down after number 2'],
    ['trees that end elsewhere', changed('starts', 4, 2 ** 31 - 1), 'they do not cover'],
    ['a side that is none', changed('missingLeft', 0, 2), 'neither 0 nor 1'],
    ['a set of a split that is not there', changed('categorical', 0, 10 ** 6), 'there is no split 1000000'],
    ['sets that are not there', changed('setStarts', document.setStarts.length - 1, 10 ** 9), 'words of sets'],
    ['an infinite leaf', { base: null }, 'damaged at base'],
    ['too few covers', { covers: [1], leafCovers: document.leaves }, 'damaged at covers'],
    ['covers of splits alone', { covers: document.columns }, 'covers and leafCovers come together'],
    [
      'a negative cover',
      { covers: document.columns, leafCovers: document.leaves.map((_: number, leaf: number) => leaf - 1) },
      'damaged at leafCovers: -1',
    ],
    ['a gain that is no number', { gains: document.columns.with(0, null) }, 'damaged at gains'],
  ])('%s is refused', (_, changes, message) => {
    expect(() => read(changes)).toThrow(message)
  })

  test('any change of any number gives a message, or a model that scores', () => {
    const parts = ['starts', 'columns', 'left', 'right', 'missingLeft', 'categorical', 'setStarts', 'sets']
    const values = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom(2 ** 31 - 1, -(2 ** 31), 1e9))
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.nat(), values, (part, at, value) => {
        if (document[part].length === 0) return
        let model: ReturnType<typeof parsedModel>
        try {
          model = read(changed(part, at % document[part].length, value))
        } catch (error) {
          expect(error).toBeInstanceOf(RankwrightError)
          return
        }
        expect(score(model, lists)).toHaveLength(60)
      }),
      { numRuns: 150 },
    )
  })

  test('a tree as deep as it has splits is read, scored and explained', () => {
    const splits = 20_000
    const chain = modelOf({
      base: 1,
      starts: Uint32Array.of(0, splits),
      columns: Uint32Array.from({ length: splits }, (_, split) => split % width),
      thresholds: new Float32Array(splits).fill(1e9),
      left: Int32Array.from({ length: splits }, (_, split) => (split + 1 < splits ? split + 1 : -splits - 1)),
      right: Int32Array.from({ length: splits }, (_, split) => -1 - split),
      missingLeft: new Uint8Array(splits).fill(1),
      leaves: new Float64Array(splits + 1).fill(2),
      categorical: new Uint32Array(0),
      setStarts: new Uint32Array(1),
      sets: new Int32Array(0),
    })
    const back = parsedModel(modelToJson(chain), 'm.json')
    if (back.kind !== 'trees') throw new Error('another kind')
    expect(score(back, lists).every((value) => value === 3)).toBe(true)
    expect(kindOf(back).facts(back).figures).toMatchObject({ 'greatest depth': splits })
    expect(kindOf(back).explain(back, lists).pair(0, 1).difference).toBe(0)
  })
})

test('facts count the splits of missing from present values, and those on categories', () => {
  const random = seededRandom(4)
  const features = Array.from({ length: 60 }, () => [random.uniform() < 0.5 ? Number.NaN : random.integer(2), random.normal()])
  const labels = features.map(([first]) => (Number.isNaN(first) ? 1 : 0))
  const own = rankingLists({ features, labels, lists: labels.map((_, row) => Math.floor(row / 6)) })
  const boosted = train(own, { method: 'rankboost', iterations: 5 })
  expect(kindOf(boosted).facts(boosted).figures).toMatchObject({ 'splits of missing from present values': 1 })
  expect(kindOf(boosted).facts(boosted).features[0].feature).toBe('1')
  expect(kindOf(general).facts(general).figures).toMatchObject({ 'splits on categories': general.categorical.length })
})
