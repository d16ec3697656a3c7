import { fields, optionalParts, options, requireArguments, type ShapesOf, text, texts } from '../arguments/shapes.ts'
import type { DocumentPart } from '../documents/documentPart.ts'

/** How the series of a stream were read from tables: the columns that were named. A stream that goes on reads them alike. */
export interface SeriesReading {
  readonly list?: string
  readonly label?: string
  readonly item?: string
  readonly key?: string
  readonly orderBy?: string
  readonly features?: readonly string[]
  readonly ignore?: readonly string[]
}

const names = ['list', 'label', 'item', 'key', 'orderBy'] as const
const lists = ['features', 'ignore'] as const

const columnShapes: ShapesOf<SeriesReading> = {
  list: text,
  label: text,
  item: text,
  key: text,
  orderBy: text,
  features: texts,
  ignore: texts,
}
export const seriesReadingShape = options(columnShapes)

const givenShape = fields(optionalParts(columnShapes), 'an object with columns')

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
