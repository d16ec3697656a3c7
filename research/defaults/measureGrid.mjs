// Trains the linear rankers over grids of penalties and radii on parts of the lists of a set, and measures every fit on whole test lists.
import { finish, score, selectLists, training } from '@rankwright/core'
import { measureLists } from '@rankwright/core/metrics'
import { factsOf, reduced, sizes } from './trainingSizes.mjs'

/** Rotations over the parts of a set. */
export const ROTATIONS = 3

/**
 * One entry for each size, rotation and family: the facts about the lists, and NDCG@10 of every test list for each value of the grid. The
 * values of a grid are multiples of the number of pairs where the loss is a sum over pairs. `zero` is the loss of zero weights.
 */
export function measureGrid({ lists, folds }, families, runtime, say) {
  const found = []
  for (const [size, limits] of Object.entries(sizes)) {
    for (const [rotation, { train: numbers, test: tested }] of folds.slice(0, ROTATIONS).entries()) {
      const train = reduced(lists, numbers, limits, rotation)
      const test = selectLists(lists, tested)
      for (const [family, { method, options, option, grid, fixed }] of Object.entries(families)) {
        const begin = performance.now()
        const trained = (given) => finish(training(train, { method, ...options, ...given }, runtime))
        const { featureMap } = trained({ [option]: fixed }).model
        const ofSum = options.pairs === 'sum'
        const zero = method === 'least-squares' ? 1 : trained({ ball: 'l2', radius: 0 }).objective
        const facts = { ...factsOf(train, featureMap), zero }
        const quick =
          method === 'ogd' || method === 'least-squares' ? {} : { tolerance: options.hinge === 'plain' ? 1e-3 : 1e-5, iterations: 500 }
        const perList = grid.map((value) => ndcgOf(trained({ ...quick, [option]: value * (ofSum ? facts.pairs : 1) }).model, test, runtime))
        found.push({ size, rotation, family, facts, fixed: ndcgOf(trained({ [option]: fixed }).model, test, runtime), grid, perList })
        say(`${size}, rotation ${rotation + 1}: ${family}, ${((performance.now() - begin) / 1000).toFixed(1)} s`)
      }
    }
  }
  return found
}

/** NDCG@10 of each test list; null where no item is relevant. */
export function ndcgOf(model, test, runtime) {
  const { values } = measureLists(score(model, test, runtime), test, { metrics: ['ndcg@10'], profile: 'rankwright' })
  return Array.from(values[0], (value) => (Number.isNaN(value) ? null : Math.round(value * 1e5) / 1e5))
}
