/**
 * Samples of the rows on which the penalty is chosen: small enough for exact errors of left-out lists. What
 * the penalty costs beside the error of a single row stays the same, so that λ on n rows stands for λ n/m on a sample of m: the prior of
 * the function that the penalty stands for, and the noise of the labels, do not depend on how many rows there are.
 */
import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import { firstAbove } from '../../numeric/order/sortedSearch.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import type { GroupsOfLists } from '../../recognition/groupsOfCopies.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { leaveOneOut } from '../../work/passes/rankRls/heldOutFolds.ts'
import { dualSolver } from './solvers/dualSolver.ts'
import { type RankRlsProblem, rankRlsProblem, rowsAt } from './solvers/rankRlsProblem.ts'

/** Rows of a sample; up to so many, all rows are the one sample. */
export const sampleRows = 1000
/** Most samples. */
const mostSamples = 3

/** Some rows of some lists. */
export interface Subproblem {
  readonly problem: RankRlsProblem
  /** The mapped features of its rows. */
  readonly mapped: Float32Array
  /** Numbers of its lists that repeat each other, together. */
  readonly groups: GroupsOfLists
  /** n/m. */
  readonly share: number
}

/** Whole lists, drawn by the seed; of those longer than half a sample, some items. */
export function* subproblems(problem: RankRlsProblem, groups: GroupsOfLists, seed: number): Training<readonly Subproblem[]> {
  const { graded, held, map, totals } = problem
  const groupOf = new Uint32Array(graded.offsets.length - 1)
  for (const [group, members] of groups.entries()) for (const list of members) groupOf[list] = group
  const samples = sampledRows(problem, seededRandom(seed).fork('samples'))
  const all: Subproblem[] = []
  for (const lists of samples) {
    const rows = Uint32Array.from(lists.flatMap((own) => [...own]))
    const offsets = new Uint32Array(lists.length + 1)
    for (const [list, own] of lists.entries()) offsets[list + 1] = offsets[list] + own.length
    const labels = Float64Array.from(rows, (row) => graded.labels[row])
    const weights = graded.listWeights
    const numbers = lists.map(([row]) => firstAbove(graded.offsets, row) - 1)
    const listWeights = weights && Float64Array.from(numbers, (list) => weights[list])
    const sampled = { held, graded: { labels, offsets, ...(listWeights && { listWeights }) } }
    all.push({
      problem: rankRlsProblem(sampled, map, totals.group ? 'global' : 'list'),
      mapped: yield* rowsAt(problem, rows),
      groups: together(numbers.map((list) => groupOf[list])),
      share: graded.labels.length / rows.length,
    })
  }
  return all
}

/** The places of equal numbers. */
function together(groupOf: readonly number[]): GroupsOfLists {
  const groups = new Map<number, number[]>()
  for (const [place, group] of groupOf.entries()) {
    const places = groups.get(group)
    if (places === undefined) groups.set(group, [place])
    else places.push(place)
  }
  return [...groups.values()]
}

/** The squared error over pairs for each penalty, each list (of a single list, each item) by the fit on the rest of its sample. */
export function* sampledErrors(
  samples: readonly Subproblem[],
  kernel: KernelFunction,
  lambdas: readonly number[],
  runtime: Runtime,
): Training<number[]> {
  const { compute } = runtime
  const sums = lambdas.map(() => 0)
  for (const { problem, mapped, groups, share } of samples) {
    const mark = compute.mark()
    try {
      const solver = dualSolver(problem, kernel, mapped, runtime)
      const folds = leaveOneOut(problem.graded, problem.centring, groups)
      const { errors } = yield* solver.heldOut!(
        lambdas.map((lambda) => lambda * share),
        folds,
      )
      for (const [index, error] of errors.entries()) sums[index] += error / samples.length
    } finally {
      compute.release(mark)
    }
  }
  return sums
}

/** For each sample, the numbers of its rows, list by list. */
function sampledRows({ graded: { offsets, labels }, centring: { roots } }: RankRlsProblem, random: Random): Uint32Array[][] {
  const counting = Array.from({ length: offsets.length - 1 }, (_, list) => list).filter(
    (list) => offsets[list + 1] > offsets[list] && roots[offsets[list]] > 0,
  )
  const rowsOf = (list: number) => Uint32Array.from({ length: offsets[list + 1] - offsets[list] }, (_, item) => offsets[list] + item)
  if (labels.length <= sampleRows) return [counting.map(rowsOf)]
  if (counting.length === 1) {
    const order = random.shuffle(rowsOf(counting[0]))
    const parts = Math.max(1, Math.min(mostSamples, Math.floor(order.length / sampleRows)))
    return Array.from({ length: parts }, (_, part) => [order.slice(part * sampleRows, (part + 1) * sampleRows).sort()])
  }
  const samples: Uint32Array[][] = []
  let open: Uint32Array[] = []
  let size = 0
  for (const list of random.shuffle(counting)) {
    const rows = rowsOf(list)
    const taken =
      rows.length <= sampleRows / 2
        ? rows
        : random
            .shuffle(rows)
            .slice(0, sampleRows / 2)
            .sort()
    open.push(taken)
    size += taken.length
    if (size < sampleRows) continue
    samples.push(open)
    if (samples.length === mostSamples) return samples
    open = []
    size = 0
  }
  return samples.length === 0 ? [open] : samples
}
