import type { TunedOption } from '../../models/common/modelCommon.ts'
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import { namedOption } from '../../problems/namedOption.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import type { LeftOutAsked } from '../../work/operations/leftOut.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'
import { type Chosen, chooseOn, openChoice } from '../common/chooseOn.ts'
import { foldsOfHeld, groupsOfHeld } from '../common/foldsOfHeld.ts'
import { leftOutSample } from '../common/leftOutSample.ts'
import { functionValidation } from '../common/validation.ts'
import { decomposed } from './decomposed.ts'
import { leaveFoldsOut } from './leaveFoldsOut.ts'
import { generalisedCrossValidation, lambdaGrid, pathWeights, type RidgePath } from './ridgePath.ts'

export interface LambdaChoice {
  readonly lambda: number
  /** What the chosen one came to; 0 where it was given. */
  readonly measured: number
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
}

interface LambdaQuestion {
  readonly lambda?: number | 'auto'
  readonly earlyStop: string
  readonly seed: number
  /** The lists behind the sums, if they are available. */
  readonly lists?: HeldLists
  readonly valid?: HeldLists
}

/** The penalty that was given, or the best one: on the validation data, or on lists that were left out. */
export function* chooseLambda(
  statistics: LeastSquaresStatistics,
  { lambda, valid, lists, earlyStop, seed }: LambdaQuestion,
  runtime: Runtime,
): Training<LambdaChoice> {
  if (typeof lambda === 'number') return { lambda, measured: 0, tuned: [], notes: [] }
  const tried = lambdaGrid(statistics)
  if (lambda === undefined && valid !== undefined) return yield* chooseOnValid(statistics, tried, lists, valid, earlyStop, runtime)
  return chooseByErrors(tried, yield* errorsOf(statistics, tried, lists, seed, runtime))
}

function* chooseOnValid(
  statistics: LeastSquaresStatistics,
  tried: readonly number[],
  lists: HeldLists | undefined,
  valid: HeldLists,
  metric: string,
  runtime: Runtime,
): Training<LambdaChoice> {
  const { space } = statistics
  const validation = yield* functionValidation(valid, space.features, metric)
  const path = yield* decomposed(statistics, lists, runtime)
  const functions = tried.map((each) => ({ weights: pathWeights(path, each) ?? new Float64Array(space.nodes.count), intercept: 0 }))
  const { featureMap, nodes } = space
  const measured = yield* validation.measure({ of: 'nodes', featureMap, nodes, functions })
  const chosen = yield* chooseOn({ option: 'lambda', on: 'valid', metric }, tried, (each, index) => ({
    measured: measured[index],
    kept: each,
  }))
  return lambdaChoice(chosen, validation.notes)
}

function lambdaChoice({ kept, measured, tuned, notes }: Chosen<number>, before: readonly string[]): LambdaChoice {
  return { lambda: kept, measured, tuned: [tuned], notes: [...before, ...notes] }
}

/** Errors of each penalty on what the fits have not seen, and how they came about. */
interface UnseenErrors {
  readonly errors: readonly number[]
  readonly metric: string
  readonly on: TunedOption['on']
  readonly notes: readonly string[]
}

/** Of equally good penalties the first, which is the strongest; also where no error is a number, which a note says. */
function chooseByErrors(tried: readonly number[], { errors, metric, on, notes }: UnseenErrors): LambdaChoice {
  const choice = openChoice<number>({ option: 'lambda', on, metric, best: 'smallest' })
  for (const [index, lambda] of tried.entries()) choice.offer(lambda, errors[index], () => lambda)
  if (choice.leader !== undefined) return lambdaChoice(choice.decide(), notes)
  const fallback = `no lambda could be told from another by its ${metric}: lambda ${Number(tried[0].toPrecision(4))} is the strongest tried; give one with ${namedOption('lambda')}`
  return { lambda: tried[0], measured: 0, tuned: [], notes: [...notes, fallback] }
}

function* errorsOf(
  statistics: LeastSquaresStatistics,
  tried: readonly number[],
  lists: HeldLists | undefined,
  seed: number,
  runtime: Runtime,
): Training<UnseenErrors> {
  const metric = 'squared error of pairs'
  if (lists === undefined) {
    const path = yield* decomposed(statistics, lists, runtime)
    const errors = tried.map((each) => generalisedCrossValidation(path, each))
    const notes = ['lambda chosen by generalised cross-validation, because the lists themselves are gone']
    return { errors, metric: 'generalised cross-validation', on: 'training lists', notes }
  }
  const size = yield* lists.ask('summary', {})
  if (size.lists < 2) {
    const path = yield* decomposed(statistics, lists, runtime)
    const errors = Array.from(yield* lists.ask('leftOutItems', leftOut(path, tried)))
    return { errors, metric, on: 'left-out items', notes: ['there is one list: lambda chosen by leaving out one item at a time'] }
  }
  const groups = yield* groupsOfHeld(lists)
  const areApart = groups.length === size.lists || groups.length < 2
  if (areApart && listsAreShort(size, statistics.space.nodes.count)) {
    const path = yield* decomposed(statistics, lists, runtime)
    const sample = leftOutSample(yield* lists.ask('listSizes', {}), leftOutRows, seed)
    const asked = { ...leftOut(path, tried), ...(sample && { lists: sample.lists }) }
    const all = sample === undefined ? 1 : size.lists / sample.lists.length
    const errors = Array.from(yield* lists.ask('leftOutLists', asked), (error) => error * all)
    return { errors, metric, on: 'left-out lists', notes: sample === undefined ? [] : [sample.note] }
  }
  const count = Math.min(5, areApart ? size.lists : groups.length)
  const errors = yield* leaveFoldsOut(statistics, lists, yield* foldsOfHeld(lists, count, { seed }, groups), tried, runtime)
  const why = areApart ? 'single lists are long' : 'some lists repeat others'
  return { errors, metric, on: 'left-out lists', notes: [`lambda chosen by ${count} folds of lists, as ${why}`] }
}

/** The question about left-out lists or items: the path, without the sums behind it. */
export function leftOut({ statistics, values, vectors, projected }: RidgePath, lambdas: readonly number[]): LeftOutAsked {
  const { space, weight, rowWeight, nodeMeans, labelMean } = statistics
  return { path: { statistics: { space, weight, rowWeight, nodeMeans, labelMean }, values, vectors, projected }, lambdas }
}

/**
 * Whether each list can be left out by itself at a cost near that of a few fits: lists are short, or each is so small a part of the rows that
 * conjugate gradients soon settle. Random rows leave P Pᵀ of a list with eigenvalues up to about (√m + √n)²/M, n nodes, M rows in all.
 */
function listsAreShort({ rows, pairs, longestList }: ListsSummary, nodes: number): boolean {
  const reach = longestList + nodes + 2 * Math.sqrt(longestList * nodes)
  return longestList <= longestAlone && (pairs <= 200 * rows || reach <= rows / 4)
}
const longestAlone = 2048
/** Rows of the lists that are left out in turn. */
const leftOutRows = 8192
