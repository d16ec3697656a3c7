/** What the feature map is fitted on: statistics of the columns, and the length of the longest row. */
import {
  addColumnSquares,
  addColumnSums,
  type ColumnSquares,
  type ColumnStatistics,
  type ColumnSums,
  columnStatisticsOf,
  deviationsOf,
  noColumnSquares,
  noColumnSums,
} from '../../data/features/columnStatistics.ts'
import type { BallNorm, FeatureMap, Scale } from '../../data/features/featureMap.ts'
import { mapSparse, rowMapper, staysSparse } from '../../data/features/featureMapApply.ts'
import { normOf } from '../../data/features/featureMapBall.ts'
import { type ColumnValues, columnValues, quantileScale } from '../../data/features/featureMapQuantiles.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { runToEnd } from '../../numeric/steps.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { blockRanges, type ListsHere, type Operation } from './operation.ts'

export interface Width {
  readonly width: number
}

export const columnStatistics: Operation<Width, ColumnSums, ColumnStatistics> = {
  parts: (here) => perBlock(here, (lists) => noColumnSums(lists.width), addColumnSums),
  combine: (parts, { width }) => columnStatisticsOf(parts, width),
}

/** The standard deviation of each column, given the other statistics. */
export const columnDeviations: Operation<{ readonly statistics: ColumnStatistics }, ColumnSquares, Float64Array> = {
  parts: (here, { statistics: { mean } }) =>
    perBlock(
      here,
      (lists) => noColumnSquares(lists.width),
      (lists, first, last, into) => addColumnSquares(lists, mean, first, last, into),
    ),
  combine: (parts, { statistics }) => deviationsOf(parts, statistics),
}

/** The scale through the percentiles of each column. The parts hold all values: percentiles are exact. */
export const columnQuantiles: Operation<Width, readonly ColumnValues[], Extract<Scale, { kind: 'quantile' }>> = {
  *parts(here) {
    const { lists } = here
    return blockRanges(here).map(([from, to]) => {
      const columnAt = columnValues(lists, lists.offsets[from], lists.offsets[to])
      return Array.from({ length: lists.width }, (_, column) => {
        const { values, zeros } = columnAt(column)
        return { values: values.slice(), zeros }
      })
    })
  },
  combine: (parts, { width }) =>
    runToEnd(
      quantileScale(width, (column) => {
        const pieces = parts.map((part) => part[column])
        const values = new Float32Array(pieces.reduce((count, piece) => count + piece.values.length, 0))
        let at = 0
        for (const piece of pieces) {
          values.set(piece.values, at)
          at += piece.values.length
        }
        return { values: values.sort(), zeros: pieces.reduce((count, { zeros }) => count + zeros, 0) }
      }),
    ),
  *whole({ lists, runtime }, { width }) {
    const columnAt = columnValues(lists, 0, lists.labels.length)
    const steps = quantileScale(width, (column) => {
      const { values, zeros } = columnAt(column)
      return { values: values.sort(), zeros }
    })
    for (;;) {
      obeyStop(runtime)
      const step = steps.next()
      if (step.done) return step.value
      yield { stage: 'feature map', done: step.value, total: width }
    }
  },
}

/** The norm of the longest row, as the map makes it. */
export const longestRow: Operation<{ readonly map: FeatureMap; readonly norm: BallNorm }, { length: number }, number> = {
  *parts(here, { map, norm }) {
    const lengthOf = rowLengths(here.lists, map, norm)
    return yield* perBlock(
      here,
      () => ({ length: 0 }),
      (_, first, last, into) => {
        for (let row = first; row < last; row++) into.length = Math.max(into.length, lengthOf(row))
      },
    )
  },
  combine: (parts) => parts.reduce((longest, { length }) => Math.max(longest, length), 0),
}

function rowLengths(lists: RankingLists, map: FeatureMap, norm: BallNorm): (row: number) => number {
  if (staysSparse(map, lists.features)) {
    const { rowStarts, values } = runToEnd(mapSparse(map, lists, lists.features))
    return (row) => normOf(norm, values, rowStarts[row], rowStarts[row + 1])
  }
  const mapper = rowMapper(map, lists)
  const values = new Float32Array(map.width)
  return (row) => {
    mapper.dense(row, row + 1, values)
    return normOf(norm, values, 0, map.width)
  }
}

/** Values that are worked on between two stops: some tens of milliseconds at most. */
const VALUES_AT_ONCE = 1 << 18

/** Goes through each block in small steps and reports progress. */
function* perBlock<Part>(
  here: ListsHere,
  start: (lists: RankingLists) => Part,
  add: (lists: RankingLists, first: number, last: number, into: Part) => void,
): Training<Part[]> {
  const { lists, runtime } = here
  const { offsets } = lists
  const step = Math.max(1, Math.floor(VALUES_AT_ONCE / Math.max(1, valuesPerRow(lists))))
  const parts: Part[] = []
  for (const [from, to] of blockRanges(here)) {
    const part = start(lists)
    for (let row = offsets[from]; row < offsets[to]; row += step) {
      const last = Math.min(offsets[to], row + step)
      add(lists, row, last, part)
      yield { stage: 'feature map', done: last, total: lists.labels.length }
      obeyStop(runtime)
    }
    parts.push(part)
  }
  return parts
}

function valuesPerRow({ features, width, labels }: RankingLists): number {
  return features.kind === 'dense' ? width : features.rowStarts[labels.length] / Math.max(1, labels.length)
}
