// Sums over pairs against means over pairs, in three sizes of the training lists: each with its default penalty, means with other shares of the
// penalty scale too, and the one that orders left-out training lists better.
import { finish, selectLists, training } from '@rankwright/core'
import { ndcgOf, ROTATIONS } from './measureGrid.mjs'
import { reduced, sizes } from './trainingSizes.mjs'

/** Multiples of the penalty that means have by default. */
export const meanMultiples = [0.1, 0.3, 1, 3, 10]
const quick = { tolerance: 1e-5, iterations: 500 }

/** One entry for each size, rotation and method: NDCG@10 of every test list, and what left-out training lists said. */
export function measurePairs({ lists, folds }, runtime, say) {
  const found = []
  for (const [size, limits] of Object.entries(sizes)) {
    if (size === '40 lists' && folds[0].train.length <= limits.lists) continue // the same as all lists
    for (const [rotation, { train: numbers, test: tested }] of folds.slice(0, ROTATIONS).entries()) {
      const train = reduced(lists, numbers, limits, rotation)
      const test = selectLists(lists, tested)
      for (const method of ['ranksvm', 'ranknet']) {
        const begin = performance.now()
        const trained = (options) => finish(training(train, { method, ...quick, ...options }, runtime)).model
        const [sum, mean] = ['sum', 'mean'].map((pairs) => trained({ pairs }))
        const means = meanMultiples.map((multiple) =>
          multiple === 1 ? mean : trained({ pairs: 'mean', lambda: multiple * mean.options.lambda }),
        )
        found.push({
          size,
          rotation,
          method,
          left: [sum, mean].map(leftOut),
          sum: ndcgOf(sum, test, runtime),
          means: means.map((model) => ndcgOf(model, test, runtime)),
        })
        say(`${size}, rotation ${rotation + 1}: ${method}, ${((performance.now() - begin) / 1000).toFixed(1)} s`)
      }
    }
  }
  return found
}

/** Pairwise accuracy on left-out lists with the penalty that was taken; null if none were left out. */
function leftOut({ options, training: { tuned } }) {
  const place = tuned[0]?.tried.indexOf(options.lambda) ?? -1
  return place === -1 ? null : tuned[0].values[place]
}
