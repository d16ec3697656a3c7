import { distanceRule } from '../abstention/distanceRule.ts'
import { distanceNormOf, distanceNorms, listPoints, requireRoomForEach } from '../abstention/modelPoints.ts'
import { tiePolicies, tieRank, type UndecidedList, undecidedList } from '../abstention/undecided.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { probabilityAbove } from '../models/common/calibration.ts'
import type { ScoreUncertainty } from '../models/common/modelCommon.ts'
import { matchLists } from '../models/matchLists.ts'
import type { Model } from '../models/model.ts'
import { requireListModel, requireMapped } from '../models/requireModel.ts'
import { score } from '../models/score.ts'
import { scoreUncertainty } from '../models/scoreUncertainty.ts'
import { seededRandom } from '../numeric/random.ts'
import { normalQuantile } from '../numeric/special/normalDistribution.ts'
import { onlyWith } from '../options/condition.ts'
import type { OptionsOf, OptionTable, Resolved } from '../options/optionTable.ts'
import { partOfOptions } from '../options/partOfOptions.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'

/** How items are left undecided that lie close together. */
const abstentionOptions = {
  norm: { kind: 'choice', of: distanceNorms, leftOut: 'that of the model, or 2 where it has none', doc: 'Norm of these distances.' },
  ties: {
    kind: 'choice',
    default: 'review',
    of: tiePolicies,
    doc: 'What becomes of a run of undecided items: keep the order they came in, draw one at random, or leave them by score for review.',
  },
  seed: { kind: 'integer', default: 1, atLeast: 0, with: { ties: 'random' }, doc: 'Seed of the random order.' },
} as const satisfies OptionTable

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
    leftOut: 'every pair is decided',
    doc: "Leave pairs of items undecided that are at most this far apart, after the model's feature map.",
  },
  ...onlyWith({ abstainRadius: true }, abstentionOptions),
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
  /** With a radius: pairs of rows among these items that are undecided, the higher one first. */
  readonly undecided?: readonly (readonly [number, number])[]
}

/** Undecided pairs are found as they are asked for: there may be far more of them than items. */
export interface RankedList {
  readonly id: string
  /** Best first; items with the same score stay in the order of the rows. */
  readonly items: readonly RankedItem[]
  /** With a radius: pairs of rows among these items that are undecided, the higher one first. Each iteration looks for them anew. */
  readonly undecided?: Iterable<readonly [number, number]>
  /** With a radius: longest runs of rows in the order of the scores in which each is undecided with the next; in the order given here. */
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
  const { top = Infinity, intervals, level, abstainRadius: radius } = resolved
  const { offsets, listIds, itemIds, sourceRows } = lists
  const scores = score(model, lists, runtime)
  const around = intervals ? intervalsOf(scores, scoreUncertainty(model, lists, runtime), offsets, level!) : undefined
  const overNext = overNextOf(model)
  const order = new Uint32Array(scores.length)
  runtime.compute.argsortDescending(offsets, scores, order)
  const abstention =
    radius === undefined ? undefined : abstentionOf(model, lists, { ...partOfOptions(abstentionOptions, resolved), radius }, runtime)
  const ranked = (id: string, list: number): RankedList => {
    const first = offsets[list]
    const row = (item: number) => sourceRows?.[first + item] ?? first + item
    const byScore = order.subarray(first, offsets[list + 1])
    const undecided = abstention?.(list, byScore, top)
    const known = undecided?.order ?? byScore // with abstention the places shown, else all
    const places = known.subarray(0, Math.min(known.length, top))
    const items = Array.from(places, (item, place) => ({
      row: row(item),
      ...(itemIds && { item: itemIds[first + item] }),
      score: scores[first + item],
      ...(place + 1 < known.length && overNext?.(scores[first + item], scores[first + known[place + 1]])),
      ...around?.(first + item, list),
    }))
    return { id, items, ...(undecided && undecidedRows(undecided, row)) }
  }
  return iterable(function* () {
    for (const [list, id] of listIds.entries()) yield ranked(id, list)
  })
}

/** How probable it is that an item is better than the next one; undefined for models that are not calibrated. */
function overNextOf(model: Model): ((own: number, next: number) => Required<Pick<RankedItem, 'probability'>>) | undefined {
  const { calibration } = requireListModel(model)
  return calibration && ((own, next) => ({ probability: probabilityAbove(calibration, own - next) }))
}

/** What is undecided among the places of a list, as rows of the file. */
function undecidedRows({ order, pairs, runs }: UndecidedPlaces, row: (item: number) => number) {
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

interface UndecidedPlaces extends UndecidedList {
  readonly pairs: Iterable<readonly [number, number]>
}

function abstentionOf(
  given: Model,
  lists: RankingLists,
  options: Resolved<typeof abstentionOptions> & { readonly radius: number },
  { compute }: Runtime,
): (list: number, order: Uint32Array, top: number) => UndecidedPlaces {
  const model = requireMapped(given)
  const { radius, norm = distanceNormOf(model), ties, seed } = options
  const { lists: matched } = matchLists(model, lists)
  requireRoomForEach(model, matched)
  const points = listPoints(model, matched)
  const random = seed === undefined ? undefined : seededRandom(seed)
  const ruleOf = (list: number) => distanceRule(points(list), model.featureMap.width, norm, radius, compute)
  return (list, order, top) => {
    const found = undecidedList(order, top, ruleOf(list), tieRank(ties, order.length, random?.fork(`list ${list}`)))
    // The rows of the list are mapped again when the pairs are asked for, so that they need not be kept.
    return { ...found, pairs: iterable(() => ruleOf(list).pairsAmong(found.order)) }
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
