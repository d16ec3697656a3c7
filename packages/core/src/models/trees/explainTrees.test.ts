import { sampleTrees } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { explainer, explainItem, explainPair } from '../../library/explain.ts'
import { train } from '../../library/train.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { goesLeft, type PreparedTrees, type TreeArrays } from '../../numeric/compute/trees.ts'
import { seededRandom } from '../../numeric/random.ts'
import { score } from '../score.ts'
import { backgroundShapley } from './backgroundShapley.ts'
import { pathShapley } from './pathShapley.ts'
import { preparedTrees } from './preparedTrees.ts'
import { treeShapley } from './treeShapley.ts'
import type { TreesModel } from './trees.ts'

const width = 5
const lists = madeLists(1, 60)
const record = train(lists, { method: 'rankboost', iterations: 3 })
const rows = Array.from({ length: 12 }, (_, row) => Array.from(lists.features.values.subarray(row * width, (row + 1) * width)))

/** Values that often equal a threshold; some are missing. */
function madeLists(seed: number, count: number): RankingLists {
  const random = seededRandom(seed)
  const value = () => {
    const kind = random.integer(8)
    return kind === 0 ? Number.NaN : kind === 1 ? random.integer(90) : (random.integer(21) - 10) / 4
  }
  const features = Array.from({ length: count }, () => Array.from({ length: width }, value))
  return rankingLists({ features, labels: features.map((_, row) => row % 3), lists: features.map((_, row) => Math.floor(row / 6)) })
}

/** With covers of all sizes; some are 0. */
function modelOf(trees: TreeArrays, seed: number): TreesModel {
  const random = seededRandom(seed)
  const leafCovers = trees.leaves.map(() => (random.integer(5) === 0 ? 0 : 1 + random.integer(20)))
  const covers = new Float64Array(trees.columns.length)
  for (let tree = trees.starts.length - 2; tree >= 0; tree--) {
    const first = trees.starts[tree]
    const coverOf = (child: number) => (child < 0 ? leafCovers[first + tree + ~child] : covers[first + child])
    for (let split = trees.starts[tree + 1] - 1; split >= first; split--)
      covers[split] = coverOf(trees.left[split]) + coverOf(trees.right[split])
  }
  const { training, method, options } = record
  return { kind: 'trees', method, options, features: width, ...trees, covers, leafCovers, training }
}

const general = modelOf(sampleTrees(3, { trees: 20, leaves: 12, width, categorical: 0.2 }), 3)

/** Shapley values by their definition: the mean over all sets of other features. */
function byDefinition(value: (set: number) => number): number[] {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
  const sets = Array.from({ length: 1 << width }, (_, set) => value(set))
  return Array.from({ length: width }, (_, feature) => {
    let share = 0
    for (let set = 0; set < 1 << width; set++) {
      if ((set >> feature) & 1) continue
      const size = Array.from({ length: width }, (_, other) => (set >> other) & 1).reduce((sum, bit) => sum + bit, 0)
      share += ((factorial(size) * factorial(width - size - 1)) / factorial(width)) * (sets[set | (1 << feature)] - sets[set])
    }
    return share
  })
}

/** The score when only the features of the set are told: at other splits both sides count, by their shares of rows. */
function expectedScore(model: TreesModel, prepared: PreparedTrees, x: readonly number[], set: number): number {
  const { starts, columns, left, right, leaves, covers, leafCovers } = model
  let sum = model.base
  for (let tree = 0; tree + 1 < starts.length; tree++) {
    const first = starts[tree]
    const coverOf = (at: number) => (at < 0 ? leafCovers![first + tree + ~at] : covers![first + at])
    const mean = (at: number): number => {
      if (at < 0) return leaves[first + tree + ~at]
      const split = first + at
      if ((set >> columns[split]) & 1) return mean(goesLeft(prepared, split, x[columns[split]]) ? left[split] : right[split])
      const share = coverOf(at) > 0 ? coverOf(left[split]) / coverOf(at) : 0.5
      return share * mean(left[split]) + (1 - share) * mean(right[split])
    }
    sum += mean(starts[tree + 1] === first ? -1 : 0)
  }
  return sum
}

function scoreAt(model: TreesModel, values: readonly number[]): number {
  return score(model, rankingLists({ features: [[...values]], labels: [0], lists: [1] }))[0]
}

function expectAll(found: Float64Array, wanted: readonly number[]): void {
  for (const [feature, share] of found.entries()) expect(share).toBeCloseTo(wanted[feature], 10)
}

