import type { Features } from '../lists/features.ts'
import { selectColumns } from '../lists/selectColumns.ts'
import { noRowHasAValue } from './guessRole.ts'
import type { RawTable } from './rawTable.ts'
import type { TablePlan } from './tablePlan.ts'

/** The plain columns that have no value in any row. Of a table of text, `reasons` says which looked so in the first rows; where columns have types nobody has looked. */
export function emptyColumns({ lists }: RawTable, { reasons, typed = false }: Pick<TablePlan, 'reasons' | 'typed'>): ReadonlySet<string> {
  const names = lists.featureNames ?? []
  const mayBe = (name: string) => typed || reasons.get(name) === noRowHasAValue
  if (!names.some(mayBe)) return new Set()
  const missing = missingIn(lists.features, lists.width)
  return new Set(names.filter((name, place) => mayBe(name) && missing[place] === lists.labels.length))
}

/** A table without some of its plain columns. */
export function withoutColumns(table: RawTable, left: ReadonlySet<string>): RawTable {
  const { lists, order } = table
  const names = lists.featureNames ?? []
  if (left.size === 0) return table
  const kept = Int32Array.from(names.keys()).filter((place) => !left.has(names[place]))
  const others = { ...selectColumns(lists, kept), featureNames: Array.from(kept, (place) => names[place]) }
  return { ...table, lists: others, order: order.filter((name) => !left.has(name)) }
}

/** How many rows have no value, for each column. */
function missingIn(features: Features, width: number): Uint32Array {
  const missing = new Uint32Array(width)
  const { values } = features
  for (let place = 0; place < values.length; place++)
    if (Number.isNaN(values[place])) missing[features.kind === 'dense' ? place % width : features.columns[place]]++
  return missing
}
