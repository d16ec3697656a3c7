/** What is often wrong with data that reads well: each with what to do about it. */

import { optional, requireArguments, text } from '../../arguments/shapes.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { matchNames } from '../encoders/matchEncoder.ts'
import type { TableEncoders } from '../encoders/tableEncoders.ts'
import { greatestGrade } from '../lists/greatestGrade.ts'
import { type LabelFacts, labelFacts } from '../lists/labelFacts.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import { type FeatureScan, featureScan, type SampledLists, sampledLists, scannedLists } from './featureScan.ts'

export interface DataGuard {
  readonly code:
    | 'labels-like-counts'
    | 'labels-below-zero'
    | 'labels-like-places'
    | 'clicks-as-grades'
    | 'one-row-per-list'
    | 'labels-all-equal'
    | 'feature-like-the-label'
    | 'feature-of-the-list'
    | 'id-as-number'
    | 'numbers-rounded'
    | 'item-twice'
    | 'row-twice'
    | 'place-as-feature'
    | 'labels-follow-places'
    | 'valid-shares-lists'
    | 'valid-shares-items'
  /** What was found, and what to do. */
  readonly text: string
}

const mostNames = 5

/** Looks for what is often wrong. `label` is the name of the column of labels, where there is one; `valid` are the validation lists. */
export function dataGuards(lists: RankingLists, label?: string, valid?: RankingLists): readonly DataGuard[] {
  requireArguments({ lists, label, valid }, { lists: requireLists, label: optional(text), valid: optional(requireLists) })
  const count = lists.listIds.length
  if (count === 0) return []
  const facts = labelFacts(lists, 0, count)
  const scan = featureScan(sampledLists(lists, scannedLists(count, lists.width)), lists)
  return [
    ...(lists.grades === undefined ? labelGuards(facts, lists.shownAt === undefined ? label : undefined) : []),
    ...placeGuards(lists),
    ...listGuards(facts),
    ...repeatedItems(lists),
    ...featureGuards(scan, lists.encoders),
    ...(lists.itemIds === undefined ? repeatedRows(scan) : []),
    ...(valid ? sharedGuards(lists, valid) : []),
  ]
}

/** What was found out about lists that somebody else holds. */
export interface ScannedLists {
  readonly facts: LabelFacts
  /** The lists of `scannedLists`. */
  readonly sample: SampledLists
  readonly width: number
  readonly featureNames?: readonly string[] | undefined
  readonly encoders?: TableEncoders | undefined
  /** Labels have become grades. */
  readonly graded: boolean
}

/** The same from what was found out about the lists, but for what needs the places at which items were shown. */
export function guardsOfScan({ facts, sample, width, featureNames, encoders, graded }: ScannedLists, label?: string): readonly DataGuard[] {
  const scan = featureScan(sample, { width, featureNames })
  return [...(graded ? [] : labelGuards(facts, label)), ...listGuards(facts), ...featureGuards(scan, encoders), ...repeatedRows(scan)]
}

/** `label` where it may be that labels are clicks. */
function labelGuards({ least, greatest, long, places }: LabelFacts, label: string | undefined): DataGuard[] {
  const guards: DataGuard[] = []
  if (long >= 3 && places >= 0.9 * long)
    guards.push({
      code: 'labels-like-places',
      text: 'the labels of nearly every list are 1, 2, 3 …, as places are, and here the greatest is the best. If 1 is the best, turn them round, or learn from them as from a stream of ranked series.',
    })
  else if (greatest > greatestGrade)
    guards.push({
      code: 'labels-like-counts',
      text: `labels go up to ${greatest}, as counts do. Grades count as 2^label - 1, so a few rows decide everything. Turn them into grades with ${namedOption({ grades: 'log' })} or ${namedOption({ grades: 'quantile:5' })}, or into yes and no with ${namedOption({ grades: 'binary:1' })}.`,
    })
  if (least < 0)
    guards.push({
      code: 'labels-below-zero',
      text: `labels go down to ${least}. Metrics, and methods that learn from them, count labels below 0 as 0 and do not tell them apart. Add the same number to all labels, so that the worst is 0.`,
    })
  if (label !== undefined && /^clicks?(ed|_count)?$|^impressions?$/i.test(label))
    guards.push({
      code: 'clicks-as-grades',
      text: `the column "${label}" is taken for grades. Items that were shown higher get more clicks, good or not: compare with judged lists where you can, and leave the place out of the features with ${namedOption('position')}.${guards.some(({ code }) => code !== 'labels-below-zero') ? '' : ` Counts become grades with ${namedOption({ grades: 'log' })}, or yes and no with ${namedOption({ grades: 'binary:1' })}.`}`,
    })
  return guards
}

