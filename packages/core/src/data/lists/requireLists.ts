/** Lists as an argument. What the readers and `rankingLists` give has this form; objects put together by hand may not. */

import { onceChecked } from '../../arguments/onceChecked.ts'
import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireObject } from '../../arguments/requireKind.ts'
import { requireNumber } from '../../arguments/requireNumber.ts'
import { requireNumbers, requireSameLength } from '../../arguments/requireNumbers.ts'
import { requireStarts } from '../../arguments/requireStarts.ts'
import { texts } from '../../arguments/shapes.ts'
import type { RankingLists } from './rankingLists.ts'

const expected = 'ranking lists, as rankingLists, readLists and the other readers make them'

const listsChecked = onceChecked()
const judgedChecked = onceChecked()

/** Throws unless these are lists with features whose parts fit together. Every number is looked at once for the same lists. */
export function requireLists(argument: string, lists: unknown): asserts lists is RankingLists {
  requireObject(argument, lists, expected)
  listsChecked(lists, () => {
    requireJudged(argument, lists)
    checkFeatures(argument, lists)
  })
}

/** The same for one list, as streams are fed with: it is looked at each time, and nothing is remembered. */
export function requireOneList(argument: string, lists: unknown): asserts lists is RankingLists {
  requireObject(argument, lists, expected)
  checkJudged(argument, lists)
  checkFeatures(argument, lists)
  if ((lists as RankingLists).listIds.length !== 1) refuseArgument(argument, lists, 'lists of which there is one')
}

function checkFeatures(argument: string, lists: unknown): void {
  const { features, width, labels } = lists as RankingLists
  if (features === undefined) refuseArgument(argument, lists, expected)
  requireNumber(`${argument}.width`, width, { atLeast: 0, whole: true })
  requireObject(`${argument}.features`, features, 'dense or sparse features')
  requireTyped(`${argument}.features.values`, features.values, Float32Array)
  const rows = labels.length
  checkNames(argument, lists as RankingLists)
  if (features.kind === 'dense') {
    if (features.values.length !== rows * width) {
      refuseArgument(`${argument}.features.values`, features.values, `${rows * width} values: ${rows} rows of ${width} features`)
    }
    return
  }
  if (features.kind !== 'sparse') refuseArgument(`${argument}.features.kind`, (features as { kind: unknown }).kind, 'dense or sparse')
  requireTyped(`${argument}.features.columns`, features.columns, Uint32Array)
  requireSameLength(`${argument}.features.columns`, features.columns, `${argument}.features.values`, features.values)
  requireStarts(`${argument}.features.rowStarts`, features.rowStarts, rows, features.values.length)
  const outside = features.columns.findIndex((column) => column >= width)
  if (outside >= 0) refuseArgument(`${argument}.features.columns[${outside}]`, features.columns[outside], `a column below ${width}`)
}

function checkNames(argument: string, { featureNames, sourceRows, width, labels }: RankingLists): void {
  if (featureNames !== undefined) {
    texts(`${argument}.featureNames`, featureNames)
    if (featureNames.length !== width) refuseArgument(`${argument}.featureNames`, featureNames, `${width} names, one for each feature`)
  }
  if (sourceRows === undefined) return
  requireTyped(`${argument}.sourceRows`, sourceRows, Uint32Array)
  requireSameLength(`${argument}.sourceRows`, sourceRows, `${argument}.labels`, labels)
  const outside = sourceRows.findIndex((row) => row >= labels.length)
  if (outside >= 0) refuseArgument(`${argument}.sourceRows[${outside}]`, sourceRows[outside], `a row below ${labels.length}`)
}

/** The same for lists of which only labels are needed. */
export function requireJudged(
  argument: string,
  lists: unknown,
): asserts lists is Pick<RankingLists, 'labels' | 'offsets' | 'listIds' | 'itemIds' | 'listWeights'> {
  requireObject(argument, lists, expected)
  judgedChecked(lists, () => checkJudged(argument, lists as Partial<RankingLists>))
}

function checkJudged(argument: string, lists: Partial<RankingLists>): void {
  const { labels, offsets, listIds, itemIds, listWeights } = lists
  if (labels === undefined || offsets === undefined || listIds === undefined) refuseArgument(argument, lists, expected)
  requireTyped(`${argument}.labels`, labels, Float64Array)
  requireNumbers(`${argument}.labels`, labels, 'missing')
  texts(`${argument}.listIds`, listIds)
  requireStarts(`${argument}.offsets`, offsets, listIds.length, labels.length)
  if (itemIds !== undefined) {
    texts(`${argument}.itemIds`, itemIds)
    requireSameLength(`${argument}.itemIds`, itemIds, `${argument}.labels`, labels)
  }
  if (listWeights === undefined) return
  requireTyped(`${argument}.listWeights`, listWeights, Float64Array)
  requireSameLength(`${argument}.listWeights`, listWeights, `${argument}.listIds`, listIds)
  const wrong = listWeights.findIndex((weight) => !(weight >= 0 && weight < Infinity))
  if (wrong >= 0) refuseArgument(`${argument}.listWeights[${wrong}]`, listWeights[wrong], 'a finite number of at least 0')
}

type TypedKind = Float32ArrayConstructor | Float64ArrayConstructor | Uint32ArrayConstructor

function requireTyped(argument: string, value: unknown, Kind: TypedKind): void {
  if (!(value instanceof Kind)) refuseArgument(argument, value, `a ${Kind.name}`)
}
