import type { KeptColumn, ReadListsOptions } from '@rankwright/core/data'
import type { OptionSpec } from '@rankwright/core/options'
import { UsageError } from './usageError.ts'

/** The option that names the columns of a table to keep; `where` says where they go. */
export function keepOption(where: string, leftOut: string) {
  return {
    kind: 'texts',
    placeholder: 'COLUMNS',
    leftOut,
    doc: `Columns of a table to ${where}, such as title,price.`,
  } as const satisfies OptionSpec
}

/** Takes the cells of the columns to keep while the data is read with `reading`. */
export class KeptCells {
  /** Rows in file order; empty as long as nothing was read. */
  columns: readonly KeptColumn[] = []
  readonly reading: Pick<ReadListsOptions, 'keep' | 'onKept'>

  constructor(names: readonly string[] | undefined) {
    const twice = names?.find((name, place) => names.indexOf(name) < place)
    if (twice !== undefined) throw new UsageError(`--keep names the column "${twice}" twice.`)
    this.reading = names === undefined ? {} : { keep: names, onKept: (columns) => void (this.columns = columns) }
  }
}
