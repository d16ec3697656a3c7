import type { Problem, RankingLists } from '@rankwright/core'
import { readSeries } from '@rankwright/node'
import type { Surroundings } from '../command.ts'
import { readingOptions, tellNotes } from '../data.ts'
import type { StreamCommandOptions } from './streamCommandOptions.ts'

/** The series that have come, as many at a time as are saved together. */
export async function* seriesBatches(path: string, options: StreamCommandOptions, around: Surroundings): AsyncGenerator<RankingLists[]> {
  const notes: Problem[] = []
  const { key } = options
  const reading = {
    ...readingOptions(path, options, around),
    ...(key !== undefined && { key }),
    ranks: options.target === 'rank',
    onNote: (note: Problem) => notes.push(note),
  }
  for await (const lists of readSeries(path, reading))
    for (let at = 0; at < lists.length; at += options.saveEvery) yield lists.slice(at, at + options.saveEvery)
  tellNotes(notes, around)
}
