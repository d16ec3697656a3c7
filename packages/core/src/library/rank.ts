import { distanceNormOf, distanceNorms } from '../abstention/modelPoints.ts'
import { listConfidence } from '../abstention/rules/listConfidence.ts'
import { pairRule } from '../abstention/rules/pairRule.ts'
import { tiePolicies, tieRank, type UndecidedList, undecidedList } from '../abstention/undecided.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { AbstentionRule } from '../models/common/abstentionRule.ts'
import { probabilityAbove } from '../models/common/calibration.ts'
import type { ScoreUncertainty } from '../models/common/modelCommon.ts'
import type { ListModel, Model } from '../models/model.ts'
import { requireCalibration, requireListModel, requireMapped } from '../models/requireModel.ts'
import { score } from '../models/score.ts'
import { scoreUncertainty } from '../models/scoreUncertainty.ts'
import { seededRandom } from '../numeric/random.ts'
import { normalQuantile } from '../numeric/special/normalDistribution.ts'
import type { OptionsOf, OptionTable, Resolved } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'

export const rankOptions = {
  intervals: { kind: 'flag', doc: 'Tell intervals around the scores, from models that were trained with uncertainty.' },
  level: {
    kind: 'number',
    default: 0.95,
    above: 0,
    below: 1,
    with: { intervals: true },
    doc: 'How probable it is that an interval holds the score, or the label.',
  },
  top: { kind: 'integer', atLeast: 1, leftOut: 'all are kept', doc: 'How many items of each list to keep.' },
  abstainRadius: {
    kind: 'number',
    atLeast: 0,
    leftOut: 'the rule of the model holds, if it has one',
    doc: "Leave pairs of items undecided that are at most this far apart, after the model's feature map.",
  },
  abstainMargin: {
    kind: 'number',
    atLeast: 0,
    leftOut: 'the rule of the model holds, if it has one',
    doc: 'Leave pairs of items undecided whose scores differ by at most this much.',
  },
  abstainProbability: {
    kind: 'number',
    atLeast: 0.5,
    atMost: 1,
    leftOut: 'the rule of the model holds, if it has one',
    doc: 'Leave pairs of items undecided if the better score belongs to the better item with a probability below this; for calibrated models.',
  },
  decideAll: { kind: 'flag', doc: 'Decide every pair and every list, even if the model has a rule to leave some undecided.' },
  norm: {
    kind: 'choice',
    of: distanceNorms,
    with: { abstainRadius: true },
    leftOut: 'that of the model, or 2 where it has none',
    doc: 'Norm of the distances.',
  },
  ties: {
    kind: 'choice',
    default: 'review',
    of: tiePolicies,
    doc: 'What becomes of a run of undecided items: keep the order they came in, draw one at random, or leave them by score for review.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, with: { ties: 'random' }, doc: 'Seed of the random order.' },
} as const satisfies OptionTable

export interface RankedItem {
  /** The number of the row in the file, from 0. */
  readonly row: number
  readonly item?: string
  readonly score: number
  /**
   * From calibrated models: P(this item is better than the next one in the ranking), if the two have different labels. Absent for the last
   * item of a list.
   */
  readonly probability?: number
  /** Interval of the score at the level asked for, relative to the average of the list. */
  readonly interval?: readonly [number, number]
  /** Interval of the label at that level: wider, because labels scatter around scores. */
  readonly labelInterval?: readonly [number, number]
}

export interface RankedItems extends Omit<RankedList, 'undecided'> {
  /** With a rule for pairs: pairs of rows among these items that are undecided, the higher one first. */
  readonly undecided?: readonly (readonly [number, number])[]
}

/** Undecided pairs are found as they are asked for: there may be far more of them than items. */
export interface RankedList {
  readonly id: string
  /** With a rule for whole lists: how sure the model is of this one. */
  readonly confidence?: number
  /** With a rule for whole lists: whether the items are ordered by the model; if not, they are in the order they came in. */
  readonly answered?: boolean
  /** Best first; items with the same score stay in the order of the rows. */
  readonly items: readonly RankedItem[]
  /** With a rule for pairs: pairs of rows among these items that are undecided, the higher one first. Each iteration looks for them anew. */
  readonly undecided?: Iterable<readonly [number, number]>
  /** With a rule for pairs: longest runs of rows, in the order given here, in which each is undecided with the next. */
  readonly runs?: readonly (readonly number[])[]
}

/** The items of each list, ranked by the model. */
export function rank(
  model: Model,
  lists: RankingLists,
  options: OptionsOf<typeof rankOptions> = {},
  runtime: Runtime = plainRuntime,
): RankedItems[] {
  return Array.from(rankEach(model, lists, options, runtime), ({ undecided, ...list }) => ({
    ...list,
    ...(undecided && { undecided: [...undecided] }),
  }))
}

/** The same, a list at a time: only what is being looked at is kept. */
export function rankEach(
  model: Model,
  lists: RankingLists,
  options: OptionsOf<typeof rankOptions> = {},
  runtime: Runtime = plainRuntime,
): Iterable<RankedList> {
  const resolved = resolveOptions(rankOptions, options)
  const { top = Infinity, intervals, level } = resolved
  const known = requireListModel(model)
  const rule = ruleInForce(known, resolved)
  requireUse(options, rule)
  const { offsets, listIds, itemIds, sourceRows } = lists
  const scores = score(known, lists, runtime)
  const around = intervals ? intervalsOf(scores, scoreUncertainty(model, lists, runtime), offsets, level!) : undefined
  const overNext = overNextOf(known)
  const order = new Uint32Array(scores.length)
  runtime.compute.argsortDescending(offsets, scores, order)
  const answerOf = rule === undefined ? undefined : abstentionOf(rule, known, lists, scores, resolved, runtime)
  const ranked = (id: string, list: number): RankedList => {
    const first = offsets[list]
    const row = (item: number) => sourceRows?.[first + item] ?? first + item
    const byScore = order.subarray(first, offsets[list + 1])
    const answer = answerOf?.(list, byScore, top)
    const all = answer?.order ?? byScore // with a rule for pairs the places shown and the next one, else all
    const places = all.subarray(0, Math.min(all.length, top))
    const items = Array.from(places, (item, place) => ({
      row: row(item),
      ...(itemIds && { item: itemIds[first + item] }),
      score: scores[first + item],
      ...(place + 1 < all.length && overNext?.(scores[first + item], scores[first + all[place + 1]])),
      ...around?.(first + item, list),
    }))
    return { id, items, ...(answer && answerRows(answer, row)) }
  }
  return iterable(function* () {
    for (const [list, id] of listIds.entries()) yield ranked(id, list)
  })
}

type RankSettings = Resolved<typeof rankOptions>

/** The rule that was asked for, or else the one of the model. */
function ruleInForce(model: ListModel, { abstainRadius, abstainMargin, abstainProbability, decideAll, norm }: RankSettings) {
  const asked: AbstentionRule[] = []
  if (abstainRadius !== undefined)
    asked.push({ rule: 'distance', threshold: abstainRadius, norm: norm ?? distanceNormOf(requireMapped(model)) })
  if (abstainMargin !== undefined) asked.push({ rule: 'margin', threshold: abstainMargin })
  if (abstainProbability !== undefined) asked.push({ rule: 'probability', threshold: abstainProbability })
  if (asked.length + (decideAll ? 1 : 0) > 1) throw new RankwrightError({ area: 'model', code: 'several-rules' })
  return asked[0] ?? (decideAll ? undefined : model.abstention)
}

function requireUse({ ties, decideAll }: OptionsOf<typeof rankOptions>, rule: AbstentionRule | undefined): void {
  if (ties === undefined || (rule !== undefined && rule.rule !== 'list')) return
  const needs = `abstainRadius, abstainMargin, abstainProbability, or a model with a rule for pairs${decideAll ? ' and without decideAll' : ''}`
  throw new RankwrightError({ area: 'option', code: 'option-without-effect', option: 'ties', needs })
}

/** How probable it is that an item is better than the next one; undefined for models that are not calibrated. */
function overNextOf({ calibration }: ListModel): ((own: number, next: number) => Required<Pick<RankedItem, 'probability'>>) | undefined {
  return calibration && ((own, next) => ({ probability: probabilityAbove(calibration, own - next) }))
}

/** A list as a rule leaves it. */
type ListAnswer =
  | (UndecidedList & { readonly pairs: Iterable<readonly [number, number]> })
  | { readonly order: Uint32Array; readonly confidence: number; readonly answered: boolean }

/** What is undecided in a list, as rows of the file. */
function answerRows(answer: ListAnswer, row: (item: number) => number): Omit<RankedList, 'id' | 'items'> {
  if ('confidence' in answer) return { confidence: answer.confidence, answered: answer.answered }
  const { order, pairs, runs } = answer
  return {
    undecided: iterable(function* () {
      for (const [higher, lower] of pairs) yield [row(higher), row(lower)] as const
    }),
    runs: runs.map(([from, to]) => Array.from(order.subarray(from, to), row)),
  }
}

function iterable<Entry>(entries: () => Generator<Entry>): Iterable<Entry> {
  return { [Symbol.iterator]: entries }
}

/** `order` holds all items of the list by score. */
function abstentionOf(
  rule: AbstentionRule,
  model: ListModel,
  lists: RankingLists,
  scores: Float64Array,
  { ties, seed }: RankSettings,
  { compute }: Runtime,
): (list: number, order: Uint32Array, top: number) => ListAnswer {
  const { offsets } = lists
  if (rule.rule === 'list') {
    const calibration = requireCalibration(model)
    return (list, order) => {
      const confidence = listConfidence(scores.subarray(offsets[list], offsets[list + 1]), order, calibration, rule)
      const answered = confidence >= rule.threshold
      return { confidence, answered, order: answered ? order : order.slice().sort() }
    }
  }
  const random = seed === undefined ? undefined : seededRandom(seed)
  const ruleOf = pairRule(rule, model, lists, scores, compute)
  return (list, order, top) => {
    // One place more than is shown, for the probability of the last one over the next.
    const found = undecidedList(order, top + 1, ruleOf(list), tieRank(ties, order.length, random?.fork(`list ${list}`)))
    const runs = found.runs.map(([from, to]) => [from, Math.min(to, top)] as const).filter(([from, to]) => to - from > 1)
    // The rule of the list is made again when the pairs are asked for, so that its rows need not be kept.
    return {
      order: found.order,
      runs,
      pairs: iterable(() => ruleOf(list).pairsAmong(found.order.subarray(0, Math.min(top, order.length)))),
    }
  }
}

function intervalsOf(
  scores: Float64Array,
  { deviations, noise }: ScoreUncertainty,
  offsets: Uint32Array,
  level: number,
): (row: number, list: number) => Required<Pick<RankedItem, 'interval' | 'labelInterval'>> {
  const reach = normalQuantile((1 + level) / 2)
  return (row, list) => {
    const size = offsets[list + 1] - offsets[list]
    const own = reach * deviations[row]
    const label = reach * Math.sqrt(deviations[row] * deviations[row] + noise * (1 - 1 / size)) // a label, too, is seen from the mean of its list
    return { interval: [scores[row] - own, scores[row] + own], labelInterval: [scores[row] - label, scores[row] + label] }
  }
}
