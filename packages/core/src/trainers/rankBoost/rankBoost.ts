/**
 * RankBoost: the exponential loss over pairs, Σ exp(s(x₀) − s(x₁)) over the pairs in which x₁ belongs above x₀, lowered by one threshold on one
 * feature at a time. Freund, Iyer, Schapire & Singer 2003, "An efficient boosting algorithm for combining preferences".
 *
 * A round takes the threshold h with the greatest |r|, r = Σ π(x) h(x), which is how fast the loss falls along h, and gives it the weight with the
 * least loss: Z = W₀ + W₊ exp(−α) + W₋ exp(α) is least at α = ½ ln(W₊/W₋) (§3.2, first method). The paper's third method, ½ ln((1 + r)/(1 − r)),
 * is there on request. Values are sorted once; a round then takes one addition for each value, and no pair is ever looked at.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import type { TreesModel } from '../../models/trees/trees.ts'
import { logOf } from '../../numeric/special/log.ts'
import type { OptionsOf, Resolved } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptions } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { openChoice } from '../common/chooseOn.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { requireRows } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../common/trainingRecord.ts'
import { type ValidationLists, validationLists } from '../common/validation.ts'
import { type BinnedColumn, binnedColumn } from './binnedColumn.ts'
import { boostedTrees, type Round } from './boostedTrees.ts'
import { columnValues } from './columnValues.ts'
import { type ExponentialPairs, exponentialPairs } from './exponentialPairs.ts'
import { rankBoostOptions } from './rankBoostOptions.ts'
import { bestWeakRanker, markAbove, type WeakRanker } from './weakRanker.ts'

export type RankBoostOptions = OptionsOf<typeof rankBoostOptions> & { readonly valid?: TrainingLists }

/** Rounds without a better value on the validation lists after which the rounds end. */
const PATIENCE = 100

/** A loss or an r below this, relative to equal scores, is rounding. */
const ROUNDING = 1e-12

