// The default radius of `ogd` against fixed ones, on sets that had no part in its choice.
import { finish, selectLists, training } from '@rankwright/core'
import { fisherRandomisation } from '@rankwright/core/evaluation'
import { ndcgOf, ROTATIONS } from './measureGrid.mjs'
import { reduced, sizes } from './trainingSizes.mjs'

const radii = [10, 30, 100, 300]

/** A row of a table for each size: mean NDCG@10 of the test lists, and p of the default against the best and against the radius 10. */
export function compareRadii(set, { lists, folds }, runtime) {
  return Object.entries(sizes).flatMap(([size, limits]) => {
    if (size === '40 lists' && folds[0].train.length <= limits.lists) return [] // the same as all lists
    const perList = [undefined, ...radii].map(() => [])
    for (const [rotation, { train: numbers, test: tested }] of folds.slice(0, ROTATIONS).entries()) {
      const train = reduced(lists, numbers, limits, rotation)
      const test = selectLists(lists, Array.from(tested).slice(0, 300))
      for (const [place, radius] of [undefined, ...radii].entries()) {
        const { model } = finish(training(train, { method: 'ogd', ...(radius !== undefined && { radius }) }, runtime))
        perList[place].push(...ndcgOf(model, test, runtime))
      }
    }
    const counts = perList[0].map((value) => value !== null)
    const values = perList.map((of) => of.filter((_, list) => counts[list]))
    const means = values.map(mean)
    const best = means.indexOf(Math.max(...means.slice(1)), 1)
    const p = (place) => fisherRandomisation(Float64Array.from(values[0], (value, list) => value - values[place][list])).p.toFixed(3)
    return [`| ${set}, ${size} | ${means.map((value) => value.toFixed(4)).join(' | ')} | ${p(best)} | ${p(1)} |`]
  })
}

export const radiiHead = `| | default | ${radii.map((radius) => `radius ${radius}`).join(' | ')} | p against the best of these | p against 10 |\n|---|${'---|'.repeat(radii.length + 3)}`

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
