import { type ServedList, servedLists } from '../abstention/serving/servedLists.ts'
import { servingOf, servingOptions } from '../abstention/serving/servingOptions.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { ScoreUncertainty } from '../models/common/modelCommon.ts'
import type { ListModel, Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { score } from '../models/score.ts'
import { scoreUncertainty } from '../models/scoreUncertainty.ts'
import { normalQuantile } from '../numeric/special/normalDistribution.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { probabilityAbove } from '../rules/calibration.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'

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
  ...servingOptions,
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
  requireLists('lists', lists)
  requireRuntime(runtime)
  const { top = Infinity, intervals, level } = resolveOptions(rankOptions, options)
  const { top: _top, intervals: _intervals, level: _level, ...asked } = options
  const known = requireListModel(model)
  const serving = servingOf(known, asked)
  const { offsets, listIds, itemIds, sourceRows } = lists
  const scores = score(known, lists, runtime)
  const around = intervals ? intervalsOf(scores, scoreUncertainty(model, lists, runtime), offsets, level!) : undefined
  const overNext = overNextOf(known)
  const served = servedLists(known, lists, scores, serving, runtime.compute)
  const ranked = (id: string, list: number): RankedList => {
    const first = offsets[list]
    const row = (item: number) => sourceRows?.[first + item] ?? first + item
    const answer = served(list, top)
    const { order: all } = answer // with a rule for pairs the places shown and the next one, else all
    const places = all.subarray(0, Math.min(all.length, top))
    const items = Array.from(places, (item, place) => ({
      row: row(item),
      ...(itemIds && { item: itemIds[first + item] }),
      score: scores[first + item],
      ...(place + 1 < all.length && overNext?.(scores[first + item], scores[first + all[place + 1]])),
      ...around?.(first + item, list),
    }))
    return { id, items, ...answerRows(answer, row) }
  }
  return iterable(function* () {
    for (const [list, id] of listIds.entries()) yield ranked(id, list)
  })
}

/** How probable it is that an item is better than the next one; undefined for models that are not calibrated. */
function overNextOf({ calibration }: ListModel): ((own: number, next: number) => Required<Pick<RankedItem, 'probability'>>) | undefined {
  return calibration && ((own, next) => ({ probability: probabilityAbove(calibration, own - next) }))
}

/** What is undecided in a list, as rows of the file. */
function answerRows(answer: ServedList, row: (item: number) => number): Omit<RankedList, 'id' | 'items'> {
  switch (answer.by) {
    case 'score':
      return {}
    case 'whole list':
      return { confidence: answer.confidence, answered: answer.answered }
    case 'pairs': {
      const { order, pairs, runs } = answer
      return {
        undecided: iterable(function* () {
          for (const [higher, lower] of pairs()) yield [row(higher), row(lower)] as const
        }),
        runs: runs.map(([from, to]) => Array.from(order.subarray(from, to), row)),
      }
    }
  }
}

function iterable<Entry>(entries: () => Generator<Entry>): Iterable<Entry> {
  return { [Symbol.iterator]: entries }
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
