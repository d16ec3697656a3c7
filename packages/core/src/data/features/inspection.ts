import { listBlocks } from '../../numeric/compute/listBlocks.ts'
import { intervalCounts, type LabelFacts, labelFacts, labelIntervals } from '../lists/labelFacts.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import { addColumnSums, type ColumnStatistics, columnStatisticsOf, noColumnSums } from './columnStatistics.ts'

export interface FeatureRange {
  readonly feature: string
  /** Over the rows that have a value; null when none has. */
  readonly least: number | null
  readonly greatest: number | null
  readonly mean: number | null
  readonly missing: number
}

export interface Inspection {
  readonly lists: number
  readonly rows: number
  readonly features: number
  readonly layout: 'dense' | 'sparse'
  readonly listSizes: { readonly least: number; readonly median: number; readonly greatest: number }
  /** Rows per label; per interval of labels when there are more than `mostLabels` different ones. */
  readonly labels: Readonly<Record<string, number>>
  /** Lists in which every row has the same label: nothing can be learned or measured there. */
  readonly listsWithOneLabel: number
  readonly missing: number
  readonly constantFeatures: readonly string[]
  readonly featureRanges: readonly FeatureRange[]
}

/** What there is to know about lists before anything is learned from them. */
export function inspection(lists: RankingLists): Inspection {
  requireLists('lists', lists)
  const { offsets, width, features, labels, listIds, featureNames } = lists
  const blocks = listBlocks(offsets, width)
  // Sums of blocks, as those who hold some of the blocks add them: the same digits everywhere.
  const parts = Array.from(blocks.subarray(1), (to, block) => {
    const sums = noColumnSums(width)
    addColumnSums(lists, offsets[blocks[block]], offsets[to], sums)
    return sums
  })
  const facts = labelFacts(lists, 0, listIds.length)
  const about = { width, layout: features.kind, featureNames }
  return inspectionOf(
    about,
    facts,
    columnStatisticsOf(parts, width),
    facts.labels === undefined ? intervalCounts(labels, facts) : undefined,
  )
}

/** From sums over the lists, wherever they were taken. `intervals` are the counts of labels, where there are too many to count them one by one. */
export function inspectionOf(
  {
    width,
    layout,
    featureNames,
  }: { readonly width: number; readonly layout: 'dense' | 'sparse'; readonly featureNames?: readonly string[] | undefined },
  facts: LabelFacts,
  statistics: ColumnStatistics,
  intervals: Float64Array | undefined,
): Inspection {
  const sizes = facts.sizes.slice().sort()
  const rows = sizes.reduce((sum, size) => sum + size, 0)
  const featureRanges = rangesOf(width, rows, statistics, featureNames)
  return {
    lists: sizes.length,
    rows,
    features: width,
    layout,
    listSizes: { least: sizes[0] ?? 0, median: median(sizes), greatest: sizes.at(-1) ?? 0 },
    labels: intervals === undefined ? labelCounts(facts) : countsOfIntervals(facts, intervals),
    listsWithOneLabel: facts.oneLabel,
    missing: featureRanges.reduce((total, { missing }) => total + missing, 0),
    constantFeatures: featureRanges.filter(({ least, greatest }) => least === greatest).map(({ feature }) => feature),
    featureRanges,
  }
}

function median(sorted: Uint32Array): number {
  if (sorted.length === 0) return 0
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function labelCounts({ labels }: LabelFacts): Record<string, number> {
  return Object.fromEntries(Array.from(labels?.values ?? [], (label, place) => [String(label), labels!.rows[place]]))
}

function countsOfIntervals({ least, greatest }: LabelFacts, counts: Float64Array): Record<string, number> {
  const width = greatest / labelIntervals - least / labelIntervals
  const edge = (index: number) => (index === labelIntervals ? greatest : Number((least + index * width).toPrecision(6)))
  return Object.fromEntries(Array.from(counts, (count, index) => [`${edge(index)} to ${edge(index + 1)}`, count]))
}

function rangesOf(
  width: number,
  rows: number,
  { count, low, high, mean }: ColumnStatistics,
  featureNames: readonly string[] | undefined,
): FeatureRange[] {
  return Array.from({ length: width }, (_, column) => {
    const present = count[column]
    return {
      feature: featureNames?.[column] ?? String(column + 1),
      least: present === 0 ? null : low[column],
      greatest: present === 0 ? null : high[column],
      mean: present === 0 ? null : mean[column],
      missing: rows - present,
    }
  })
}
