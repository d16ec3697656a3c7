import type { DocumentReader } from '../../documents/documentReader.ts'

/** Columns of a table that are read beside its features, by the names that were given for them. */
export interface SideColumns {
  /** Those of a table with encoders are known by these. */
  readonly list?: string
  readonly label?: string
  readonly item?: string
  /** Holds the weight of the list, the same in each of its rows. */
  readonly weight?: string
  /** Holds the place at which an item was shown. */
  readonly position?: string
}

export function sideColumnsFromDocument(value: unknown, where: string, read: DocumentReader): SideColumns {
  const named = Object.entries(read.object(value, where, ['list?', 'label?', 'item?', 'weight?', 'position?']))
  const columns = named.map(([role, name]) => [role, read.text(name, `${where}.${role}`)] as const)
  if (columns.length === 0) read.fail(where, 'it names no column')
  if (new Set(columns.map(([, name]) => name)).size < columns.length) read.fail(where, 'a column cannot have two uses')
  return Object.fromEntries(columns)
}

interface ListsOfTable {
  readonly width: number
  readonly encoders?: unknown
  readonly sideColumns?: SideColumns | undefined
}

/** The lists of a table with the columns that were named for the list, the label and the item, where no encoders know them. */
export function withNamedColumns<Lists extends ListsOfTable>(
  lists: Lists,
  { sideColumns, ...given }: Pick<SideColumns, 'list' | 'label' | 'item'> & { readonly sideColumns?: SideColumns },
): Lists {
  if (lists.encoders !== undefined) return lists
  const named = (['list', 'label', 'item'] as const).flatMap((role) => {
    const name = given[role] ?? sideColumns?.[role]
    return name === undefined ? [] : [[role, name]]
  })
  return named.length === 0 ? lists : { ...lists, sideColumns: { ...Object.fromEntries(named), ...lists.sideColumns } }
}
