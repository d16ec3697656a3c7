/** What `inspect` asks of lists: their sizes and labels, and the first rows of some of them. */
import { type SampledLists, sampledLists } from '../../data/guards/featureScan.ts'
import { intervalCounts, joinedLabelFacts, type LabelFacts, labelFacts as labelFactsOf } from '../../data/lists/labelFacts.ts'
import { joined } from '../../numeric/allocate.ts'
import { blockRanges, listsWithin, type Operation } from './operation.ts'

export const labelFacts: Operation<Record<string, never>, LabelFacts, LabelFacts> = {
  *parts(here) {
    return blockRanges(here).map(([from, to]) => labelFactsOf(here.graded, from, to))
  },
  combine: joinedLabelFacts,
}

/** Rows in each of ten intervals of labels. */
export const labelIntervals: Operation<Pick<LabelFacts, 'least' | 'greatest'>, Float64Array, Float64Array> = {
  *parts(here, range) {
    const { labels, offsets } = here.graded
    return blockRanges(here).map(([from, to]) => intervalCounts(labels.subarray(offsets[from], offsets[to]), range))
  },
  combine: (parts) => parts.reduce((sum, counts) => sum.map((count, interval) => count + counts[interval])),
}

/** The first rows of some lists, by their numbers in ascending order. */
export const firstRows: Operation<{ readonly lists: Uint32Array }, SampledLists, SampledLists> = {
  *parts(here, { lists: chosen }) {
    return blockRanges(here).map(([from, to]) => sampledLists(here.lists, listsWithin(chosen, here.before.lists, from, to)))
  },
  combine: (parts) => ({
    sizes: joined(
      Uint32Array,
      parts.map(({ sizes }) => sizes),
    ),
    labels: joined(
      Float64Array,
      parts.map(({ labels }) => labels),
    ),
    values: joined(
      Float32Array,
      parts.map(({ values }) => values),
    ),
  }),
}
