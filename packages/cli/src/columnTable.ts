import type { DescribedColumn } from '@rankwright/core/data'
import { shownText } from '@rankwright/core/problems'
import { counted } from './terminal/numbers.ts'
import { textTable } from './terminal/textTable.ts'

/** A screen or two; `inspect --json` has them all. */
const mostColumns = 100
const mostNames = 12

/** Whether a table has columns that are not plain numbers, labels among them, or that are left out though nobody said so. */
export function isWorthTelling(columns: readonly DescribedColumn[]): boolean {
  return columns.some((column) => {
    const { role, reason } = column
    if (role === 'ignored') return !isLeftOutOnPurpose(column)
    if (role === 'item') return reason !== 'given' && !reason.startsWith('it is called')
    if (role === 'label') return reason.includes('; ')
    return role !== 'list' && !(role === 'number' && reason === 'numbers')
  })
}

/** A line for each column of a table: what it is used as, and why. Those that were left out on purpose share one line. */
export function columnTable(columns: readonly DescribedColumn[]): string {
  const told = columns.filter((column) => !isLeftOutOnPurpose(column))
  const leftOut = columns.filter(isLeftOutOnPurpose).map(({ name }) => shownText(name))
  const rows = told.slice(0, mostColumns).map(({ name, role, reason }) => [shownText(name), role, reason])
  const names = `${leftOut.slice(0, mostNames).join(', ')}${leftOut.length > mostNames ? ', …' : ''}`
  return [
    textTable(['column', 'used as', 'because'], ['left', 'left', 'left'], rows),
    ...(told.length > mostColumns ? [`  and ${told.length - mostColumns} more; rankwright inspect --json lists them all`] : []),
    ...(leftOut.length > 0 ? [`  ignored as asked: ${counted(leftOut.length, 'column')}, ${names}`] : []),
  ].join('\n')
}

function isLeftOutOnPurpose({ role, reason }: DescribedColumn): boolean {
  return role === 'ignored' && (reason === 'given' || reason.startsWith('not among the features'))
}