export function* rankBoost(
  data: TrainingLists,
  { valid: validData, ...given }: RankBoostOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<TreesModel>> {
  requireRuntime(runtime)
  const lists = requireRows(rowsHere(data, 'rankboost'))
  const valid = validData && rowsHere(validData, 'rankboost')
  const options = resolveOptions(rankBoostOptions, given)
  const names = givenOptions(rankBoostOptions, given)
  const { earlyStop, ...others } = options
  if (names.includes('earlyStop') && valid === undefined) refuseOption('earlyStop', 'validation data')
  metricToChooseBy('earlyStop', earlyStop) // a name that is not one should not cost a whole fit
  const pairs = exponentialPairs(lists, options.pairs)
  if (pairs.pairs === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const features = featuresOf(lists)
  const validation = valid && validationLists(valid, features, earlyStop, runtime)
  const columns = yield* binnedColumns(lists, options.thresholds, runtime)
  const fit = yield* boost(lists, columns, pairs, validation, options, runtime)
  const { rounds, tuned, notes, objective, optimality } = fit
  const trees = boostedTrees(columns, rounds)
  requireFinite({ weights: trees.leaves, objective })
  const iterations = rounds.length
  const model: TreesModel = {
    kind: 'trees',
    method: 'rankboost',
    options: { ...others, ...(valid && { iterations, earlyStop }) },
    features,
    ...trees,
    training: trainingRecord(lists, valid, { given: names, tuned, iterations, objective, optimality }, runtime.compute),
  }
  return { model, iterations, objective, optimality, notes: [...(validation?.notes ?? []), ...notes, ...sameDataNotes(model.training)] }
}

function* binnedColumns(lists: RankingLists, mostThresholds: number, runtime: Runtime): Training<BinnedColumn[]> {
  const valuesOf = columnValues(lists)
  const columns: BinnedColumn[] = []
  for (let column = 0; column < lists.width; column++) {
    const binned = binnedColumn(column, valuesOf(column), lists.labels.length, mostThresholds)
    if (binned !== undefined) columns.push(binned)
    yield { stage: 'sorting', done: column + 1, total: lists.width }
    obeyStop(runtime)
  }
  return columns
}

type Fit = Pick<TrainerResult, 'objective' | 'optimality' | 'notes'> & {
  readonly rounds: readonly Round[]
  readonly tuned: TreesModel['training']['tuned']
}

function* boost(
  { labels }: RankingLists,
  columns: readonly BinnedColumn[],
  pairs: ExponentialPairs,
  validation: ValidationLists | undefined,
  options: Resolved<typeof rankBoostOptions>,
  runtime: Runtime,
): Training<Fit> {
  const { iterations, earlyStop: metric } = options
  const scores = new Float64Array(labels.length)
  const potentials = new Float64Array(labels.length)
  const h = new Float64Array(labels.length)
  const rounds: Round[] = []
  const measure = validation && validationScores(validation, columns)
  const choice = openChoice<Pick<Fit, 'objective' | 'optimality'>>({ option: 'iterations', on: 'valid', metric, most: iterations })
  let objective = pairs.evaluate(scores, potentials)
  let best = bestWeakRanker(columns, potentials)
  let [optimality, ended] = [Math.abs(best?.r ?? 0), '']
  while (rounds.length < iterations) {
    obeyStop(runtime)
    if (best === undefined || optimality <= ROUNDING) {
      ended = `ended after ${rounds.length} rounds: no threshold lowers the loss any more`
      break
    }
    if (objective <= ROUNDING) {
      ended = `ended after ${rounds.length} rounds: every pair of the training lists is in order, by a wide margin`
      break
    }
    markAbove(best, columns[best.place], h)
    const alpha = options.learningRate * weightOf(best, pairs, { scores, potentials, h }, options.weight)
    for (let row = 0; row < scores.length; row++) scores[row] += alpha * h[row]
    const { place, bin, missingAbove } = best
    rounds.push({ place, bin, missingAbove, alpha })
    objective = pairs.evaluate(scores, potentials)
    best = bestWeakRanker(columns, potentials)
    optimality = Math.abs(best?.r ?? 0)
    const measured = measure?.(rounds[rounds.length - 1])
    const now = { objective, optimality }
    if (measured !== undefined) choice.offer(rounds.length, measured, () => now)
    yield {
      stage: 'round',
      done: rounds.length,
      total: iterations,
      objective,
      ...(measured !== undefined && { metrics: { [metric]: measured } }),
    }
    if (measured !== undefined && choice.sinceLeader >= PATIENCE) break
  }
  const notes = ended === '' ? [] : [ended]
  if (measure === undefined || rounds.length === 0) return { rounds, tuned: [], notes, objective, optimality }
  const chosen = choice.decide()
  return { rounds: rounds.slice(0, chosen.tried), tuned: [chosen.tuned], notes: [...chosen.notes, ...notes], ...chosen.kept }
}

/**
 * α. A threshold without errors would get an infinite one, so a side that holds less than one pair does counts as one pair, or in the exact form one
 * pair is added to both. That moves α towards 0, so the loss falls all the same.
 */
function weightOf(
  { r }: { readonly r: number },
  pairs: ExponentialPairs,
  { scores, potentials, h }: Readonly<Record<'scores' | 'potentials' | 'h', Float64Array>>,
  how: 'exact' | 'bound',
): number {
  const one = 1 / pairs.pairs
  if (how === 'bound') return logOf(Math.max((1 + r) / 2, one) / Math.max((1 - r) / 2, one)) / 2
  const { right, wrong } = pairs.weights(scores, potentials, h)
  return logOf((right + one) / (wrong + one)) / 2
}

/** The metric on the validation lists after one more round. */
function validationScores({ lists, measure }: ValidationLists, columns: readonly BinnedColumn[]): (round: Round) => number {
  const scores = new Float64Array(lists.labels.length)
  const valuesOf = columnValues(lists)
  return (round) => {
    const { column, thresholds } = columns[round.place]
    const { values, rows } = valuesOf(column)
    const above = (value: number) => isAbove(round, thresholds, value)
    if (rows === undefined) {
      for (let row = 0; row < values.length; row++) if (above(values[row])) scores[row] += round.alpha
    } else {
      const zero = above(0) ? round.alpha : 0
      for (let row = 0; row < scores.length; row++) scores[row] += zero
      for (let at = 0; at < rows.length; at++) scores[rows[at]] += (above(values[at]) ? round.alpha : 0) - zero
    }
    return measure(scores)
  }
}

function isAbove({ bin, missingAbove }: WeakRanker, thresholds: Float32Array, value: number): boolean {
  if (Number.isNaN(value)) return missingAbove
  return bin < thresholds.length && value > thresholds[bin]
}