/** From this share of pairs on, labels go with the place at which items were shown. */
const followsPlaces = 0.6
const leastPairs = 100

/** What is shown higher gets more clicks, good or not. */
function placeGuards({ shownAt, labels, offsets, listIds }: RankingLists): DataGuard[] {
  if (shownAt === undefined) return []
  let [higher, lower] = [0, 0]
  for (let list = 0; list < listIds.length; list++)
    for (let a = offsets[list]; a < offsets[list + 1]; a++)
      for (let b = a + 1; b < Math.min(offsets[list + 1], a + mostNeighbours); b++) {
        const order = Math.sign(labels[a] - labels[b]) * Math.sign(shownAt[b] - shownAt[a])
        if (order > 0) higher++
        else if (order < 0) lower++
      }
  const share = higher / (higher + lower)
  if (!(higher + lower >= leastPairs && share >= followsPlaces)) return []
  return [
    {
      code: 'labels-follow-places',
      text: `of two items of a list with different labels, the one that was shown higher has the greater label ${Math.round(100 * share)} times in 100. If the labels are made of clicks, that is also because people look there first, and a model learns to repeat the old order: judge it on lists that were judged, or shown in a random order.`,
    },
  ]
}

/** Rows of a list that a row is compared with, at most. */
const mostNeighbours = 100

/** From this share of lists with one row on, another column may name the list. */
const mostSingle = 0.5

/** Judged data has lists in which nothing is relevant: up to a third of them in the sets of docs/results.md. */
const mostFlat = 0.4

function listGuards({ sizes, single, oneLabel }: LabelFacts): DataGuard[] {
  const lists = sizes.length
  const flat = oneLabel - single
  if (single > mostSingle * lists && lists > 1)
    return [
      {
        code: 'one-row-per-list',
        text: `${single} of ${lists} lists have one row, and there is nothing to rank in them. If another column names the list, give it as ${namedOption('list')}.`,
      },
    ]
  if (flat <= mostFlat * lists) return []
  const reason = `in ${flat} of ${lists} lists all rows have the same label, so nothing can be learned from them. Check the column of labels, ${namedOption('label')}.`
  return [{ code: 'labels-all-equal', text: reason }]
}

/** Rows that repeat an item of their list, from this share of all rows on. */
const mostRepeated = 0.01

function repeatedItems({ itemIds, offsets, listIds }: RankingLists): DataGuard[] {
  if (itemIds === undefined) return []
  let [repeated, among] = [0, 0]
  for (let list = 0; list < listIds.length; list++) {
    const [from, to] = [offsets[list], offsets[list + 1]]
    const more = to - from - new Set(itemIds.slice(from, to)).size
    repeated += more
    if (more > 0) among++
  }
  if (repeated <= mostRepeated * itemIds.length) return []
  return [
    {
      code: 'item-twice',
      text: `${repeated} of ${itemIds.length} rows are about an item that stood in their list before, in ${among} of ${listIds.length} lists. Each counts as an item of its own: leave copies out, and add up what belongs to one item.`,
    },
  ]
}

/** The judged sets of docs/results.md have up to 11 in 100. */
const mostCopies = 0.4

function repeatedRows({ copies }: FeatureScan): DataGuard[] {
  if (copies < mostCopies) return []
  return [
    {
      code: 'row-twice',
      text: `${Math.round(100 * copies)} % of the rows are the same as another row of their list, with the same label. If rows were written twice, leave the copies out: each counts as an item of its own.`,
    },
  ]
}

