import { bytes as bytesShape, count, optional, requireArguments, text } from '../../arguments/shapes.ts'
import type { Place } from '../../problems/place.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { decimal } from './tableNumber.ts'
import { textLines } from './textLines.ts'
import { ascii, snippet } from './textNumber.ts'

/** Scores, one finite number per line, as `rankwright score` writes them; `rows` is how many there must be. */
export function parseScores(file: string, bytes: Uint8Array, rows?: number): Float64Array {
  requireArguments({ file, bytes, rows }, { file: text, bytes: bytesShape, rows: optional(count()) })
  const scores = numberPerLine(file, bytes, Number.isFinite, (at, found) => ({ area: 'data', code: 'score-not-a-number', at, found }))
  if (rows !== undefined && scores.length !== rows) {
    const at = { file, line: Math.min(scores.length, rows) + 1, column: 1 }
    const count = scores.length > rows ? 'more' : scores.length
    throw new RankwrightError({ area: 'data', code: 'scores-do-not-match', at, scores: count, rows })
  }
  return Float64Array.from(scores)
}

/** LightGBM's `.query` file: the sizes of the lists, in the order of the rows. */
export function parseGroupSizes(file: string, bytes: Uint8Array): Float64Array {
  const isCount = (number: number) => Number.isSafeInteger(number) && number >= 1
  return Float64Array.from(
    numberPerLine(file, bytes, isCount, (at, found) => ({ area: 'data', code: 'group-size-not-a-count', at, found })),
  )
}

/** LightGBM's `.weight` file: one weight per row. */
export function parseRowWeights(file: string, bytes: Uint8Array): Float64Array {
  const isWeight = (number: number) => Number.isFinite(number) && number >= 0
  return Float64Array.from(numberPerLine(file, bytes, isWeight, (at, found) => ({ area: 'data', code: 'weight-not-a-number', at, found })))
}

/** Blank lines are allowed at the end only: a number that is missing in between must not shift the others. */
function numberPerLine(
  file: string,
  bytes: Uint8Array,
  fits: (number: number) => boolean,
  problem: (at: Place, found: string) => Problem,
): number[] {
  const numbers: number[] = []
  let blank: Place | undefined
  for (const { line, start, end } of textLines(file, bytes)) {
    const text = ascii(bytes, start, Math.min(end, start + 1000))
    const trimmed = text.trim()
    if (trimmed === '') {
      blank ??= { file, line, column: 1 }
      continue
    }
    if (blank !== undefined) throw new RankwrightError(problem(blank, ''))
    const number = end - start > 1000 ? undefined : decimal(trimmed)
    if (number === undefined || !fits(number)) {
      const from = start + text.length - text.trimStart().length
      throw new RankwrightError(problem({ file, line, column: from - start + 1 }, snippet(bytes, from, from + trimmed.length)))
    }
    numbers.push(number)
  }
  return numbers
}
