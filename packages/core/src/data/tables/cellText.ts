import type { Separator } from '../text/separator.ts'

/** A cell of CSV or TSV, quoted where it must be; an empty text is quoted so that it differs from a missing one. */
export function cellText(text: string, separator: Separator): string {
  return text === '' || text.includes(separator) || /[",\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
