import { twoDigits } from '../../numeric/twoDigits.ts'

/** Multiples of the default penalty. */
const factors: readonly number[] = [300, 100, 30, 10, 3, 1, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4]

/** Penalties to try on validation data, around the default and from the strongest down. */
export function penaltyGrid(usual: number): readonly number[] {
  return factors.map((factor) => twoDigits(factor * usual))
}
