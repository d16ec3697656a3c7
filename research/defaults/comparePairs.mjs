// Sums over pairs against means over pairs, both with their default penalties, trained on four items of each list.
import { finish, selectLists, training } from '@rankwright/core'
import { fisherRandomisation } from '@rankwright/core/evaluation'
import { ndcgOf, ROTATIONS } from './measureGrid.mjs'
import { reduced, sizes } from './trainingSizes.mjs'

/** A row of a table: mean NDCG@10 of the test lists with sums and with means, and p of their difference, for each method. */
export function comparePairs(set, { lists, folds }, runtime) {
  const cells = ['ranksvm', 'ranknet'].flatMap((method) => {
    const perList = [[], []]
    for (const [rotation, { train: numbers, test: tested }] of folds.slice(0, ROTATIONS).entries()) {
      const train = reduced(lists, numbers, sizes['4 items a list'], rotation)
      const test = selectLists(lists, tested)
      for (const [place, pairs] of ['sum', 'mean'].entries())
        perList[place].push(...ndcgOf(finish(training(train, { method, pairs }, runtime)).model, test, runtime))
    }
    const [sums, means] = perList.map((of) => of.filter((_, list) => perList[0][list] !== null))
    const { p } = fisherRandomisation(Float64Array.from(sums, (value, list) => value - means[list]))
    return [mean(sums).toFixed(4), mean(means).toFixed(4), p < 0.001 ? '< 0.001' : p.toFixed(3)]
  })
  return `| ${set} | ${cells.join(' | ')} |`
}

export const pairsHead = `| 4 items a list | ranksvm, sums | means | p | ranknet, sums | means | p |\n|---|---|---|---|---|---|---|`

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
