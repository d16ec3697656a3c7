/**
 * ELMRank: least squares on the differences of labels, through hidden nodes that are drawn and not learned. With f = Σ βᵢ φᵢ it
 * minimises
 *
 *   F(β) = Σ_q ω_q E_q(f) / Σ_q ω_q + λ ‖β‖²,   E_q(f) = 1/m² Σⱼₖ (yⱼ − yₖ − (fⱼ − fₖ))² = 2/m Σⱼ (rⱼ − r̄)² with r = y − f
 *
 * over the m items of list q, in closed form. Global centring takes all rows as one list.
 */
import { fingerprint } from '../../data/lists/fingerprint.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { listCount } from '../../data/lists/rankingLists.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { OptionValue, TunedOption } from '../../models/common/modelCommon.ts'
import { type ElmModel, elmScores, type LayerPosterior } from '../../models/elm/elm.ts'
import { nodeKinds } from '../../models/elm/hiddenNodes.ts'
import { dataOf, type HiddenSpace, type LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptions } from '../../options/resolveOptions.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { LocalLists } from '../../work/localLists.ts'
import { chooseOn, openChoice } from '../common/chooseOn.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireRows, requireSquares, rowWeights } from '../common/rowWeights.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes } from '../common/trainingRecord.ts'
import { validationLists } from '../common/validation.ts'
import { drawNodes, featureSpread } from './drawNodes.ts'
import { centredRows, hiddenStatistics } from './hiddenStatistics.ts'
import { leaveFoldsOut, leaveItemOut, leaveListOut, listsAreShort } from './leaveListOut.ts'
import {
  generalisedCrossValidation,
  lambdaGrid,
  pathWeights,
  type RidgeFit,
  type RidgePath,
  ridgeFit,
  ridgeFitOrNone,
  ridgePath,
  thinRidgePath,
} from './ridgePath.ts'

/** What a fit takes once the sums are there. */
export const ridgeOptions = {
  lambda: {
    kind: 'number-or-word',
    words: ['auto'],
    atLeast: 0,
    doc: 'Weight of the penalty ‖β‖²; auto takes the one with the least error on left-out lists, in closed form. When left out, chosen on the validation data, or auto without any.',
  },
  ...earlyStopOptions,
  uncertainty: {
    kind: 'flag',
    doc: 'Keep in the model what intervals around scores need; the file then grows with the square of the nodes.',
  },
} as const satisfies OptionTable

export const elmRankOptions = {
  ...featureMapOptions,
  nodes: {
    kind: 'integer',
    atLeast: 1,
    atMost: 8192,
    doc: 'How many hidden nodes to draw; when left out, 1000 for up to 5,000 rows and 300 beyond.',
  },
  node: { kind: 'choice', default: 'relu', of: nodeKinds, doc: 'What a hidden node computes; fourier approximates an RBF kernel.' },
  steepness: {
    kind: 'number',
    above: 0,
    doc: 'How far what goes into a node spreads over the data, as a standard deviation; when left out, chosen on the validation data, or 1 without any.',
  },
  nodeScale: {
    kind: 'number',
    above: 0,
    doc: 'Range of the draws, instead of one that follows from the spread of the data and the steepness.',
  },
  centre: {
    kind: 'choice',
    default: 'list',
    of: ['list', 'global'],
    doc: 'Compare items within their list, or all rows with each other.',
  },
  pairs: {
    kind: 'choice',
    default: 'mean',
    of: ['sum', 'mean'],
    doc: 'Whether each list counts with the sum over its pairs or with their mean.',
  },
  precision: {
    kind: 'choice',
    default: 'double',
    of: ['double', 'mixed'],
    doc: 'mixed multiplies in single precision and adds up in double, in training and in scoring: about half the time, and about five digits of the weights.',
  },
  ...ridgeOptions,
  ...seedOptions,
} as const satisfies OptionTable

export type ElmRankOptions = OptionsOf<typeof elmRankOptions> & { readonly valid?: TrainingLists }

export type RidgeOptions = OptionsOf<typeof ridgeOptions> & { readonly valid?: RankingLists }

export interface ElmRankResult extends TrainerResult<ElmModel> {
  /** The sums that the model came from; new lists can be added to them. */
  readonly statistics: LeastSquaresStatistics
}

/** Steepnesses that are tried on validation data. */
const steepnesses: readonly number[] = [0.5, 1, 2]

/** Every option as it is used. Few rows are soon fitted with many nodes, and are the better for it. */
function usedOptions(options: OptionsOf<typeof elmRankOptions>, { labels }: RankingLists) {
  const { nodes = labels.length <= 5000 ? 1000 : 300, ...others } = resolveOptions(elmRankOptions, options)
  return { ...others, nodes }
}

