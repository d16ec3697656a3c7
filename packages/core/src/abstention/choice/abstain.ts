/**
 * What it costs and saves to leave things undecided by a rule: a table over thresholds and costs, the best threshold for a cost, a threshold
 * with a guarantee, and what goes wrong among what is answered. For rules of pairs, pairs are drawn among rows with different labels in
 * the same list; the rule of whole lists looks at every list.
 */

import { requireObject } from '../../arguments/requireKind.ts'
import { requireNumbers } from '../../arguments/requireNumbers.ts'
import { callback, fields, madeBy, typed } from '../../arguments/shapes.ts'
import { allPairs, countPairs, type DrawnPairs, drawPairs, givenPairs, labelPairs } from '../../data/lists/labelPairs.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { requireLists } from '../../data/lists/requireLists.ts'
import type { ChosenRule } from '../../models/common/abstentionRule.ts'
import { judgedFor } from '../../models/judgedFor.ts'
import type { ListModel, Model } from '../../models/model.ts'
import { requireCalibration, requireListModel, requireMapped } from '../../models/requireModel.ts'
import { score } from '../../models/score.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { OptionsOf, Resolved } from '../../options/optionTable.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Calibration } from '../../rules/calibration.ts'
import type { ListConfidence } from '../../rules/listConfidence.ts'
import { type AbstentionRule, isScoreRuleName, rowOf, rules, type ScoreRuleName, scoreRow } from '../../rules/ruleTable.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../../runtime/runtime.ts'
import { identityOfLists } from '../../work/operations/fingerprint.ts'
import { abstainByDistance, type RadiusReport } from '../abstainByDistance.ts'
import type { AbstainCell } from '../abstainCell.ts'
import { requireFewDrawn } from '../abstainOptions.ts'
import type { Reliability } from '../calibration/reliability.ts'
import { type GuaranteedThreshold, guaranteedThreshold } from '../guaranteedThreshold.ts'
import { listRisks } from '../listRisks.ts'
import { type CurvePoint, riskArea, riskCoverageCurve } from '../riskCoverage.ts'
import { countDistinct } from '../riskIsAtMost.ts'
import { type ChosenThreshold, chosenThreshold } from './chosenThreshold.ts'
import { guaranteeConditions } from './guaranteeConditions.ts'
import { type GuaranteedLists, guaranteedLists } from './guaranteedLists.ts'
import { judgedLists, type ListRiskName, listRiskText } from './judgedLists.ts'
import { type KnownLists, knownLists } from './knownLists.ts'
import { type ListCurvePoint, listCurve } from './listCurve.ts'
import { type RuleCell, ruleCell } from './ruleCell.ts'
import { ruleOptions } from './ruleOptions.ts'
import { joinedConfident, scoreJudge } from './scorePairs.ts'
import { type CalibratedOn, type TestedOn, testedOn } from './testedOn.ts'
import { thresholdGrid } from './thresholdGrid.ts'
import { type UnseenLists, unseenLists } from './unseenLists.ts'

export type AbstainReport = DistanceReport | ScoreReport | ListReport

/** What every report has. */
interface Kept {
  /** The rule to store in the model: the one chosen, guaranteed, or given by hand as the only threshold. */
  readonly stored?: ChosenRule
  /** With a guarantee: how many lists were given, how many of them do not count because the model has seen them, and how many repeat another. */
  readonly heldOut?: Pick<UnseenLists, 'given' | 'seen' | 'repeated'>
  /** Without a guarantee, if the model knows any of the lists: what is measured on these looks better than it is. */
  readonly known?: KnownLists
}

export interface DistanceReport extends Kept, Omit<RadiusReport, 'table' | 'bipartite' | 'chosen'> {
  readonly rule: 'distance'
  /** Over pairs of different labels, or those given: loss (2), or the conditional loss if the setting is bipartite. */
  readonly table: readonly (RuleCell & { readonly radius: number })[]
  /** Of a model of the bipartite setting, loss (5): over all pairs of items, also those of one class, which cost c within the radius. */
  readonly bipartite?: readonly (RuleCell & { readonly radius: number })[]
  readonly chosen?: NonNullable<RadiusReport['chosen']> & { readonly rule: 'distance'; readonly threshold: number }
}

