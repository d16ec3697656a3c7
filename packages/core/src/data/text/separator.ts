/** What stands between the cells of a table of text: as its header shows it, or as a line before the header says it. */

const [lineFeed, carriageReturn, quote, comma] = [10, 13, 34, 44]

/** Of CSV and TSV, of CSV where commas stand before decimals, and of tables from databases. */
export type Separator = ',' | '\t' | ';' | '|'

export const separators: readonly Separator[] = [',', '\t', ';', '|']

/** What messages call those that a header may show. */
export const separatorNames = { '\t': 'tabs', ';': 'semicolons', '|': 'vertical bars' } as const

/** `sep=;`: the line that tells Excel the separator, with or without quotes around it. Undefined where the line that starts here is another, or has not come whole. */
export function separatorLine(
  bytes: Uint8Array,
  start: number,
  length: number,
): { readonly separator: Separator; readonly next: number } | undefined {
  const end = bytes.indexOf(lineFeed, start)
  const isLast = end < 0 || end >= length
  const until = isLast ? length : end
  if (until - start > longestLine) return undefined
  const line = String.fromCharCode(...bytes.subarray(start, bytes[until - 1] === carriageReturn ? until - 1 : until))
  const separator = /^("?)sep=(.)\1$/i.exec(line)?.[2]
  const known = separators.find((each) => each === separator)
  return known && { separator: known, next: isLast ? length : end + 1 }
}

/** `"sep=;"` and a carriage return. */
const longestLine = 8

/**
 * The separator of a CSV whose header starts here. One without a comma outside quotes is separated by what stands there most often of tabs, semicolons and vertical bars:
 * it would have a single column otherwise, and no table of lists has. Of equals, the first is taken.
 */
export function separatorOfHeader(bytes: Uint8Array, start: number, length: number): Separator {
  const counts = new Map<number, number>()
  let inQuotes = false
  for (let at = start; at < length && bytes[at] !== lineFeed; at++) {
    const byte = bytes[at]
    if (byte === quote) inQuotes = !inQuotes
    else if (inQuotes) continue
    else if (byte === comma) return ','
    else if (bytesOfSeparators.has(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  const [mostOften] = [...counts].sort(([, a], [, b]) => b - a)
  return mostOften === undefined ? ',' : (String.fromCharCode(mostOften[0]) as Separator)
}

const bytesOfSeparators: ReadonlySet<number> = new Set(separators.map((separator) => separator.charCodeAt(0)))
