import { type ServedList, servedLists } from '../abstention/serving/servedLists.ts'
import { servingOf, servingOptions } from '../abstention/serving/servingOptions.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { MarginUncertainty } from '../models/common/modelCommon.ts'
import { type MarginPosterior, marginPosterior } from '../models/marginPosterior.ts'
import { marginUncertainty } from '../models/marginUncertainty.ts'
import type { ListModel, Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { score } from '../models/score.ts'
import { joined } from '../numeric/allocate.ts'
import { normalQuantile } from '../numeric/special/normalDistribution.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { probabilityAbove } from '../rules/calibration.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { marginOptions } from './marginIntervals.ts'

export const rankOptions = {
  intervals: {
    kind: 'flag',
    doc: 'Tell how far each item lies above the next: intervals, and P(A above B), from models that were trained with uncertainty.',
  },
  level: { ...marginOptions.level, with: { intervals: true } },
  top: { kind: 'integer', atLeast: 1, leftOut: 'all are kept', doc: 'How many items of each list to keep.' },
  ...servingOptions,
} as const satisfies OptionTable

export interface RankedItem {
  /** The number of the row in the file, from 0. */
  readonly row: number
  readonly item?: string
  readonly score: number
  /** Cells of the row that were to be kept, by the name of their column; `rankwright rank --keep` gives them. */
  readonly keep?: Readonly<Record<string, string | undefined>>
  /**
   * From calibrated models: P(this item is better than the next one in the ranking), if the two have different labels. Absent for the last
   * item of a list.
   */
  readonly probability?: number
  /** With intervals: what the posterior says of the margin to the next item of the ranking. Absent for the last item of a list. */
  readonly overNext?: MarginPosterior
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
  const calibratedOf = calibratedOverNext(known)
  const served = servedLists(known, lists, scores, serving, runtime.compute)
  const ranked = (list: number, answer: ServedList, posteriorOf?: PosteriorAt): RankedList => {
    const first = offsets[list]
    const row = (item: number) => sourceRows?.[first + item] ?? first + item
    const { order: all } = answer // with a rule for pairs the places shown and the next one, else all
    const places = all.subarray(0, Math.min(all.length, top))
    const items = Array.from(places, (item, place) => ({
      row: row(item),
      ...(itemIds && { item: itemIds[first + item] }),
      score: scores[first + item],
      ...(place + 1 < all.length && {
        ...calibratedOf?.(scores[first + item], scores[first + all[place + 1]]),
        ...(posteriorOf && { overNext: posteriorOf(place) }),
      }),
    }))
    return { id: listIds[list], items, ...answerRows(answer, row) }
  }
  if (!intervals) {
    return iterable(function* () {
      for (const list of listIds.keys()) yield ranked(list, served(list, top))
    })
  }
  const uncertainty = marginUncertainty(known, lists, runtime)
  return iterable(function* () {
    for (let list = 0; list < listIds.length; ) {
      const batch: NextPairs[] = []
      for (let count = 0; count < batchPairs && list < listIds.length; list++) {
        const answer = served(list, top)
        const pairs = nextPairs(answer.order, offsets[list], top)
        batch.push({ list, answer, pairs })
        count += pairs.length / 2
      }
      const posteriors = posteriorsOf(batch, scores, uncertainty, level!)
      for (const [index, { list: own, answer }] of batch.entries()) yield ranked(own, answer, posteriors[index])
    }
  })
}

/** Margins whose uncertainty is computed together. */
const batchPairs = 4096

/** A list as it is served, and its neighbours as pairs of rows. */
interface NextPairs {
  readonly list: number
  readonly answer: ServedList
  readonly pairs: Uint32Array
}

/** What the posterior says of an item and the next, by the place of the item. */
type PosteriorAt = (place: number) => MarginPosterior

/** Each of the first `top` items with the next one. */
function nextPairs(order: Uint32Array, first: number, top: number): Uint32Array {
  const pairs = new Uint32Array(2 * Math.max(0, Math.min(top, order.length - 1)))
  for (let at = 0; at < pairs.length; at++) pairs[at] = first + order[(at + 1) >> 1]
  return pairs
}

function posteriorsOf(
  batch: readonly NextPairs[],
  scores: Float64Array,
  { deviations, noise }: MarginUncertainty,
  level: number,
): PosteriorAt[] {
  const reach = normalQuantile((1 + level) / 2)
  const all = joined(
    Uint32Array,
    batch.map(({ pairs }) => pairs),
  )
  const found = deviations(all)
  let before = 0
  return batch.map(({ pairs }) => {
    const first = before
    before += pairs.length / 2
    return (place) => marginPosterior(scores[pairs[2 * place]] - scores[pairs[2 * place + 1]], found[first + place], noise, reach)
  })
}

/** How probable it is that an item is better than the next one; undefined for models that are not calibrated. */
function calibratedOverNext({
  calibration,
}: ListModel): ((own: number, next: number) => Required<Pick<RankedItem, 'probability'>>) | undefined {
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
