// What choosing a penalty on left-out training lists comes to: the penalties of a path, each measured by folds of the training lists and on whole test lists.
import { finish, score, selectLists, training } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { measureLists } from '@rankwright/core/metrics'
import { families } from './families.mjs'
import { factsOf, reduced, variants } from './trainingSizes.mjs'

/** Multiples of the rule's penalty. */
export const factors = [1000, 100, 10, 1, 0.1, 0.01]
export const criteria = ['ndcg@10', 'ndcg', 'pairwise-accuracy']
const FOLDS = 5
const convex = ['ranksvm, sums', 'ranknet, sums', 'listnet', 'listmle']
/** On the half that chose, smoothed DCG did worse with a chosen penalty. It was not looked at any further. */
const measured = [...convex, 'smoothed-dcg']

export function measureFolds(set, { lists, folds }, runtime, say) {
  const found = []
  for (const [size, limits] of Object.entries(variants)) {
    if (/lists$/.test(size) && limits.lists < 100 && folds[0].train.length <= limits.lists) continue // the same as all lists
    for (const [rotation, { train: numbers, test: tested }] of folds.slice(0, limits.rotations ?? 3).entries()) {
      const train = reduced(lists, numbers, limits, rotation)
      const test = selectLists(lists, Array.from(tested).slice(0, 150))
      for (const family of set.half === 'choose' ? measured : convex) {
        const begin = performance.now()
        const { method, options } = families[family]
        const trained = (on, given) =>
          finish(training(on, { method, ...options, tolerance: 1e-4, iterations: 300, ...given }, runtime)).model
        const usual = trained(train, {})
        const rule = usual.training.tuned[0]?.tried[2] ?? usual.options.lambda // left-out lists try 100, 10, 1 and 0.1 times the rule's
        const models = factors.map((factor) => trained(train, { lambda: factor * rule }))
        const tests = models.map((model) => valuesOf(model, test, runtime)[0])
        const left = factors.map(() => criteria.map(() => []))
        for (const own of foldsOf(train, FOLDS, { seed: 1 })) {
          const others = joined(foldsOf(train, FOLDS, { seed: 1 }).filter((fold) => fold.join() !== own.join()))
          const [fit, out] = [selectLists(train, others), selectLists(train, own)]
          for (const [place, factor] of factors.entries()) {
            const values = valuesOf(trained(fit, { lambda: factor * rule }), out, runtime)
            for (const [which, each] of values.entries()) left[place][which].push(...each)
          }
        }
        const facts = factsOf(train, usual.featureMap)
        found.push({ set: set.name, size, rotation, family, rule, facts, tests: tests.map(mean), left })
        say(`${set.name}, ${size}, rotation ${rotation + 1}: ${family}, ${((performance.now() - begin) / 1000).toFixed(1)} s`)
      }
    }
  }
  return found
}

/** Each criterion on each list; null where it is undefined. */
function valuesOf(model, lists, runtime) {
  const { values } = measureLists(score(model, lists, runtime), lists, { metrics: criteria, profile: 'rankwright' })
  return values.map((of) => Array.from(of, (value) => (Number.isNaN(value) ? null : Math.round(value * 1e5) / 1e5)))
}

export function mean(values) {
  const known = values.filter((value) => value !== null)
  return known.reduce((sum, value) => sum + value, 0) / known.length
}
