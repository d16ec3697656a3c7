/**
 * The penalty by lists that are left out: the training lists are cut into folds, a path of penalties is fitted on all folds but one, and
 * each fit orders the lists of that one. The usual penalty gives way to the best of them where that is better by more than a standard error
 * of the difference: with few lists, the best alone is mostly luck. docs/decisions/default-options.md has the measurements.
 */
import { joined } from '../../data/lists/folds.ts'
import { meanOverLists } from '../../metrics/measureLists.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import { twoDigits } from '../../numeric/twoDigits.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'
import type { LinearLists } from './linearLists.ts'
import { type LinearSolver, type SolverOptions, solved } from './linearSolver.ts'

/** Multiples of the usual penalty, from the strongest down: each fit starts where the last one ended. */
export const TRIED_MULTIPLES: readonly number[] = [100, 10, 1, 0.1]
/** The metric by which left-out lists decide. */
const METRIC = 'pairwise-accuracy'
const FOLDS = 5
/** Enough to tell orders apart. */
const TOLERANCE = 1e-3

/** With more rows for each feature, penalties near the usual one all do as well. */
export const ROWS_PER_FEATURE = 50
/** With more rows, the fits on the folds take too long. */
export const MOST_ROWS = 20_000

/** Whether lists are left out to choose a penalty: there must be enough of them, and a reason to. */
export function leavesListsOut({ lists, rows, graded }: Pick<ListsSummary, 'lists' | 'rows' | 'graded'>, width: number): boolean {
  return graded && lists >= FOLDS && rows < ROWS_PER_FEATURE * width && rows <= MOST_ROWS
}

export interface PenaltyChoice {
  readonly lambda: number
  readonly tuned: TunedOption
  readonly notes: readonly string[]
}

export function* penaltyByFolds(
  lists: LinearLists,
  usual: number,
  options: SolverOptions,
  solverOn: (lists: LinearLists, options: SolverOptions) => Training<LinearSolver>,
  runtime: Runtime,
): Training<PenaltyChoice> {
  const { compute } = runtime
  const tried = TRIED_MULTIPLES.map((multiple) => twoDigits(multiple * usual))
  const measured = tried.map(() => new Float64Array(lists.size.lists).fill(Number.NaN))
  const weights = new Float64Array(lists.size.lists).fill(1)
  const folds = yield* lists.folds(FOLDS, options.seed)
  for (const [index, own] of folds.entries()) {
    obeyStop(runtime)
    const mark = compute.mark()
    try {
      const fit = yield* lists.someLists(joined(folds.filter((fold) => fold !== own)))
      const left = yield* lists.someLists(own)
      const solver = yield* solverOn(fit, { ...options, tolerance: Math.max(options.tolerance, TOLERANCE) })
      let from: Float64Array = new Float64Array(lists.width)
      for (const [place, lambda] of tried.entries()) {
        from = yield* solved(solver, { lambda }, from)
        const { values, weights: shares } = yield* left.metrics(METRIC, from)
        for (const [at, list] of own.entries()) {
          measured[place][list] = values[at]
          if (shares !== undefined) weights[list] = shares[at]
        }
      }
    } finally {
      compute.release(mark)
    }
    yield { stage: 'folds', done: index + 1, total: FOLDS }
  }
  return choiceFrom(tried, measured, weights)
}

/** `measured` has a value for each list and penalty, NaN where a list does not count. */
export function choiceFrom(tried: readonly number[], measured: readonly Float64Array[], weights: Float64Array): PenaltyChoice {
  const values = measured.map((each) => meanOverLists(each, weights))
  const usual = TRIED_MULTIPLES.indexOf(1)
  const best = values.reduce((leader, value, place) => (value > values[leader] ? place : leader), usual)
  const better = best !== usual && values[best] - values[usual] > errorOfDifference(measured[best], measured[usual], weights)
  const tuned: TunedOption = { option: 'lambda', on: 'left-out lists', metric: METRIC, tried, triedFrom: 'fitted', values }
  if (!better) return { lambda: tried[usual], tuned, notes: [] }
  const against = `${METRIC} ${values[best].toFixed(4)} against ${values[usual].toFixed(4)}`
  const note = `lambda is ${tried[best]}, ${TRIED_MULTIPLES[best]} times the usual one, which orders left-out training lists better: ${against} in ${FOLDS} folds`
  return { lambda: tried[best], tuned, notes: [note] }
}

/** The standard error of a weighted mean of differences, list by list. */
function errorOfDifference(one: Float64Array, other: Float64Array, weights: Float64Array): number {
  const differences = one.map((value, list) => value - other[list])
  const mean = meanOverLists(differences, weights)
  let [count, total, squares] = [0, 0, 0]
  for (const [list, difference] of differences.entries()) {
    if (Number.isNaN(difference) || weights[list] === 0) continue
    count++
    total += weights[list]
    const away = weights[list] * (difference - mean)
    squares += away * away
  }
  return count < 2 ? Number.POSITIVE_INFINITY : Math.sqrt((squares * count) / (count - 1)) / total
}