/** Rows of this many features would each cost as much as a dense row, whatever is in them. */
const mostFeatures = 16_384

export function* elmRank(
  data: TrainingLists,
  { valid: validData, ...options }: ElmRankOptions = {},
  runtime: Runtime = plainRuntime,
): Training<ElmRankResult> {
  const lists = rowsHere(data, 'elmrank')
  const valid = validData && rowsHere(validData, 'elmrank')
  const resolved = usedOptions(options, lists)
  const given = givenOptions(elmRankOptions, options)
  refuseIdleOptions(resolved, given, valid)
  parseMetric(resolved.earlyStop)
  const spaceAt = yield* hiddenSpaces(lists, resolved, runtime)
  const { scale, missing, featureBall, featureRadius, node, nodes, nodeScale, centre, pairs, precision, seed } = resolved
  const onValid = resolved.lambda === undefined && valid !== undefined
  // A steeper relu or linear node is a multiple of the same node, which lambda makes up for.
  const bends = node !== 'relu' && node !== 'linear'
  const tried = onValid && bends && nodeScale === undefined && resolved.steepness === undefined ? steepnesses : [resolved.steepness ?? 1]
  const fitAt = function* (value: number): Training<SteepnessFit> {
    const sums = yield* hiddenStatistics(spaceAt(value), lists, runtime, precision)
    return {
      steepness: value,
      statistics: sums,
      choice: yield* chooseLambda(sums, { ...resolved, lists, ...(valid && { valid }) }, runtime),
    }
  }
  const chosen =
    tried.length === 1
      ? undefined
      : yield* chooseOn({ option: 'steepness', on: 'valid', metric: resolved.earlyStop }, tried, function* (value) {
          const fit = yield* fitAt(value)
          return { measured: fit.choice.measured, kept: fit }
        })
  const { steepness, statistics, choice } = chosen?.kept ?? (yield* fitAt(tried[0]))
  const effective: Record<string, OptionValue> = {
    scale,
    missing,
    featureBall,
    ...(featureBall !== 'none' && { featureRadius: featureRadius ?? 1 }),
    nodes,
    node,
    ...(nodeScale === undefined ? { steepness } : { nodeScale }),
    centre,
    ...(centre === 'list' && { pairs }),
    precision,
    seed,
  }
  return finished(
    statistics,
    chosen === undefined ? choice : { ...choice, tuned: [chosen.tuned, ...choice.tuned], notes: [...chosen.notes, ...choice.notes] },
    { ...resolved, given, effective, ...(valid && { valid }) },
    runtime,
  )
}

interface SteepnessFit {
  readonly steepness: number
  readonly statistics: LeastSquaresStatistics
  readonly choice: LambdaChoice
}

/** The space of the nodes for each steepness, with one feature map. */
function* hiddenSpaces(
  lists: RankingLists,
  { scale, missing, featureBall, featureRadius, node, nodes, nodeScale, centre, pairs, seed }: ReturnType<typeof usedOptions>,
  runtime: Runtime,
): Training<(steepness: number) => HiddenSpace> {
  rowWeights(requireRows(lists))
  requireSquares(lists)
  if (lists.width > mostFeatures) {
    throw new RankwrightError({ area: 'model', code: 'dense-only', method: 'elmrank', found: lists.width, most: mostFeatures })
  }
  const mapOptions = { scale, missing, featureBall, ...(featureRadius !== undefined && { featureRadius }) }
  const featureMap = yield* fittedMap(LocalLists.of(lists, runtime), mapOptions)
  const spread = nodeScale === undefined ? featureSpread(featureMap, lists) : undefined
  return (steepness) => ({
    features: featuresOf(lists),
    featureMap,
    nodes: drawNodes(node, nodes, lists.width, spread ? { spread, factor: steepness } : nodeScale!, seed),
    centre,
    pairs,
  })
}

/** The scores that `test` gets from fits with each penalty, all from the same sums; undefined where a penalty leaves the weights undetermined. */
export function* elmRankPath(
  lists: RankingLists,
  options: Readonly<Record<string, unknown>>,
  lambdas: readonly number[],
  test: RankingLists,
  runtime: Runtime = plainRuntime,
): Training<readonly (Float64Array | undefined)[]> {
  const resolved = usedOptions({ ...(options as ElmRankOptions), lambda: lambdas[0] }, lists)
  refuseIdleOptions(resolved, givenOptions(elmRankOptions, options as ElmRankOptions), undefined)
  const spaceAt = yield* hiddenSpaces(lists, resolved, runtime)
  const space = spaceAt(resolved.steepness ?? 1)
  const statistics = yield* hiddenStatistics(space, lists, runtime, resolved.precision)
  const { lists: matched } = matchFeatures(space, test)
  const few = lists.labels.length < space.nodes.count
  const path = few ? yield* decomposed(statistics, lists, runtime) : undefined
  const fits = lambdas.map((lambda) => (path ? pathWeights(path, lambda) : ridgeFitOrNone(statistics, lambda, runtime.compute)?.weights))
  const outputs = fits.flatMap((weights) => (weights === undefined ? [] : [{ weights, intercept: 0 }]))
  const scores = elmScores(space, outputs, matched, runtime.compute)
  return fits.map((weights) => (weights === undefined ? undefined : scores.shift()))
}

