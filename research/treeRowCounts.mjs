// Whether lambdamart with its defaults is better if rows of leaves are counted by curvature: a table of docs/methods/lambdamart.md.
//
//   node research/treeRowCounts.mjs [SET…]
//
// NDCG@10 of both on all folds, three seeds. Needs a build (`npm run build`), and the data in $RANKWRIGHT_DATA or ../shared/data. Sets that are not there
// are left out.
import { finish, selectLists, training } from '@rankwright/core'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { runtimeFor } from '@rankwright/node'
import { defaultSets } from './defaults/defaultSets.mjs'
import { ndcgOf } from './defaults/measureGrid.mjs'

const SEEDS = [1, 2, 3]
const { runtime, close } = runtimeFor(1)
const names = process.argv.slice(2)
console.log('set\thalf\tlists\texactly\tby curvature\tdifference\t95 % interval')
for (const { name, half, load } of defaultSets) {
  if (names.length > 0 && !names.includes(name)) continue
  const loaded = await load()
  if (loaded === undefined) continue
  const perList = { exactly: new Map(), 'by-curvature': new Map() }
  for (const { train, test } of loaded.folds) {
    const [trained, tested] = [train, test].map((some) => selectLists(loaded.lists, some))
    for (const [countRows, into] of Object.entries(perList)) {
      for (const seed of SEEDS) {
        const { model } = finish(training(trained, { method: 'lambdamart', seed, countRows }, runtime))
        for (const [place, value] of ndcgOf(model, tested, runtime).entries())
          if (value !== null) into.set(test[place], [...(into.get(test[place]) ?? []), value])
      }
    }
  }
  const lists = Array.from(perList.exactly.keys()).sort((a, b) => a - b)
  const [exactly, byCurvature] = Object.values(perList).map((values) => lists.map((list) => mean(values.get(list))))
  const differences = Float64Array.from(byCurvature, (value, place) => value - exactly[place])
  const [low, high] = bootstrapInterval(differences)
  const figures = [mean(exactly), mean(byCurvature), mean(Array.from(differences))].map((value) => value.toFixed(4))
  console.log([name, half, lists.length, ...figures, `${low.toFixed(4)} to ${high.toFixed(4)}`].join('\t'))
}
close()

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
