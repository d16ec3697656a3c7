import type { Numbers } from '../data/lists/numbers.ts'
import type { Place } from '../problems/place.ts'
import { RankwrightError } from '../problems/problem.ts'
import { heldOutBernstein } from './heldOutBernstein.ts'
import { heldOutBetting } from './heldOutBetting.ts'
import type { HeldOutBound } from './heldOutBound.ts'
import { heldOutHoeffding } from './heldOutHoeffding.ts'

/** Each takes values that `requireUnitValues` has checked. */
export const heldOutMethods = {
  'heldout-betting': heldOutBetting,
  'heldout-bernstein': heldOutBernstein,
  'heldout-hoeffding': heldOutHoeffding,
} as const satisfies Record<string, (values: Numbers, delta: number) => HeldOutBound>

export type HeldOutMethod = keyof typeof heldOutMethods

/** Where the values came from, to say what is wrong with one of them. */
export interface ValueSource {
  readonly file?: string
  /** The line of each value, counted from 1; without it value i is on line i + 1. */
  readonly lines?: Numbers
  /** What value i is, in words: `ndcg@10 of list q7`. */
  readonly describe?: (index: number) => string
}

/** Throws unless every value is a number of [0, 1] and there is at least one. */
export function requireUnitValues(bound: string, values: Numbers, { file, lines, describe }: ValueSource = {}): void {
  if (values.length === 0) {
    throw new RankwrightError({ area: 'guarantee', code: 'bound-needs-values', bound, ...(file !== undefined && { at: { file } }) })
  }
  for (let index = 0; index < values.length; index++) {
    const found = values[index]
    if (found >= 0 && found <= 1) continue
    const at: Place | undefined = file === undefined ? undefined : { file, line: lines?.[index] ?? index + 1, column: 1 }
    throw new RankwrightError({
      area: 'guarantee',
      code: 'value-outside-range',
      found,
      index,
      ...(at && { at }),
      ...(describe && { where: describe(index) }),
    })
  }
}
