import { RankwrightError } from '@rankwright/core'
import { planOfKinds, type ReadListsOptions, type TableColumns, tableColumns } from '@rankwright/core/data'

/** A column of a table, and its type as the software behind an engine writes it. */
export interface TypedColumn {
  readonly name: string
  readonly type: string
}

/** What the types of an engine are. */
export interface TypeKinds {
  readonly engine: string
  /** Flags are 0 and 1. */
  isNumber(type: string): boolean
  isFloat(type: string): boolean
  /** Whether numbers with digits after the point become the text that they have in files: always, or where it is read as the same number again, as weights are. */
  writesFloats(type: string, readAgain: boolean): boolean
  /** An array of numbers. */
  isVector(type: string): boolean
  /** Arrays, structures, maps and bytes. */
  isNested(type: string): boolean
}

/**
 * The columns in use, found as in Parquet files: by their names and types, and by what is asked for. `writtenAsText`: the types were guessed from texts, which a model may
 * read as other numbers.
 */
export function typedColumns(
  source: string,
  typed: readonly TypedColumn[],
  reading: ReadListsOptions,
  { engine, isNumber, isFloat, writesFloats, isVector, isNested }: TypeKinds,
  writtenAsText = false,
): TableColumns {
  const names = typed.map(({ name }) => name)
  const numbers = typed.filter(({ type }) => isNumber(type)).map(({ name }) => name)
  // A model without encoders uses plain numbers alone, and leaves all others.
  const left = reading.encode === false && reading.features === undefined
  const texts = typed.filter(({ type }) => (!isNumber(type) && (left || !isNested(type))) || isVector(type)).map(({ name }) => name)
  const { list, label, item, features, ignore, unlabelled, encoders } = reading
  const { number, category, text, date, vector, position, weight, sideColumns } = reading
  const roles = { position, weight, sideColumns, ...(encoders === undefined && { number, category, text, date, vector }) }
  const plan = planOfKinds(texts, writtenAsText && encoders !== undefined ? [] : numbers, reading)
  const asked = { list, label, item, features, ignore, unlabelled, encoders, ...roles, plan }
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const columns = tableColumns(names, given, { file: source })
  const side = plan.side ?? new Set()
  const at = { file: source }
  const { type } = typed[columns.list]
  if (isNested(type) || isFloat(type))
    throw new RankwrightError({
      area: 'table',
      code: 'cell-not-an-id',
      at,
      column: names[columns.list],
      role: 'list',
      found: `of type ${type}`,
    })
  if (columns.label !== undefined && !isNumber(typed[columns.label].type))
    throw new RankwrightError({
      area: 'table',
      code: 'labels-of-other-type',
      at,
      column: names[columns.label],
      type: typed[columns.label].type,
    })
  const others = [
    ...columns.features.filter((column) => !isNumber(typed[column].type)),
    ...(columns.raw ?? []).filter(
      (column) =>
        (isFloat(typed[column].type) && !writesFloats(typed[column].type, side.has(names[column]))) ||
        (isNested(typed[column].type) && !isVector(typed[column].type)),
    ),
  ]
  if (others.length > 0)
    throw new RankwrightError({
      area: 'engine',
      code: 'columns-of-other-types',
      engine,
      columns: others.map((column) => `${names[column]} (${typed[column].type})`),
    })
  return columns
}
