import { listCount, type RankingLists, rowCount } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

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

const mostLabels = 50
const intervals = 10

/** What there is to know about lists before anything is learned from them. */
export function inspection(lists: RankingLists): Inspection {
  requireLists('lists', lists)
  const featureRanges = rangesOf(lists)
  const sizes = Array.from(lists.listIds, (_, list) => lists.offsets[list + 1] - lists.offsets[list]).sort((a, b) => a - b)
  return {
    lists: listCount(lists),
    rows: rowCount(lists),
    features: lists.width,
    layout: lists.features.kind,
    listSizes: { least: sizes[0] ?? 0, median: median(sizes), greatest: sizes.at(-1) ?? 0 },
    labels: labelCounts(lists.labels),
    listsWithOneLabel: listsWithOneLabel(lists),
    missing: featureRanges.reduce((total, { missing }) => total + missing, 0),
    constantFeatures: featureRanges.filter(({ least, greatest }) => least === greatest).map(({ feature }) => feature),
    featureRanges,
  }
}

function median(sorted: readonly number[]): number {
  if (sorted.length === 0) return 0
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function labelCounts(labels: Float64Array): Record<string, number> {
  const counts = new Map<number, number>()
  for (const label of labels) {
    counts.set(label, (counts.get(label) ?? 0) + 1)
    if (counts.size > mostLabels) return intervalCounts(labels)
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => a - b).map(([label, count]) => [String(label), count]))
}

function intervalCounts(labels: Float64Array): Record<string, number> {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const label of labels) {
    least = Math.min(least, label)
    greatest = Math.max(greatest, label)
  }
  const width = greatest / intervals - least / intervals
  const counts = new Array<number>(intervals).fill(0)
  for (const label of labels) counts[Math.min(intervals - 1, Math.floor((label - least) / width))]++
  const edge = (index: number) => (index === intervals ? greatest : Number((least + index * width).toPrecision(6)))
  return Object.fromEntries(counts.map((count, index) => [`${edge(index)} to ${edge(index + 1)}`, count]))
}

function listsWithOneLabel({ labels, offsets, listIds }: RankingLists): number {
  let count = 0
  for (let list = 0; list < listIds.length; list++) {
    let same = true
    for (let row = offsets[list] + 1; row < offsets[list + 1] && same; row++) same = labels[row] === labels[offsets[list]]
    if (same) count++
  }
  return count
}

function rangesOf(lists: RankingLists): FeatureRange[] {
  const { features, width } = lists
  const rows = rowCount(lists)
  const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY)
  const greatest = new Float64Array(width).fill(Number.NEGATIVE_INFINITY)
  const total = new Float64Array(width)
  const missing = new Uint32Array(width)
  const stored = new Uint32Array(width)
  const { values } = features
  const columns = features.kind === 'sparse' ? features.columns : undefined
  const count = columns?.length ?? rows * width
  for (let at = 0, next = 0; at < count; at++) {
    const column = columns === undefined ? next : columns[at]
    if (++next === width) next = 0
    const value = values[at]
    stored[column]++
    if (Number.isNaN(value)) {
      missing[column]++
      continue
    }
    if (value < least[column]) least[column] = value
    if (value > greatest[column]) greatest[column] = value
    total[column] += value
  }
  return Array.from({ length: width }, (_, column) => {
    if (stored[column] < rows) {
      least[column] = Math.min(least[column], 0)
      greatest[column] = Math.max(greatest[column], 0)
    }
    const present = rows - missing[column]
    return {
      feature: lists.featureNames?.[column] ?? String(column + 1),
      least: present === 0 ? null : least[column],
      greatest: present === 0 ? null : greatest[column],
      mean: present === 0 ? null : total[column] / present,
      missing: missing[column],
    }
  })
}
