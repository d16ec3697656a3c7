/**
 * The settings that `auto` tries. The first wave holds the usual setting of each method, and those whose methods look at sizes of features and cost
 * little in other scales, too; the second one varies those settings that the first wave did not find hopeless. Order and settings follow from what
 * trainings cost and from judgement; the scales from docs/decisions/auto-scales.md.
 */
import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import { listCount, type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { twoDigits } from '../../numeric/twoDigits.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrialOptions } from '../../trainers/common/trialOptions.ts'
import { type Method, type MethodName, methodOf } from '../../trainers/methods.ts'
import { fitFeatureMap } from '../../work/fitFeatureMap.ts'
import { costOf } from './costTable.ts'
import type { DataSize } from './dataSize.ts'
import type { Fit } from './fits.ts'

export interface Portfolio {
  readonly first: readonly Fit[]
  readonly second: readonly Fit[]
  /** The kernel of the first wave in other widths, the usual one among them: left-out lists choose one in closed form. */
  readonly widths: readonly Fit[]
}

/** A linear ranker, with multiples of its usual penalty. */
interface Linear {
  readonly method: MethodName
  readonly options?: TrialOptions
  readonly second: readonly number[]
  /** Whether it is tried in other scales. */
  readonly isScaled: boolean
}

const linear: readonly Linear[] = [
  { method: 'least-squares', second: [10], isScaled: true },
  { method: 'listnet', second: [0.1, 10, 100], isScaled: true },
  { method: 'listmle', second: [10, 100], isScaled: true },
  { method: 'ranksvm', second: [10, 100], isScaled: true },
  { method: 'ranknet', second: [10, 100], isScaled: true },
  { method: 'ranknet', options: { lambdaWeights: 'ndcg' }, second: [10], isScaled: false },
  { method: 'smoothed-dcg', second: [0.1, 10], isScaled: false },
]

const lambdas: readonly number[] = [10, 1, 0.1, 0.01, 1e-3, 1e-4, 1e-5]

const rbf: Fit = { method: 'rankrls', options: { kernel: 'rbf', basis: 512 }, reads: { option: 'lambda', values: lambdas } }

/** Tried in other scales, too. */
const firstScaled: readonly Fit[] = [
  { method: 'rankrls', options: { kernel: 'linear' }, reads: { option: 'lambda', values: lambdas } },
  { method: 'elmrank', options: { nodes: 300 }, reads: { option: 'lambda', values: lambdas } },
]

const smallTrees: Fit = {
  method: 'lambdamart',
  options: { leaves: 4, learningRate: 0.05 },
  reads: { option: 'trees', values: [50, 100, 200, 300, 500] },
}

const firstOthers: readonly Fit[] = [{ method: 'rankboost', options: { iterations: 100 } }, rbf]

const secondOthers: readonly Fit[] = [
  { method: 'elmrank', options: { nodes: 1000 }, reads: { option: 'lambda', values: lambdas } },
  { method: 'elmrank', options: { nodes: 500, node: 'sigmoid' }, reads: { option: 'lambda', values: lambdas } },
  { method: 'lambdamart', options: { leaves: 8, learningRate: 0.05 }, reads: { option: 'trees', values: [30, 60, 120, 240] } },
  { method: 'lambdamart', options: { leaves: 16, learningRate: 0.05 }, reads: { option: 'trees', values: [30, 60, 120, 240] } },
  {
    method: 'lambdamart',
    options: { leaves: 6, learningRate: 0.05, objective: 'logistic' },
    reads: { option: 'trees', values: [50, 100, 200, 300] },
  },
  { method: 'rankboost', options: { iterations: 300 } },
]

/** Larger trees, for data with so many rows that they can tell more than smaller ones. */
const manyRows = 20_000
const largeTrees: Fit = {
  method: 'lambdamart',
  options: { leaves: 31, learningRate: 0.1 },
  reads: { option: 'trees', values: [50, 100, 200, 400] },
}
const largerTrees: Fit = {
  method: 'lambdamart',
  options: { leaves: 63, learningRate: 0.1 },
  reads: { option: 'trees', values: [100, 200, 400, 800] },
}

/** With so many rows large trees come first, lest cheaper methods leave no budget for the one that gains most from rows. */
const veryManyRows = 100_000

export function* portfolioFor(lists: RankingLists, size: DataSize, seed: number, runtime: Runtime): Training<Portfolio> {
  const scales = otherScales(lists)
  const usual: Fit[] = [...firstScaled, ...firstOthers]
  const scaled = scales.flatMap((scale) => firstScaled.map((fit): Fit => ({ ...fit, options: { ...fit.options, scale } })))
  const second: Fit[] = [...secondOthers]
  for (const { method, options = {}, second: multiples, isScaled } of linear) {
    const lambda = yield* usualLambda(method, lists, { ...options, seed }, runtime)
    usual.push({ method, options: withLambda(options, lambda) })
    if (lambda !== undefined)
      second.push(...multiples.map((multiple): Fit => ({ method, options: withLambda(options, twoDigits(multiple * lambda)) })))
    for (const scale of isScaled ? scales : []) {
      const given = { ...options, scale }
      scaled.push({ method, options: withLambda(given, yield* usualLambda(method, lists, { ...given, seed }, runtime)) })
    }
  }
  const hasVeryManyRows = size.rows > veryManyRows
  if (!hasVeryManyRows) usual.push(smallTrees)
  if (size.rows > manyRows) second.push(...(hasVeryManyRows ? [largerTrees] : [largeTrees, largerTrees]))
  const cheapFirst = (fits: readonly Fit[]) => [...fits].sort((a, b) => costOf(a, size) - costOf(b, size))
  const first = [...(hasVeryManyRows ? [largeTrees] : []), ...cheapFirst(usual), ...cheapFirst(scaled)]
  return { first, second: cheapFirst(second), widths: yield* kernelWidths(lists, seed, runtime) }
}

/** The default penalty of a linear ranker on these lists, where it has one. */
function* usualLambda(method: MethodName, lists: RankingLists, options: TrialOptions, runtime: Runtime): Training<number | undefined> {
  const { usual }: Method = methodOf(method)
  const { lambda } = yield* usual!(lists, options, runtime)
  return lambda !== undefined && lambda > 0 ? lambda : undefined
}

function withLambda(options: TrialOptions, lambda: number | undefined): TrialOptions {
  return lambda === undefined ? options : { ...options, lambda }
}

export function isInUsualScale({ options }: Fit): boolean {
  return options.scale === undefined
}

/** Lists that tell whether features were scaled list by list before they came here, as those of LETOR were. */
const lookedAt = 50

/** For features with long tails, and for those whose sizes differ from list to list. */
function otherScales(lists: RankingLists): readonly string[] {
  const some = selectLists(lists, [...Array(Math.min(lookedAt, listCount(lists))).keys()])
  const before = some.features.values
  const after = applyFeatureMap(fitFeatureMap(some, { scale: 'per-list' }), some).values
  const isScaled = before.length === after.length && before.every((value, index) => value === after[index])
  return isScaled ? ['quantile'] : ['quantile', 'per-list']
}

/** The usual width of a kernel follows from the lists. */
function* kernelWidths(lists: RankingLists, seed: number, runtime: Runtime): Training<Fit[]> {
  const { leftOut }: Method = methodOf('rankrls')
  if (leftOut!.refusal(lists, rbf.options) !== undefined) return []
  const { kernelWidth = [] } = yield* leftOut!.grid(lists, { ...rbf.options, seed }, runtime)
  return kernelWidth.map((width): Fit => ({ ...rbf, options: { ...rbf.options, kernelWidth: twoDigits(width) } }))
}

/** Whether this is the kernel of the first wave, which has the middle one of the widths. */
export function isUsualWidth(place: number, widths: readonly Fit[]): boolean {
  return place === (widths.length - 1) / 2
}
