import { shownText } from '@rankwright/core/problems'
import { unpainted } from './style.ts'

export type Alignment = 'left' | 'right'

/** Cells under their headings, columns two spaces apart. Numbers read best to the right, words to the left. */
export function textTable(headings: readonly string[], alignments: readonly Alignment[], given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map((cell) => cell.replaceAll(/[\r\n\t]/g, shownText))) // a name with a line break stays in its cell
  const widths = headings.map((heading, column) => rows.reduce((most, row) => Math.max(most, width(row[column])), width(heading)))
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => (alignments[column] === 'right' ? padding(cell, widths[column]) + cell : cell + padding(cell, widths[column]))).join('  ')}`.trimEnd()
  return [line(headings), ...rows.map(line)].join('\n')
}

function padding(cell: string, columns: number): string {
  return ' '.repeat(columns - width(cell))
}

/** Columns a text takes on a terminal: colour codes take none. Wide letters are counted as one. */
function width(text: string): number {
  return [...unpainted(text)].length
}
