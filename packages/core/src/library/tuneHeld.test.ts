import { shardedLists } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { selectLists } from '../data/lists/rankingLists.ts'
import { modelToJson } from '../models/modelJson.ts'
import { seededRandom } from '../numeric/random.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish, finishLater } from '../runtime/training.ts'
import { SECTION_BLOCKS } from '../work/operations/operation.ts'
import { refit, tune } from './tune.ts'
import { tuneHeld } from './tuneHeld.ts'
import { type TuneOptions, tunePlan } from './tunePlan.ts'

const random = seededRandom(5)
const features = Array.from({ length: 150 }, () => [random.normal(), random.normal(), random.normal()])
const lists = {
  ...rankingLists({
    features,
    labels: features.map(([first]) => Math.max(0, Math.round(first + 0.5 * random.normal()))),
    lists: features.map((_, row) => Math.floor(row / 5)),
  }),
  listWeights: Float64Array.from({ length: 30 }, (_, list) => (list === 7 ? 0 : 1 + (list % 3))),
}
const withCopies = selectLists(
  lists,
  Uint32Array.from({ length: 34 }, (_, place) => place % 30),
)

const asked: readonly TuneOptions[] = [
  { method: 'listnet', folds: 3, grid: { lambda: [1, 0.01] } },
  { method: 'elmrank', fixed: { nodes: 8, node: 'sigmoid' } }, // each list left out in turn, with a grid of steepnesses
  { method: 'elmrank', fixed: { nodes: 200 }, grid: { lambda: [1, 1e-3] } }, // more nodes than rows
  { method: 'elmrank', fixed: { nodes: 8, centre: 'global' }, grid: { lambda: [1, 0.01] }, folds: 3 },
  { method: 'elmrank', fixed: { nodes: 200 }, grid: { lambda: ['auto', 1, 0.01] }, folds: 3 },
  { method: 'rankrls', fixed: { basis: 20 } },
  { method: 'rankrls', grid: { kernelWidth: [1, 2], lambda: [1, 0.01] } },
  { method: 'rankrls', fixed: { kernel: 'linear' }, grid: { centre: ['list', 'global'], lambda: [1, 0.01] }, metric: 'err' },
  { method: 'rankrls', fixed: { basis: 20 }, grid: { lambda: [1, 0.01] }, folds: 3 },
]

test.each(asked)('%j: lists that somebody holds are tuned with the same digits', async (options) => {
  for (const data of options.grid === undefined ? [lists, withCopies] : [lists]) {
    const held = shardedLists(data, { shards: 2, seed: 1, section: SECTION_BLOCKS, runtime: () => plainRuntime })
    const { plan, result } = await finishLater(tuneHeld(held, options))
    expect(plan).toEqual(tunePlan(data, options))
    expect(result).toEqual(tune(data, options))
    const [there, here] = [await finishLater(refit(held, plan, result)), finish(refit(data, plan, result))]
    expect(modelToJson(there.model)).toBe(modelToJson(here.model))
  }
})
