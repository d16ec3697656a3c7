import type { DescribedColumn } from '@rankwright/core/data'
import { shownText } from '@rankwright/core/problems'
import { textTable } from './terminal/textTable.ts'

/** Whether a table has columns that are not plain numbers, or that are left out though nobody said so. */
export function isWorthTelling(columns: readonly DescribedColumn[]): boolean {
  const plain = ['list', 'label', 'item']
  return columns.some(({ role, reason }) => {
    if (role === 'ignored') return reason !== 'given' && !reason.startsWith('not among the features')
    return !plain.includes(role) && !(role === 'number' && reason === 'numbers')
  })
}

/** A line for each column of a table: what it is used as, and why. */
export function columnTable(columns: readonly DescribedColumn[]): string {
  const rows = columns.map(({ name, role, reason }) => [shownText(name), role, reason])
  return textTable(['column', 'used as', 'because'], ['left', 'left', 'left'], rows)
}