describe('Shapley values are those of their definition', () => {
  const prepared = preparedTrees(general, plainCompute)
  const mixed = (x: readonly number[], z: readonly number[], set: number) =>
    scoreAt(
      general,
      x.map((own, feature) => ((set >> feature) & 1 ? own : z[feature])),
    )

  test('of one row against another', () => {
    for (const [row, x] of rows.entries()) {
      const z = rows[(row + 5) % rows.length]
      expectAll(
        treeShapley(prepared, x, z),
        byDefinition((set) => mixed(x, z, set)),
      )
    }
  })

  test('against a background', () => {
    const background = rows.slice(5)
    const shares = backgroundShapley(prepared, width)(background)
    for (const x of rows.slice(0, 6)) {
      const wanted = byDefinition((set) => background.reduce((sum, z) => sum + mixed(x, z, set), 0) / background.length)
      expectAll(shares(x), wanted)
    }
  })

  test.each([1, 2, 3, 4])('along the paths of training (%i)', (seed) => {
    const model = modelOf(sampleTrees(seed, { trees: 6, leaves: 4 * seed, width, categorical: 0.2 }), seed)
    const own = preparedTrees(model, plainCompute)
    const { shares, expected } = pathShapley(own, { covers: model.covers!, leafCovers: model.leafCovers! }, width)
    expect(expected).toBeCloseTo(expectedScore(model, own, rows[0], 0), 10)
    for (const x of rows) {
      expectAll(
        shares(x),
        byDefinition((set) => expectedScore(model, own, x, set)),
      )
    }
  })
})

describe('explanations', () => {
  const scores = score(general, lists)
  const background = selectLists(lists, [2, 7])

  test.each(['training', 'missing', 'list', background] as const)(
    'add up to every score and every lead, against each reference (%#)',
    (against) => {
      const { item, pair, how, against: told } = explainer(general, lists, { against })
      expect([how, told]).toEqual(['shapley-values', typeof against === 'string' ? against : 'background'])
      for (let row = 0; row < 30; row++) {
        const { intercept, contributions, score: explained } = item(row)
        expect(explained).toBeCloseTo(scores[row], 10)
        expect(contributions.reduce((sum, { contribution }) => sum + contribution, intercept)).toBeCloseTo(scores[row], 10)
        const other = row - (row % 6) + ((row + 1) % 6)
        const lead = pair(row, other)
        expect(lead.against).toBe(told)
        expect(lead.difference).toBeCloseTo(scores[lead.above] - scores[lead.below], 10)
      }
    },
  )

  test('start from the mean of what they are against', () => {
    const meanOf = (some: Float64Array) => some.reduce((sum, value) => sum + value) / some.length
    expect(explainer(general, lists, { against: background }).intercept).toBeCloseTo(meanOf(score(general, background)), 12)
    expect(explainItem(general, lists, 8, { against: 'list' }).intercept).toBeCloseTo(meanOf(scores.subarray(6, 12)), 12)
  })

  test('are against the training where it is known, and pairs against each other', () => {
    const { covers: _, leafCovers: __, ...bare } = general
    expect(explainer(general, lists).against).toBe('training')
    expect(explainer(bare, lists).against).toBe('missing')
    const { against, difference, above, below } = explainPair(general, lists, 3, 40)
    expect(against).toBe('other')
    expect(difference).toBeCloseTo(scores[above] - scores[below], 10)
    expect(() => explainer(bare, lists, { against: 'training' })).toThrow('does not say how many rows')
    expect(() => explainPair(general, lists, 3, 40, { against: 'list' })).toThrow('different lists')
  })

  test('of trees that look at one feature each are exact, unless a reference is asked for', () => {
    expect(explainer(record, lists)).toMatchObject({ how: 'exact' })
    const scored = score(record, lists)
    for (const against of ['missing', 'list'] as const) {
      const { how, item } = explainer(record, lists, { against })
      expect(how).toBe('shapley-values')
      expect(item(4).score).toBeCloseTo(scored[4], 12)
    }
  })

  test('models without a reference refuse one', () => {
    const linear = train(lists, { method: 'least-squares', lambda: 0.1 })
    expect(() => explainer(linear, lists, { against: 'list' })).toThrow('it is for tree ensembles')
  })
})

test('trees deeper than any bits, and features met a thousand times, are shared out to the last digits', () => {
  const wide = 40
  const splits = 2000
  const random = seededRandom(9)
  const chain = modelOf(
    {
      base: 1,
      starts: Uint32Array.of(0, splits),
      columns: Uint32Array.from({ length: splits }, (_, split) => split % wide),
      thresholds: Float32Array.from({ length: splits }, (_, split) => 1000 - Math.floor(split / wide)),
      left: Int32Array.from({ length: splits }, (_, split) => (split + 1 < splits ? split + 1 : -splits - 1)),
      right: Int32Array.from({ length: splits }, (_, split) => -1 - split),
      missingLeft: new Uint8Array(splits).fill(1),
      leaves: Float64Array.from({ length: splits + 1 }, () => random.normal()),
      categorical: new Uint32Array(0),
      setStarts: new Uint32Array(1),
      sets: new Int32Array(0),
    },
    5,
  )
  const features = Array.from({ length: 4 }, () =>
    Array.from({ length: wide }, () => (random.integer(9) === 0 ? 960 + random.integer(40) : 0)),
  )
  const own = rankingLists({ features, labels: [0, 1, 0, 1], lists: [1, 1, 1, 1] })
  const model = { ...chain, features: wide }
  const scores = score(model, own)
  for (const against of ['training', 'list', 'missing'] as const) {
    const { item } = explainer(model, own, { against })
    for (let row = 0; row < 4; row++) expect(item(row).score).toBeCloseTo(scores[row], 9)
  }
})
