/** What the sizes and labels of lists say without their features. */
import type { RankingLists } from './rankingLists.ts'

/** Of some lists, in their order. Facts of one run of lists and the next make those of both. */
export interface LabelFacts {
  /** Rows of each list. */
  readonly sizes: Uint32Array
  /** Lists of one row. */
  readonly single: number
  /** Lists in which every row has the same label, those of one row among them. */
  readonly oneLabel: number
  /** Lists of three rows and more, and how many of these have the labels 1, 2, 3 … in any order. */
  readonly long: number
  readonly places: number
  /** Infinity and −Infinity where there are no rows. */
  readonly least: number
  readonly greatest: number
  /** Rows of each label, labels ascending; left out where there are more than `mostLabels` of them. */
  readonly labels?: { readonly values: Float64Array; readonly rows: Float64Array }
}

/** So many different labels are counted one by one. */
const mostLabels = 50

/** Of the lists from .. to. */
export function labelFacts({ labels, offsets }: Pick<RankingLists, 'labels' | 'offsets'>, from: number, to: number): LabelFacts {
  let [single, oneLabel, long, places] = [0, 0, 0, 0]
  for (let list = from; list < to; list++) {
    const own = labels.subarray(offsets[list], offsets[list + 1])
    if (own.length === 1) single++
    if (own.every((label) => label === own[0])) oneLabel++
    if (own.length >= 3) long++
    if (own.length >= 3 && arePlaces(own)) places++
  }
  const counts = new Map<number, number>()
  let [least, greatest] = [Infinity, -Infinity]
  for (const label of labels.subarray(offsets[from], offsets[to])) {
    if (label < least) least = label
    if (label > greatest) greatest = label
    if (counts.size <= mostLabels) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  const sizes = offsets.slice(from + 1, to + 1).map((end, list) => end - offsets[from + list])
  return { sizes, single, oneLabel, long, places, least, greatest, ...countedLabels(counts) }
}

export function joinedLabelFacts(parts: readonly LabelFacts[]): LabelFacts {
  const counts = new Map<number, number>()
  const sizes = new Uint32Array(parts.reduce((lists, part) => lists + part.sizes.length, 0))
  const sum = { single: 0, oneLabel: 0, long: 0, places: 0, least: Infinity, greatest: -Infinity }
  let [at, counted] = [0, true]
  for (const part of parts) {
    sizes.set(part.sizes, at)
    at += part.sizes.length
    sum.single += part.single
    sum.oneLabel += part.oneLabel
    sum.long += part.long
    sum.places += part.places
    sum.least = Math.min(sum.least, part.least)
    sum.greatest = Math.max(sum.greatest, part.greatest)
    counted &&= part.labels !== undefined
    for (const [place, label] of part.labels?.values.entries() ?? []) counts.set(label, (counts.get(label) ?? 0) + part.labels!.rows[place])
  }
  return { sizes, ...sum, ...(counted && countedLabels(counts)) }
}

function countedLabels(counts: ReadonlyMap<number, number>): Pick<LabelFacts, 'labels'> {
  if (counts.size > mostLabels) return {}
  const sorted = [...counts].sort(([a], [b]) => a - b)
  return { labels: { values: Float64Array.from(sorted, ([label]) => label), rows: Float64Array.from(sorted, ([, rows]) => rows) } }
}

function arePlaces(labels: Float64Array): boolean {
  if (!labels.includes(1)) return false
  return labels
    .slice()
    .sort()
    .every((label, place) => label === place + 1)
}

/** Intervals that labels are counted in where there are many different ones. */
export const labelIntervals = 10

/** How many of the labels are in each interval between the least and the greatest of all. */
export function intervalCounts(labels: Float64Array, { least, greatest }: Pick<LabelFacts, 'least' | 'greatest'>): Float64Array {
  const width = greatest / labelIntervals - least / labelIntervals
  const counts = new Float64Array(labelIntervals)
  for (const label of labels) counts[Math.min(labelIntervals - 1, Math.floor((label - least) / width))]++
  return counts
}
