import type { ChartTable } from '../charts/chart.ts'

/** RFC 4180: cells with commas, quotes or line breaks are quoted. Numbers have all their digits; a missing one is an empty cell. */
export function csvText({ columns, rows }: ChartTable): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value)
  const text = value.replaceAll(/\p{Surrogate}/gu, '\ufffd')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