/** What a calibration did here. */
interface WithCalibration {
  /** Which calibration was used; `calibration` is the one to keep with the rule. */
  readonly calibratedOn?: CalibratedOn
  readonly calibration?: Calibration
  /** What it says against what is right, on lists that it was not fitted to. */
  readonly reliability?: Reliability
}

export interface ScoreReport extends Kept, WithCalibration {
  readonly rule: ScoreRuleName
  /** Drawn in each run. */
  readonly pairs: number
  readonly runs: number
  readonly table: readonly RuleCell[]
  readonly chosen?: ChosenThreshold & { readonly exact: boolean; readonly pairs: number; readonly of: number }
  readonly guaranteed?: GuaranteedThreshold
  /** Risk against coverage, over all pairs, or over the drawn ones if there are very many: lists with more pairs count more. */
  readonly curve: readonly (CurvePoint & { readonly rule: ScoreRuleName })[]
  readonly areas: readonly { readonly rule: string; readonly area: number; readonly interval: readonly [number, number] }[]
}

export interface ListReport extends Kept, WithCalibration {
  readonly rule: 'list'
  readonly risk: ListRiskName
  readonly about: ListConfidence
  readonly cutoff: number
  /** Lists with two items of different labels, of all lists. */
  readonly lists: number
  readonly of: number
  readonly table: readonly RuleCell[]
  readonly chosen?: ChosenThreshold
  readonly guaranteed?: GuaranteedLists
  readonly curve: readonly ListCurvePoint[]
}

const CURVE_POINTS = 20
const RESAMPLES = 200
/** With more pairs than these a threshold is chosen on drawn ones. */
const MOST_PAIRS = 2 ** 21
/** Up to this many pairs the curve is over all of them; more would take long to resample. */
const MOST_OF_CURVE = 2 ** 19

const wrongAmongAnswered = 'the mean over lists of the share of wrong pairs among the answered'

export interface AbstainOptions extends OptionsOf<typeof ruleOptions> {
  /** Pairs to judge by, instead of all with different labels. The second row of each belongs above the first. */
  readonly preferences?: DrawnPairs
  /** Called before every run of drawn pairs with how many are done. */
  readonly onRun?: (done: number) => void
}

type Settings = Resolved<typeof ruleOptions>

export function abstain(
  model: Model,
  lists: RankingLists,
  options?: AbstainOptions & { readonly rule?: 'distance' },
  runtime?: Runtime,
): DistanceReport
export function abstain(
  model: Model,
  lists: RankingLists,
  options: AbstainOptions & { readonly rule: ScoreRuleName },
  runtime?: Runtime,
): ScoreReport
export function abstain(
  model: Model,
  lists: RankingLists,
  options: AbstainOptions & { readonly rule: 'list' },
  runtime?: Runtime,
): ListReport
export function abstain(model: Model, lists: RankingLists, options?: AbstainOptions, runtime?: Runtime): AbstainReport
export function abstain(given: Model, data: RankingLists, options: AbstainOptions = {}, runtime: Runtime = plainRuntime): AbstainReport {
  requireObject('options', options, 'an object with options')
  requireRuntime(runtime)
  requireLists('lists', data)
  requireNumbers('lists.labels', data.labels)
  const { preferences, onRun, ...own } = options
  if (preferences !== undefined)
    fields({ first: typed(Uint32Array), second: typed(Uint32Array) }, 'pairs, as parsePreferredPairs gives them')(
      'options.preferences',
      preferences,
    )
  if (onRun !== undefined) callback('options.onRun', onRun)
  const settings = resolveOptions(ruleOptions, own)
  const model = requireListModel(given)
  const lists = preferences === undefined ? judgedFor(model, data) : data
  if (settings.guarantee === undefined) {
    const known = knownLists(model, lists, runtime.compute)
    return { ...measured(model, { lists, trained: known?.training ?? 0 }, options, settings, runtime), ...(known && { known }) }
  }
  const unseen = unseenLists(model, lists, runtime.compute)
  const { given: count, seen, repeated } = unseen
  if (preferences !== undefined && seen > 0) {
    const found = { same: seen, similar: 0, rows: 0, lists: count }
    throw new RankwrightError({ area: 'guarantee', code: 'held-out-is-known', as: 'training', found })
  }
  const byPreferences = preferences !== undefined
  const sample = { lists: unseen.lists, trained: 0, unseen, byPreferences, ...(repeated > 0 && { first: unseen.first }) }
  return { ...measured(model, sample, options, settings, runtime), heldOut: { given: count, seen, repeated } }
}

