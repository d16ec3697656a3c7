import type { FeatureMap } from '../../../data/features/featureMap.ts'
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../../problems/problem.ts'
import type { Training } from '../../../runtime/training.ts'
import type { HeldLists } from '../../../work/heldLists.ts'
import type { GradedLists } from '../../../work/passes/rankingPass.ts'
import { type CentringTotals, centre, type PairwiseCentring, pairwiseCentring } from '../../../work/passes/rankRls/pairwiseCentring.ts'
import { centringTotals } from './centringTotals.ts'

/** The lists of a fit. Labels are known here; the rows of features may be held elsewhere. */
export interface RankRlsLists {
  readonly held: HeldLists
  readonly graded: GradedLists
  /** The lists themselves, where they are in this process. */
  readonly here?: RankingLists
}

/** F(f) = (y − f)ᵀ S Sᵀ (y − f) + λ ‖f‖², over functions in the space of a kernel. S is the centring. */
export interface RankRlsProblem extends RankRlsLists {
  readonly map: FeatureMap
  readonly totals: CentringTotals
  readonly centring: PairwiseCentring
}

export function rankRlsProblem(lists: RankRlsLists, map: FeatureMap, centring: 'list' | 'global'): RankRlsProblem {
  const totals = centringTotals(lists.graded, centring)
  return { ...lists, map, totals, centring: pairwiseCentring(lists.graded, totals) }
}

/** Most values of rows that are fetched from elsewhere. */
const mostFetched = 2 ** 26

/** The mapped features of all rows. Throws where they are elsewhere, and too many to be fetched. */
export function* allRows(problem: RankRlsProblem): Training<Float32Array> {
  const { graded, here, map } = problem
  const rows = graded.labels.length
  if (here === undefined && rows * map.width > mostFetched) throw elsewhere()
  return yield* rowsAt(
    problem,
    Uint32Array.from({ length: rows }, (_, row) => row),
  )
}

export function elsewhere(): RankwrightError {
  const instead = 'a basis of at most 2048 rows, such as basis 1024, which only needs sums over the data'
  return new RankwrightError({ area: 'model', code: 'rows-held-elsewhere', method: 'rankrls', instead })
}

/** Values of rows that are asked for at a time. */
const valuesAtOnce = 2 ** 22

/** The mapped features of the rows with these numbers, one row after the other. */
export function* rowsAt({ held, map }: Pick<RankRlsProblem, 'held' | 'map'>, numbers: Uint32Array): Training<Float32Array> {
  const { width } = map
  const order = Uint32Array.from(numbers.keys()).sort((a, b) => numbers[a] - numbers[b])
  const rows = new Float32Array(numbers.length * width)
  const step = Math.max(1, Math.floor(valuesAtOnce / Math.max(1, width)))
  for (let first = 0; first < order.length; first += step) {
    const some = order.subarray(first, first + step)
    const values = yield* held.ask('mappedRows', { map, rows: some.map((place) => numbers[place]) })
    for (const [i, place] of some.entries()) rows.set(values.subarray(i * width, (i + 1) * width), place * width)
  }
  return rows
}

/** Sᵀ (y − f), given the scores f of the training rows. */
export function centredResiduals({ graded, centring }: RankRlsProblem, scores: Float64Array): Float64Array {
  const residuals = graded.labels.map((label, row) => label - scores[row])
  centre(centring, residuals)
  return residuals
}

/** The mean of y − f over rows, each by its weight: what has to be added to the scores to bring them to the labels. */
export function interceptOf({ graded: { labels }, centring: { roots } }: RankRlsProblem, scores: Float64Array): number {
  let sum = 0
  let weight = 0
  for (let row = 0; row < labels.length; row++) {
    sum += roots[row] * roots[row] * (labels[row] - scores[row] - labels[0])
    weight += roots[row] * roots[row]
  }
  return labels[0] + sum / weight
}
