import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { calibrate } from '../../library/calibrate.ts'
import { train } from '../../library/train.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { abstain } from './abstain.ts'
import { unseenLists } from './unseenLists.ts'

function drawn(lists: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: 5 * lists }, () => [random.uniform(), random.uniform()])
  const labels = features.map(([x]) => Math.round(2 * x + 0.3 * random.normal()))
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / 5)) })
}

/** The lists with their rows turned around, and more lists after them. */
function turned(lists: RankingLists, others: RankingLists): RankingLists {
  const rows = [lists, others].flatMap(({ labels, features, width, offsets }, part) =>
    Array.from(labels, (label, row) => ({
      list: `${part} ${offsets.findLastIndex((start) => start <= row)}`,
      label,
      features: Array.from(features.kind === 'dense' ? features.values.subarray(row * width, (row + 1) * width) : []),
    })).reverse(),
  )
  return rankingLists({
    features: rows.map((row) => row.features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}

const [training, valid, fresh] = [drawn(30, 1), drawn(20, 2), drawn(40, 3)]
const model = train(training, { method: 'least-squares', valid })
const { compute } = plainRuntime

test('lists that the model has seen do not count, whatever the order of their rows', () => {
  const some = turned(selectLists(valid, [0, 1, 2]), fresh)
  const { lists, ...counts } = unseenLists(model, some, compute)
  expect([counts, lists.listIds.length]).toEqual([{ given: 43, seen: 3, repeated: 0 }, 40])
  expect(abstain(model, some, { rule: 'margin', guarantee: 0.4, thresholds: [0.1] }).heldOut).toEqual(counts)
  expect(unseenLists(model, turned(fresh, selectLists(fresh, [5])), compute)).toMatchObject({ seen: 0, repeated: 1 })
})

test('data that the model has seen is refused for a guarantee, for every rule', () => {
  const rules = ['distance', 'margin', 'probability', 'list'] as const
  for (const rule of rules) {
    const options = { rule, guarantee: 0.4, thresholds: [0.6] }
    expect(() => abstain(model, training, options)).toThrow('The held-out data is the training data of this model.')
    expect(() => abstain(model, valid, options)).toThrow('The held-out data is the validation data of this model.')
    expect(() => abstain(calibrate(model, fresh), fresh, options)).toThrow('The held-out data is the calibration data of this model.')
    expect(() => abstain(model, turned(training, selectLists(fresh, [0])), options)).toThrow('30 of the 31 held-out lists')
    expect(abstain(model, valid, { rule, thresholds: [0.6] }).heldOut).toBe(undefined)
  }
})