/** The lists to measure on. */
interface Sample {
  readonly lists: RankingLists
  /** How many of them the model was trained on. */
  readonly trained: number
  /** For a guarantee. */
  readonly unseen?: UnseenLists
  /** For every list the place of the first that is equal to it; absent if no list repeats another. */
  readonly first?: Uint32Array | undefined
  /** Whether pairs were given to judge them by. */
  readonly byPreferences?: boolean
}

function measured(model: ListModel, sample: Sample, options: AbstainOptions, settings: Settings, runtime: Runtime): AbstainReport {
  const { rule } = settings
  if (isScoreRuleName(rule)) return byScore(model, sample, options, settings, rule, runtime)
  if (rowOf(rule).looksAt === 'rows') return byDistance(model, sample, options, settings, runtime)
  if (options.preferences !== undefined)
    throw new RankwrightError({ area: 'option', code: 'option-without-effect', option: 'preferences', needs: 'a rule for pairs' })
  return byList(model, sample, settings, runtime)
}

/** The model that keeps what a report found: its rule, and the calibration that goes with it. */
export function obeying<Kind extends ListModel>(model: Kind, report: AbstainReport): Kind {
  requireListModel(model)
  madeBy('abstain', 'table')('report', report)
  const fitted = 'calibration' in report ? report.calibration : undefined
  const trained = report.known?.training ?? 0
  const calibration = fitted && trained > 0 ? { ...fitted, trained } : fitted
  return { ...model, ...(calibration && { calibration }), ...(report.stored && { abstention: report.stored }) }
}

function byDistance(model: ListModel, sample: Sample, options: AbstainOptions, settings: Settings, runtime: Runtime): DistanceReport {
  const { lists, first } = sample
  const { thresholds, radii, costs, norm: givenNorm, pairs, runs, seed, choose, cost, guarantee, delta, preferences, onRun } = options
  if (thresholds !== undefined && radii !== undefined)
    throw new RankwrightError({ area: 'option', code: 'option-without-effect', option: 'radii', needs: 'no thresholds beside it' })
  const mapped = requireMapped(model)
  const tried = thresholds ?? radii
  const own = { costs, radii: tried, norm: givenNorm, pairs, runs, seed, choose, cost, guarantee, delta, preferences, first, onRun }
  const found = abstainByDistance(mapped, lists, own, runtime)
  const { chosen, guaranteed, table, bipartite, norm } = found
  const stored = storedRule(
    (threshold) => ({ rule: 'distance', threshold, norm }),
    { chosen: chosen?.radius, loss: chosen?.loss, guaranteed: guaranteed?.radius, given: tried },
    settings,
    { risk: wrongAmongAnswered, count: guaranteed?.lists ?? lists.listIds.length, sample, guaranteed },
    runtime,
  )
  const { chosen: _chosen, table: _table, bipartite: _bipartite, ...others } = found
  const cells = (of: readonly AbstainCell[]) =>
    of.map(({ cost, radius, ...cell }) => ({ rule: 'distance' as const, threshold: radius, radius, cost, ...cell }))
  return {
    rule: 'distance',
    ...others,
    table: cells(table),
    ...(bipartite && { bipartite: cells(bipartite) }),
    ...(chosen && { chosen: { rule: 'distance', threshold: chosen.radius, ...chosen } }),
    ...(stored && { stored }),
  }
}