/** A model from sums alone: lists may have been added, taken away and merged since. */
export function* elmFromStatistics(
  statistics: LeastSquaresStatistics,
  { valid, ...rest }: RidgeOptions = {},
  runtime: Runtime = plainRuntime,
): Training<ElmRankResult> {
  const resolved = resolveOptions(ridgeOptions, rest)
  parseMetric(resolved.earlyStop)
  if (statistics.rows === 0 || !(statistics.weight > 0)) {
    throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'the statistics hold no lists that weigh anything' })
  }
  const choice = yield* chooseLambda(statistics, { ...resolved, seed: 1, ...(valid && { valid }) }, runtime)
  const given = givenOptions(ridgeOptions, rest)
  const { centre, pairs, nodes } = statistics.space
  const effective = { nodes: nodes.count, node: nodes.kind, centre, ...(centre === 'list' && { pairs }) }
  return finished(statistics, choice, { ...resolved, given, effective, ...(valid && { valid }) }, runtime)
}

function refuseIdleOptions(
  { centre, lambda }: Pick<Resolved<typeof elmRankOptions>, 'centre' | 'lambda'>,
  given: readonly string[],
  valid: RankingLists | undefined,
): void {
  if (given.includes('pairs') && centre === 'global') refuseOption('pairs', 'centre list')
  if (given.includes('steepness') && given.includes('nodeScale')) refuseOption('steepness', 'a nodeScale that is left out')
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (lambda !== undefined) refuseOption('earlyStop', 'a lambda that is left open')
}

interface LambdaChoice {
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
  readonly lists?: RankingLists
  readonly valid?: RankingLists
}

function* chooseLambda(statistics: LeastSquaresStatistics, question: LambdaQuestion, runtime: Runtime): Training<LambdaChoice> {
  const { lambda, valid, lists, earlyStop, seed } = question
  if (typeof lambda === 'number') return { lambda, measured: 0, tuned: [], notes: [] }
  const { space } = statistics
  const tried = lambdaGrid(statistics)
  if (lambda === undefined && valid !== undefined) {
    const { lists: matched, notes, measure } = validationLists(valid, space.features, earlyStop, runtime)
    const path = yield* decomposed(statistics, lists, runtime)
    const outputs = tried.map((each) => ({ weights: pathWeights(path, each) ?? new Float64Array(space.nodes.count), intercept: 0 }))
    const scores = elmScores(space, outputs, matched, runtime.compute)
    const chosen = yield* chooseOn({ option: 'lambda', on: 'valid', metric: earlyStop }, tried, (each, index) => ({
      measured: measure(scores[index]),
      kept: each,
    }))
    return { lambda: chosen.kept, measured: chosen.measured, tuned: [chosen.tuned], notes: [...notes, ...chosen.notes] }
  }
  const least = (errors: readonly number[], metric: string, on: TunedOption['on'], ...notes: string[]): LambdaChoice => {
    const choice = openChoice<number>({ option: 'lambda', on, metric, best: 'smallest' })
    for (const [index, lambda] of tried.entries()) choice.offer(lambda, errors[index], () => lambda)
    if (choice.leader === undefined) return { lambda: tried[0], measured: 0, tuned: [], notes }
    const chosen = choice.decide()
    return { lambda: chosen.kept, measured: chosen.measured, tuned: [chosen.tuned], notes: [...notes, ...chosen.notes] }
  }
  if (lists === undefined) {
    const path = yield* decomposed(statistics, lists, runtime)
    const errors = tried.map((each) => generalisedCrossValidation(path, each))
    const note = 'lambda chosen by generalised cross-validation: the lists themselves are not at hand'
    return least(errors, 'generalised cross-validation', 'training lists', note)
  }
  if (listCount(lists) < 2) {
    const path = yield* decomposed(statistics, lists, runtime)
    const errors = yield* leaveItemOut(path, lists, tried, runtime)
    return least(errors, 'squared error of pairs', 'left-out items', 'there is one list: lambda chosen by leaving out one item at a time')
  }
  if (listsAreShort(lists, space.nodes.count)) {
    const path = yield* decomposed(statistics, lists, runtime)
    const { errors } = yield* leaveListOut(path, lists, tried, runtime)
    return least(errors, 'squared error of pairs', 'left-out lists')
  }
  const folds = Math.min(5, listCount(lists))
  const { errors } = yield* leaveFoldsOut(statistics, lists, { folds, seed }, tried, runtime)
  return least(errors, 'squared error of pairs', 'left-out lists', `lambda chosen by ${folds} folds of lists, as single lists are long`)
}

