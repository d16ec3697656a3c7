// How the defaults of lambdamart were chosen and checked: the table of docs/decisions/default-options.md.
//
//   node research/treeDefaults.mjs [choose|check] [SET…]   NDCG@10 on test lists, for each set and each choice of options
//
// Options are chosen on the sets of the first half and measured once on those of the second. Needs a build (`npm run build`), and the data in
// $RANKWRIGHT_DATA or ../shared/data. Sets that are not there are left out.
import { finish, selectLists, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { defaultSets } from './defaults/defaultSets.mjs'
import { ndcgOf } from './defaults/measureGrid.mjs'

const ROTATIONS = 1
const large = { leaves: 31, learningRate: 0.1, trees: 100 }
const small = { leaves: 7, learningRate: 0.05, trees: 300 }
const sampled = { featureShare: 0.5, listShare: 0.7 }
const whole = { featureShare: 1, listShare: 1 }
const choices = [
  { ...large, ...whole },
  { ...large, ...sampled },
  { ...small, ...whole },
  { ...small, ...sampled },
  { ...small, ...sampled, trees: 150 },
  { ...small, ...sampled, trees: 600 },
  { ...small, ...sampled, trees: 200 },
  { ...small, ...sampled, learningRate: 0.03 },
  { ...small, ...sampled, leaves: 4 },
  { ...small, ...sampled, leaves: 4, trees: 200 },
  { ...small, ...sampled, leaves: 4, trees: 500, learningRate: 0.03 },
  { ...small, ...sampled, leaves: 5, trees: 200 },
  { ...small, ...sampled, leaves: 15 },
  { ...small, featureShare: 0.3, listShare: 0.7 },
  { ...small, featureShare: 0.5, listShare: 0.5 },
  { ...small, ...sampled, minRows: 50 },
  { ...small, ...sampled, l2: 1 },
  { ...small, ...sampled, cutoff: 10 },
  { ...small, ...sampled, cutoff: 1000 },
  { ...small, ...sampled, normalise: 'none' },
  { ...small, ...sampled, objective: 'xendcg' },
  { ...small, ...sampled, objective: 'softmax' },
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
    const started = process.cpuUsage().user
    for (const { train, test } of folds.slice(0, ROTATIONS)) {
      const { model } = finish(training(selectLists(lists, train), { method: 'lambdamart', ...options }, runtime))
      values.push(...ndcgOf(model, selectLists(lists, test), runtime).filter((value) => value !== null))
    }
    const seconds = (process.cpuUsage().user - started) / 1e6
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    console.log(`${set.name}\t${lists.labels.length}\t${JSON.stringify(options)}\t${mean.toFixed(4)}\t${seconds.toFixed(1)} s`)
  }
}
close()
