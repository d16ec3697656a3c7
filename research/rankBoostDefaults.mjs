// How the defaults of rankboost were chosen and checked: the table of docs/decisions/default-options.md.
//
//   node research/rankBoostDefaults.mjs [choose|check] [SET…]   NDCG@10 on test lists, for each set and each choice of options
//
// Options are chosen on the sets of the first half and measured once on those of the second. Needs a build (`npm run build`), and the data in
// $RANKWRIGHT_DATA or ../shared/data. Sets that are not there are left out.
import { finish, selectLists, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { defaultSets } from './defaults/defaultSets.mjs'
import { ndcgOf } from './defaults/measureGrid.mjs'

const ROTATIONS = 1
const choices = [
  { learningRate: 1, thresholds: 10 },
  { learningRate: 1, thresholds: 64 },
  { learningRate: 0.3, thresholds: 10 },
  { learningRate: 0.3, thresholds: 64 },
  { learningRate: 0.1, thresholds: 10 },
  { learningRate: 0.1, thresholds: 64 },
  { learningRate: 0.1, thresholds: 65_536 },
  { learningRate: 0.1, thresholds: 10, iterations: 1000 },
  { learningRate: 0.1, thresholds: 10, pairs: 'mean' },
]

const [half, ...names] = process.argv.slice(2)
const { runtime, close } = runtimeFor(1)
for (const set of defaultSets) {
  if (set.half !== (half ?? 'choose') || (names.length > 0 && !names.includes(set.name))) continue
  const loaded = await set.load()
  if (loaded === undefined) continue
  const { lists, folds } = loaded
  for (const options of choices) {
    const values = []
    const started = performance.now()
    for (const { train, test } of folds.slice(0, ROTATIONS)) {
      const { model } = finish(training(selectLists(lists, train), { method: 'rankboost', ...options }, runtime))
      values.push(...ndcgOf(model, selectLists(lists, test), runtime).filter((value) => value !== null))
    }
    const seconds = (performance.now() - started) / 1000
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    console.log(`${set.name}\t${JSON.stringify(options)}\t${mean.toFixed(4)}\t${seconds.toFixed(1)} s`)
  }
}
close()
