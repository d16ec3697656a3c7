import { basename } from 'node:path'
import { explain, type Problem, type RankingLists } from '@rankwright/core'
import { columnOptions, type OptionTable, type Resolved } from '@rankwright/core/options'
import { fileFormats, type ReadListsOptions, readLists } from '@rankwright/node'
import type { Surroundings } from './command.ts'

/** How to read a data file; the same for every command that reads one. */
export const dataOptions = {
  format: { kind: 'choice', of: fileFormats, leftOut: 'found from the name and content', doc: 'Format of the data.' },
  list: {
    kind: 'text',
    placeholder: 'COLUMN',
    leftOut: 'the one called qid, query, list or group',
    doc: 'Column that names the list of a row.',
  },
  label: { kind: 'text', placeholder: 'COLUMN', leftOut: 'the one called label, relevance or grade', doc: 'Column that holds the label.' },
  item: { kind: 'text', placeholder: 'COLUMN', leftOut: 'the one called doc, item or id, if any', doc: 'Column that names the item.' },
  ...columnOptions,
  limit: {
    kind: 'number',
    above: 0,
    leftOut: '256 (16 for Parquet), or 200 times the size of the file if that is more',
    doc: 'How many megabytes compressed data (gzip, Parquet) may unpack to.',
  },
} as const satisfies OptionTable

export type DataOptions = Resolved<typeof dataOptions>

/** Reads a data file, and reports progress and notes. */
export async function readData(
  path: string,
  options: DataOptions,
  around: Surroundings,
  { unlabelled = false, openLabels = false, ranks = false }: Pick<ReadListsOptions, 'unlabelled' | 'openLabels' | 'ranks'> = {},
): Promise<RankingLists> {
  const notes: Problem[] = []
  const reading = { ...readingOptions(path, options, around), unlabelled, openLabels, ranks }
  const lists = await readLists(path, { ...reading, onNote: (note) => notes.push(note) })
  tellNotes(notes, around)
  return lists
}

export function readingOptions(path: string, options: DataOptions, around: Surroundings): ReadListsOptions {
  const { format, list, label, item, features, ignore, limit } = options
  const stage = `reading ${path === '-' ? 'standard input' : basename(path)}`
  const given = Object.fromEntries(
    Object.entries({ format, list, label, item, features, ignore, limit }).filter(([, value]) => value !== undefined),
  )
  return { ...given, onProgress: (done, total) => around.progress({ stage, done, ...(total !== undefined && { total }) }) }
}

const mostNotes = 3

export function tellNotes(notes: readonly Problem[], around: Surroundings): void {
  for (const note of notes.slice(0, mostNotes)) around.note(`note: ${explain(note)}`)
  if (notes.length > mostNotes) around.note(`note: and ${notes.length - mostNotes} more like these.`)
}
