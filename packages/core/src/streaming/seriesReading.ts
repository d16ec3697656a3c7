import { count, fields, optionalParts, options, requireArguments, type ShapesOf } from '../arguments/shapes.ts'
import { encoderOptions } from '../data/encoders/encoderOptions.ts'
import { type RawTableOptions, rawTableShapes } from '../data/tables/rawTable.ts'
import { namedColumnShapes, type TableColumnOptions } from '../data/tables/tableColumns.ts'
import type { DocumentPart } from '../documents/documentPart.ts'

/** How the series of a stream were read from tables, as far as it was given. A stream that goes on reads them alike. */
export interface SeriesReading
  extends Pick<TableColumnOptions, 'list' | 'label' | 'item' | 'key' | 'orderBy' | 'features' | 'ignore'>,
    Pick<
      RawTableOptions,
      | ('number' | 'category' | 'text' | 'date' | 'vector' | 'position' | 'missingWords' | 'match')
      | ('categoryEncoding' | 'oneHot' | 'buckets' | 'textFeatures' | 'words' | 'dateOrder')
    > {
  /** Series that are learned and not measured; encoders are fitted to the first ones. */
  readonly warmUp?: number
}

const names = ['list', 'label', 'item', 'key', 'orderBy', 'position'] as const
const lists = ['features', 'ignore', 'number', 'category', 'text', 'date', 'vector', 'missingWords', 'match'] as const
const counts = ['oneHot', 'buckets', 'words', 'warmUp'] as const
const choices = ['categoryEncoding', 'textFeatures', 'dateOrder'] as const

/** The names of all of them, as options are called. */
export const seriesReadingNames: readonly (keyof SeriesReading)[] = [...names, ...lists, ...choices, ...counts]

const { keepCells: _, copyCells: _____, onColumns: __, encoders: ___, weight: ____, ...roleShapes } = rawTableShapes
const shapes = {
  ...namedColumnShapes,
  ...roleShapes,
  warmUp: count(1),
} satisfies ShapesOf<SeriesReading>

export const seriesReadingShape = options(shapes)

const givenShape = fields(optionalParts(shapes), 'an object with columns')

/** What is given of it among other options; without what is left out. */
export function seriesReading(given: { readonly [Option in keyof SeriesReading]: SeriesReading[Option] | undefined }): SeriesReading {
  requireArguments({ given }, { given: givenShape })
  return Object.fromEntries(seriesReadingNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}

export const seriesReadingPart: DocumentPart<SeriesReading> = {
  write: seriesReading,
  read(value, where, reader) {
    const parts = reader.object(
      value,
      where,
      seriesReadingNames.map((name) => `${name}?`),
    )
    const read = <Name extends keyof SeriesReading>(of: readonly Name[], as: (found: unknown, at: string) => unknown) =>
      of.flatMap((name) => (parts[name] === undefined ? [] : [[name, as(parts[name], `${where}.${name}`)]]))
    return Object.fromEntries([
      ...read(names, (found, at) => reader.text(found, at)),
      ...read(lists, (found, at) => reader.texts(found, at)),
      ...choices.flatMap((name) => read([name], (found, at) => reader.choice<string>(found, at, encoderOptions[name].of))),
      ...read(counts, (found, at) => reader.count(found, at, { atMost: 2 ** 20 })),
    ])
  },
}
