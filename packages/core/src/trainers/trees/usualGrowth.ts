/** How large trees are by default: small where there is little data. docs/decisions/default-options.md has what was measured. */
import { expOf } from '../../numeric/special/exp.ts'
import { logOf } from '../../numeric/special/log.ts'

export interface SizeFacts {
  readonly rows: number
}

/** Up to this many rows trees are as small as they get; from `MANY` on they are as large as other tools have them. */
const FEW = 20_000
const MANY = 1_000_000

/** Splits on categories gain by trees that see a category and what it changes together, where there are enough rows for it. */
const LEAVES_OF_CATEGORIES = 8
const ENOUGH_FOR_CATEGORIES = 10_000

export function usualLeaves({ rows }: SizeFacts, categories: boolean): number {
  const least = categories && rows >= ENOUGH_FOR_CATEGORIES ? LEAVES_OF_CATEGORIES : 2
  return Math.max(least, Math.round(between(rows, 4, 31)))
}

export function usualFeatureShare(categories: boolean): number {
  return categories ? 1 : 0.5
}

export function usualRate({ rows }: SizeFacts): number {
  return Math.round(1000 * between(rows, 0.05, 0.1)) / 1000
}

export function usualMinRows({ rows }: SizeFacts): number {
  return Math.max(1, Math.min(20, Math.floor(rows / 50)))
}

/** By equal factors for equal factors of rows. */
function between(rows: number, few: number, many: number): number {
  const share = Math.min(1, logOf(Math.max(1, rows / FEW)) / logOf(MANY / FEW))
  return few * expOf(share * logOf(many / few))
}
