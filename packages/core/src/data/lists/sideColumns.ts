import type { DocumentReader } from '../../documents/documentReader.ts'

/** Columns of a table that are read beside its features. */
export interface SideColumns {
  /** Holds the weight of the list, the same in each of its rows. */
  readonly weight?: string
  /** Holds the place at which an item was shown. */
  readonly position?: string
}

export function sideColumnsFromDocument(value: unknown, where: string, read: DocumentReader): SideColumns {
  const { weight, position } = read.object(value, where, ['weight?', 'position?'])
  if (weight === undefined && position === undefined) read.fail(where, 'it names no column')
  if (weight === position) read.fail(where, 'a column cannot be the weight and the position')
  return {
    ...(weight !== undefined && { weight: read.text(weight, `${where}.weight`) }),
    ...(position !== undefined && { position: read.text(position, `${where}.position`) }),
  }
}
