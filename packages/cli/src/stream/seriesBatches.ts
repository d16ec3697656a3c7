import type { Problem, RankingLists } from '@rankwright/core'
import { readSeries } from '@rankwright/node'
import type { Surroundings } from '../command.ts'
import { readingOptions, tellNotes } from '../data.ts'
import type { StreamCommandOptions } from './streamCommandOptions.ts'
import type { StreamSettings } from './streamSettings.ts'

/** The series that have come, as many at a time as are saved together. */
export async function* seriesBatches(
  path: string,
  options: StreamCommandOptions,
  { reading, target }: StreamSettings,
  around: Surroundings,
): AsyncGenerator<RankingLists[]> {
  const notes: Problem[] = []
  const columns = { ...options, ...reading }
  const wanted = {
    ...readingOptions(path, columns, around),
    ...(columns.key !== undefined && { key: columns.key }),
    ranks: target === 'rank',
    ...(options.predict && { predict: true }),
    onNote: (note: Problem) => notes.push(note),
  }
  for await (const lists of readSeries(path, wanted))
    for (let at = 0; at < lists.length; at += options.saveEvery) yield lists.slice(at, at + options.saveEvery)
  tellNotes(notes, around)
}
