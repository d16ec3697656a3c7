import type { Problem, RankingLists } from '@rankwright/core'
import type { DescribedColumn } from '@rankwright/core/data'
import { OutcomeWatch } from '@rankwright/core/streaming'
import { readSeries } from '@rankwright/node'
import type { Surroundings } from '../command.ts'
import { readingOptions, tellColumns, tellNotes } from '../data.ts'
import type { StreamCommandOptions } from './streamCommandOptions.ts'
import type { StreamSettings } from './streamSettings.ts'

/** The series that have come, as many at a time as are saved together. */
export async function* seriesBatches(
  path: string,
  options: StreamCommandOptions,
  { reading, target, encoders, continues }: StreamSettings,
  around: Surroundings,
): AsyncGenerator<RankingLists[]> {
  const notes: Problem[] = []
  const wanted = {
    ...readingOptions(path, { ...options, ...reading }, around),
    ...reading,
    ...(continues && (encoders === undefined ? { encode: false } : { encoders })),
    onColumns: (columns: readonly DescribedColumn[]) => tellColumns(columns, around),
    ranks: target === 'rank',
    ...(options.predict && { predict: true }),
    onNote: (note: Problem) => notes.push(note),
  }
  const watch = new OutcomeWatch()
  let doubted = false
  for await (const lists of readSeries(path, wanted)) {
    for (const list of lists) watch.add(list)
    if (target === 'rank' && !doubted && lists.some(hasSeveralBelowOne)) {
      doubted = true
      around.note(
        'note: the labels are taken for places, of which the least is the best, and several items of a series have a label below 1. If greater labels are better, as clicks and grades are, start again with --target utility.',
      )
    }
    for (let at = 0; at < lists.length; at += options.saveEvery) yield lists.slice(at, at + options.saveEvery)
  }
  tellNotes(notes, around)
  tellOutcomes(watch, around)
}

/** Places may count from 0, but then one item has it. */
function hasSeveralBelowOne({ labels }: RankingLists): boolean {
  return labels.filter((label) => label < 1).length > 1
}

const mostFeatures = 3

function tellOutcomes(watch: OutcomeWatch, around: Surroundings): void {
  const found = watch.found()
  for (const { feature, share } of found.slice(0, mostFeatures)) {
    const pairs = `${(100 * share).toFixed(1)} %`
    around.note(
      `note: the feature "${feature}" orders ${pairs} of the pairs that it tells apart as the outcome does. If it is known only afterwards, leave it out: --ignore ${feature}.`,
    )
  }
  if (found.length > mostFeatures) around.note(`note: and ${found.length - mostFeatures} more such features.`)
}
