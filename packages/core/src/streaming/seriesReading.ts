import { fields, optionalParts, options, requireArguments } from '../arguments/shapes.ts'
import { namedColumnShapes, type TableColumnOptions } from '../data/tables/tableColumns.ts'
import type { DocumentPart } from '../documents/documentPart.ts'

/** How the series of a stream were read from tables: the columns that were named. A stream that goes on reads them alike. */
export type SeriesReading = Pick<TableColumnOptions, 'list' | 'label' | 'item' | 'key' | 'orderBy' | 'features' | 'ignore'>

const names = ['list', 'label', 'item', 'key', 'orderBy'] as const
const lists = ['features', 'ignore'] as const

export const seriesReadingShape = options(namedColumnShapes)

const givenShape = fields(optionalParts(namedColumnShapes), 'an object with columns')

/** The columns that are named among other options; without those that are left out. */
export function seriesReading(given: { readonly [Option in keyof SeriesReading]: SeriesReading[Option] | undefined }): SeriesReading {
  requireArguments({ given }, { given: givenShape })
  return Object.fromEntries([...names, ...lists].flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}

export const seriesReadingPart: DocumentPart<SeriesReading> = {
  write: seriesReading,
  read(value, where, reader) {
    const parts = reader.object(
      value,
      where,
      [...names, ...lists].map((name) => `${name}?`),
    )
    return Object.fromEntries([
      ...names.flatMap((name) => (parts[name] === undefined ? [] : [[name, reader.text(parts[name], `${where}.${name}`)]])),
      ...lists.flatMap((name) => (parts[name] === undefined ? [] : [[name, reader.texts(parts[name], `${where}.${name}`)]])),
    ])
  },
}
