/**
 * The settings that `auto` tries. The first wave holds the usual setting of each method; the second one varies those methods that the first wave did
 * not find hopeless. Order and settings follow from what trainings cost and from judgement.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { twoDigits } from '../../numeric/twoDigits.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrialOptions } from '../../trainers/common/trialOptions.ts'
import { type Method, type MethodName, methodOf } from '../../trainers/methods.ts'
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
  readonly first: readonly number[]
  readonly second: readonly number[]
}

const linear: readonly Linear[] = [
  { method: 'least-squares', first: [1], second: [10] },
  { method: 'listnet', first: [1], second: [0.1, 10, 100] },
  { method: 'listmle', first: [1], second: [10, 100] },
  { method: 'ranksvm', first: [1], second: [10, 100] },
  { method: 'ranknet', first: [1], second: [10, 100] },
  { method: 'ranknet', options: { lambdaWeights: 'ndcg' }, first: [1], second: [10] },
  { method: 'smoothed-dcg', first: [1], second: [0.1, 10] },
]

const lambdas: readonly number[] = [10, 1, 0.1, 0.01, 1e-3, 1e-4, 1e-5]

const rbf: Fit = { method: 'rankrls', options: { kernel: 'rbf', basis: 512 }, reads: { option: 'lambda', values: lambdas } }

const firstOthers: readonly Fit[] = [
  { method: 'rankrls', options: { kernel: 'linear' }, reads: { option: 'lambda', values: lambdas } },
  { method: 'elmrank', options: { nodes: 300 }, reads: { option: 'lambda', values: lambdas } },
  { method: 'lambdamart', options: { leaves: 4, learningRate: 0.05 }, reads: { option: 'trees', values: [50, 100, 200, 300, 500] } },
  { method: 'rankboost', options: { iterations: 100 } },
  rbf,
]

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
const largeTrees: readonly Fit[] = [
  { method: 'lambdamart', options: { leaves: 31, learningRate: 0.1 }, reads: { option: 'trees', values: [50, 100, 200, 400] } },
  { method: 'lambdamart', options: { leaves: 63, learningRate: 0.1 }, reads: { option: 'trees', values: [100, 200, 400, 800] } },
]

export function* portfolioFor(lists: RankingLists, size: DataSize, seed: number, runtime: Runtime): Training<Portfolio> {
  const own: { first: Fit[]; second: Fit[] } = {
    first: [...firstOthers],
    second: [...secondOthers, ...(size.rows > manyRows ? largeTrees : [])],
  }
  for (const { method, options = {}, first, second } of linear) {
    const { usual }: Method = methodOf(method)
    const { lambda } = yield* usual!(lists, { ...options, seed }, runtime)
    if (lambda === undefined || !(lambda > 0)) {
      own.first.push({ method, options })
      continue
    }
    const fit = (multiple: number): Fit => ({ method, options: { ...options, lambda: twoDigits(multiple * lambda) } })
    own.first.push(...first.map(fit))
    own.second.push(...second.map(fit))
  }
  const cheapFirst = (fits: readonly Fit[]) => [...fits].sort((a, b) => costOf(a, size) - costOf(b, size))
  return { first: cheapFirst(own.first), second: cheapFirst(own.second), widths: yield* kernelWidths(lists, seed, runtime) }
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