/** The columns that these features were made of, to be left out by name. */
function columnsOf(features: readonly string[], encoders: TableEncoders | undefined): readonly string[] {
  if (encoders === undefined) return features
  const made = (feature: string, column: string) =>
    feature === column || (feature.startsWith(column) && /[=:#]/.test(feature[column.length]))
  return [...new Set(features.map((feature) => encoders.columns.find(({ column }) => made(feature, column))?.column ?? feature))]
}

function featureGuards({ leaks: found, ofLists, ids, rounded, places }: FeatureScan, encoders?: TableEncoders): DataGuard[] {
  // How well a text answers the query is known when lists are ranked.
  const matched = new Set(encoders?.matches.flatMap(matchNames))
  const leaks = columnsOf(
    found.filter((name) => !matched.has(name)),
    encoders,
  )
  const shown = places.filter((name) => !leaks.includes(name))
  return [
    ...(shown.length === 0
      ? []
      : [
          {
            code: 'place-as-feature' as const,
            text: `${named(shown)} ${shown.length === 1 ? 'is' : 'are'} 1, 2, 3 … in nearly every list. If that is the place at which items were shown, it is not known when new lists are ranked: give it as ${namedOption({ position: shown[0] })}, and it is no feature.`,
          },
        ]),
    ...(leaks.length === 0
      ? []
      : [
          {
            code: 'feature-like-the-label' as const,
            text: `${named(leaks)} ${leaks.length === 1 ? 'orders' : 'order'} nearly every list as the labels do. If that is not known when lists are ranked, leave it out with ${namedOption('ignore')}.`,
          },
        ]),
    ...(ofLists.length === 0
      ? []
      : [
          {
            code: 'feature-of-the-list' as const,
            text: `${named(ofLists)} ${ofLists.length === 1 ? 'is' : 'are'} the same for all rows of a list: by ${ofLists.length === 1 ? 'itself it' : 'themselves they'} cannot change an order. Trees can use ${ofLists.length === 1 ? 'it' : 'them'} together with others.`,
          },
        ]),
    ...(ids.length === 0
      ? []
      : [
          {
            code: 'id-as-number' as const,
            text: `${named(ids)} ${ids.length === 1 ? 'looks like an id that is used as a number. Leave it' : 'look like ids that are used as numbers. Leave them'} out with ${namedOption('ignore')}, or name the item with ${namedOption('item')}.`,
          },
        ]),
    ...(rounded.length === 0
      ? []
      : [
          {
            code: 'numbers-rounded' as const,
            text: `the whole numbers of ${named(rounded)} are beyond 16,777,216, and features are 32-bit floats, so the last digits are lost. Leave ids out with ${namedOption('ignore')}, or name the item with ${namedOption('item')}. Times are read with ${namedOption('date')}.`,
          },
        ]),
  ]
}

/** Validation lists of the same ids. */
export function sharedListGuards(lists: readonly string[], valid: readonly string[]): DataGuard[] {
  const known = new Set(lists)
  const shared = valid.filter((id) => known.has(id)).length
  if (shared <= 0.1 * valid.length) return []
  return [
    {
      code: 'valid-shares-lists',
      text: `${shared} of ${valid.length} validation lists have the id of a training list. If they are the same lists, what is measured on them is too good: split by list with "rankwright split".`,
    },
  ]
}

function sharedGuards(lists: RankingLists, valid: RankingLists): DataGuard[] {
  const ofLists = sharedListGuards(lists.listIds, valid.listIds)
  if (ofLists.length > 0) return ofLists
  if (lists.itemIds === undefined || valid.itemIds === undefined) return []
  const items = new Set(lists.itemIds)
  const again = valid.itemIds.filter((id) => items.has(id)).length
  if (again <= 0.5 * valid.itemIds.length) return []
  const share = Math.round((100 * again) / valid.itemIds.length)
  return [
    {
      code: 'valid-shares-items',
      text: `${share} % of the validation rows are about items of the training lists. On items that are new, a model that knows items by their ${lists.encoders === undefined ? 'numbers' : 'words or categories'} may do worse.`,
    },
  ]
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((name) => `"${name}"`)
  return names.length > mostNames ? `${shown.join(', ')} and ${names.length - mostNames} more features` : shown.join(', ')
}
