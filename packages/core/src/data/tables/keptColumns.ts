import type { TablePlace } from '../../problems/tableProblem.ts'
import { tableError } from './tableError.ts'

/** A column whose cells are kept as they come. */
export interface OpenKept {
  readonly name: string
  readonly cells: (string | undefined)[]
}

/** The columns to keep, still empty; an error for one that the table lacks. */
export function keptColumns(names: readonly string[], keep: readonly string[] | undefined, at: TablePlace): readonly OpenKept[] {
  return (keep ?? []).map((name) => {
    if (!names.includes(name)) throw tableError({ code: 'unknown-column', at, option: 'keep', found: name, columns: names })
    return { name, cells: [] }
  })
}
