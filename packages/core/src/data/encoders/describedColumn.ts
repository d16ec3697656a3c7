/** What a column of a table is used as. */
export type TableRole = 'list' | 'label' | 'item' | 'number' | 'category' | 'text' | 'date' | 'vector' | 'position' | 'weight' | 'ignored'

export const tableRoles: readonly TableRole[] = [
  ...(['list', 'label', 'item', 'number', 'category', 'text', 'date', 'vector', 'position', 'weight', 'ignored'] as const),
]

/** A column of a table, its role, and why it has that role. */
export interface DescribedColumn {
  readonly name: string
  readonly role: TableRole
  readonly reason: string
}