function byScore(
  model: ListModel,
  sample: Sample,
  { preferences, onRun }: AbstainOptions,
  settings: Settings,
  rule: ScoreRuleName,
  runtime: Runtime,
): ScoreReport {
  const { costs, pairs, runs, seed, cost, guarantee, delta, thresholds, calibrate } = settings
  requireFewDrawn(pairs!, runs!)
  const { lists: given } = sample
  const halves = guarantee !== undefined
  const { needsCalibration, isAnswered, confidenceAt } = scoreRow(rule)
  const tested = needsCalibration ? testedOn(model, given, { calibrate, halves, first: sample.first, seed }, runtime) : undefined
  const { lists, first } = tested ?? sample
  if (preferences !== undefined && lists !== given) throw new RankwrightError({ area: 'model', code: 'not-calibrated' })
  const grid = thresholdGrid(rule, thresholds, tested?.calibration ?? model.calibration)
  const known = preferences === undefined ? labelPairs(lists) : givenPairs(preferences)
  const total = countPairs(known)
  if (total === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const random = seededRandom(seed)
  const { judge, each } = scoreJudge(score(model, lists, runtime), known, (margin, list) =>
    confidenceAt(margin, () => tested?.calibrationOf(list) ?? requireCalibration(model)),
  )
  const judged = Array.from({ length: runs! }, (_, run) => {
    onRun?.(run)
    return judge(drawPairs(known, pairs!, random.fork(`run ${run}`)))
  })
  const all = joinedConfident(judged)
  const exact = total <= MOST_PAIRS
  const every = exact && (cost !== undefined || total <= MOST_OF_CURVE) ? judge(allPairs(known)) : undefined
  const units = every ?? all
  const shown = total <= MOST_OF_CURVE ? units : all
  const chosen = cost === undefined ? undefined : chosenThreshold(rule, units, cost, { resamples: RESAMPLES, seed }, isAnswered)
  const guaranteed =
    guarantee === undefined
      ? undefined
      : guaranteedThreshold(listRisks(each, grid, random.fork('lists'), isAnswered), {
          alpha: guarantee,
          delta: delta!,
          first,
          of: countDistinct(lists.listIds.length, first),
        })
  const stored = storedRule(
    (threshold) => ({ rule, threshold }),
    { chosen: chosen?.threshold, loss: chosen?.loss, guaranteed: guaranteed?.threshold, given: thresholds },
    settings,
    { risk: wrongAmongAnswered, count: guaranteed?.lists ?? lists.listIds.length, sample: { ...sample, lists }, guaranteed, tested },
    runtime,
  )
  return {
    rule,
    pairs: pairs!,
    runs: runs!,
    table: costs.flatMap((each) => grid.map((threshold) => ruleCell(judged, { rule, threshold, isAnswered }, each))),
    ...(chosen && { chosen: { ...chosen, exact, pairs: units.wrong.length, of: total } }),
    ...(guaranteed && { guaranteed }),
    curve: riskCoverageCurve(shown.confidence, shown.wrong, CURVE_POINTS).map((point) => ({ rule, ...point })),
    areas: [{ rule, ...riskArea(shown, shown.confidence, RESAMPLES, seed) }],
    ...keptCalibration(tested),
    ...(stored && { stored }),
  }
}

function byList(model: ListModel, sample: Sample, settings: Settings, runtime: Runtime): ListReport {
  const { costs, seed, cost, guarantee, delta, thresholds, calibrate, risk, cutoff } = settings
  const [name, k] = [risk!, cutoff!]
  const about: ListConfidence = name === 'top' ? 'top' : 'order'
  const tested = testedOn(model, sample.lists, { calibrate, halves: guarantee !== undefined, first: sample.first, seed }, runtime)
  const { lists, first } = tested
  const grid = thresholdGrid('list', thresholds, tested.calibration)
  const judged = judgedLists(score(model, lists, runtime), lists, tested.calibrationOf, { about, cutoff: k })
  const count = judged.lists.length
  if (count === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const { confidence } = judged
  const wrong = judged.risks[name]
  const units = { lists: judged.lists, first: judged.lists, second: judged.lists, confidence, wrong }
  const chosen =
    cost === undefined ? undefined : chosenThreshold('list', units, cost, { resamples: RESAMPLES, seed }, rules.list.isAnswered)
  const guaranteed =
    guarantee === undefined
      ? undefined
      : guaranteedLists({ lists: judged.lists, confidence, risk: wrong }, grid, { alpha: guarantee, delta: delta!, first })
  const stored = storedRule(
    (threshold) => ({ rule: 'list', threshold, about, cutoff: k }),
    { chosen: chosen?.threshold, loss: chosen?.loss, guaranteed: guaranteed?.threshold, given: thresholds },
    settings,
    {
      risk: `the mean over answered lists of ${listRiskText[name](k)}`,
      count: guaranteed?.lists ?? count,
      sample: { ...sample, lists },
      guaranteed: guaranteed && { ...guaranteed, of: countDistinct(lists.listIds.length, first) },
      tested,
    },
    runtime,
  )
  return {
    rule: 'list',
    risk: name,
    about,
    cutoff: k,
    lists: count,
    of: lists.listIds.length,
    table: costs.flatMap((each) =>
      grid.map((threshold) => ruleCell([units], { rule: 'list', threshold, isAnswered: rules.list.isAnswered }, each)),
    ),
    ...(chosen && { chosen }),
    ...(guaranteed && { guaranteed }),
    curve: listCurve(judged, name, CURVE_POINTS),
    ...keptCalibration(tested),
    ...(stored && { stored }),
  }
}

function keptCalibration(tested: TestedOn | undefined): WithCalibration {
  if (tested === undefined) return {}
  const { calibration, calibratedOn, reliability } = tested
  return { calibratedOn, ...(calibratedOn !== 'the model' && { calibration }), ...(reliability && { reliability }) }
}

interface Found {
  readonly chosen?: number | undefined
  readonly loss?: number | undefined
  readonly guaranteed?: number | undefined
  /** Thresholds that the caller named. */
  readonly given?: readonly number[] | undefined
}

/** What was measured, and on which lists. */
interface Measured {
  readonly risk: string
  /** How many lists count. */
  readonly count: number
  readonly sample: Sample
  readonly guaranteed?: GuaranteedThreshold | (GuaranteedLists & { readonly of: number }) | undefined
  readonly tested?: TestedOn | undefined
}

/** The guaranteed threshold if a guarantee was asked for, else the chosen one, else a single one that was given. */
function storedRule(
  ruleAt: (threshold: number) => AbstentionRule,
  { chosen, loss, guaranteed, given }: Found,
  { cost, guarantee, delta }: Settings,
  { risk, count, sample, guaranteed: passed, tested }: Measured,
  { compute }: Runtime,
): ChosenRule | undefined {
  const on = () => ({ lists: count, ...identityOfLists(sample.lists, compute) })
  if (guarantee !== undefined) {
    if (guaranteed === undefined || passed === undefined || sample.unseen === undefined) return undefined
    const { byPreferences = false } = sample
    const about = { calibratedOn: tested?.calibratedOn, thresholdsGiven: given !== undefined, byPreferences }
    const conditions = guaranteeConditions(passed, sample.unseen, about)
    return { ...ruleAt(guaranteed), origin: { by: 'guarantee', risk, alpha: guarantee, delta: delta!, conditions, ...on() } }
  }
  if (cost !== undefined && chosen !== undefined)
    return { ...ruleAt(chosen), origin: { by: 'cost', cost, loss: loss!, trained: sample.trained, ...on() } }
  return given?.length === 1 ? { ...ruleAt(given[0]), origin: { by: 'hand' } } : undefined
}
