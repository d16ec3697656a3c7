import type { ChartTable } from '../charts/chart.ts'

/** A table as the part of an address that holds a file. */
export interface CsvAddress {
  readonly text: string
  /** How many of the rows it has: those that fit, and the first one in any case. */
  readonly rows: number
}

/** RFC 4180: cells with commas, quotes or line breaks are quoted. Numbers have all their digits; a missing one is an empty cell. */
export function csvAddress({ columns, rows }: ChartTable, mostCharacters: number): CsvAddress {
  const parts = [line(columns)]
  let length = parts[0].length
  for (const row of rows) {
    const part = line(row)
    length += part.length
    if (length > mostCharacters && parts.length > 1) break
    parts.push(part)
  }
  return { text: parts.join(''), rows: parts.length - 1 }
}

function line(row: readonly (string | number)[]): string {
  return encodeURIComponent(`${row.map(cell).join(',')}\r\n`)
}

function cell(value: string | number): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value)
  const text = value.replaceAll(/\p{Surrogate}/gu, '\ufffd')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