/** From the rows where they are at hand and fewer than the nodes, else from the sums. */
function* decomposed(statistics: LeastSquaresStatistics, lists: RankingLists | undefined, runtime: Runtime): Training<RidgePath> {
  yield { stage: 'eigenvalues', done: 0 }
  if (lists === undefined || lists.labels.length >= statistics.moments.length) return ridgePath(statistics, runtime.compute)
  const { compute } = runtime
  const mark = compute.mark()
  try {
    return thinRidgePath(statistics, lists.labels.length, centredRows(statistics, lists, runtime), compute)
  } finally {
    compute.release(mark)
  }
}

interface Story {
  readonly given: readonly string[]
  readonly effective: Readonly<Record<string, OptionValue>>
  readonly earlyStop: string
  readonly uncertainty: boolean
  readonly valid?: RankingLists
}

function finished(
  statistics: LeastSquaresStatistics,
  { lambda, tuned, notes }: LambdaChoice,
  { given, effective, earlyStop, uncertainty, valid }: Story,
  { compute }: Runtime,
): ElmRankResult {
  const { space, nodeMeans, labelMean } = statistics
  const fit = ridgeFit(statistics, lambda, compute)
  const { weights, objective, optimality } = fit
  let intercept = labelMean
  for (let i = 0; i < weights.length; i++) intercept -= weights[i] * nodeMeans[i]
  const happened = { given, tuned, iterations: 1, objective, optimality }
  const training = {
    lists: statistics.lists,
    rows: statistics.rows,
    data: dataOf(statistics),
    ...(valid && { valid: fingerprint(valid) }),
    ...happened,
    arithmetic: compute.build === 'simd-relaxed' ? ('relaxed' as const) : ('exact' as const),
  }
  const model: ElmModel = {
    kind: 'elm',
    method: 'elmrank',
    options: { ...effective, lambda, ...(tuned.some(({ on }) => on === 'valid') && { earlyStop }) },
    features: space.features,
    featureMap: space.featureMap,
    nodes: space.nodes,
    weights,
    intercept,
    ...(uncertainty && { posterior: posteriorOf(statistics, fit, lambda) }),
    training,
  }
  const all = [...notes]
  if (weights.every((value) => value === 0))
    all.push('all weights are 0: no list has items of different labels, or no node tells them apart')
  all.push(...sameDataNotes(training))
  return { model, iterations: 1, objective, optimality, notes: all, statistics }
}

/**
 * Labels scatter about a_q + f with variance σ², and β has a normal prior whose precision is that of the penalty. The weights w count as
 * precisions, scaled to 1 on average over the free differences: 1/c times the objective's terms. Then β has the covariance
 * σ² c (gram / W + λ I)⁻¹, and σ² is what is left over per degree of freedom.
 */
function posteriorOf(statistics: LeastSquaresStatistics, { weights, factor, objective }: RidgeFit, lambda: number): LayerPosterior {
  const { weight, freedom, freedomWeight } = statistics
  const count = weights.length
  let norm = 0
  for (const value of weights) norm += value * value
  const left = Math.max(0, objective - lambda * norm) // Σ w r² / W
  const perWeight = freedomWeight / Math.max(1, freedom) / weight // the average w / W of a free difference
  const noise = left / perWeight / Math.max(1, freedom - used(factor, lambda))
  const triangle = new Float64Array((count * (count + 1)) / 2)
  for (let i = 0, to = 0; i < count; i++) for (let k = 0; k <= i; k++) triangle[to++] = factor[i * count + k]
  return { factor: triangle, scale: Math.sqrt(noise * perWeight), noise }
}

/** tr(A (A + λ I)⁻¹) = n − λ ‖L⁻¹‖² for A + λ I = L Lᵀ. */
function used(factor: Float64Array, lambda: number): number {
  const count = Math.sqrt(factor.length)
  const column = new Float64Array(count)
  let squares = 0
  for (let start = 0; start < count; start++) {
    column.fill(0, start)
    column[start] = 1
    for (let i = start; i < count; i++) {
      let value = column[i]
      for (let k = start; k < i; k++) value -= factor[i * count + k] * column[k]
      column[i] = value / factor[i * count + i]
      squares += column[i] * column[i]
    }
  }
  return count - lambda * squares
}
