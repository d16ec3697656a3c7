import type { AbstentionRule } from '../../models/common/abstentionRule.ts'
import { type Calibration, marginOf } from '../../models/common/calibration.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** 0.5, 0.55 … 0.95. */
const probabilities: readonly number[] = Array.from({ length: 10 }, (_, step) => (50 + 5 * step) / 100)

/**
 * The thresholds to look at: those given, or what is usual for the rule. Margins have no usual size: they are those at which a calibrated model
 * has the usual probabilities.
 */
export function thresholdGrid(
  rule: Exclude<AbstentionRule['rule'], 'distance'>,
  given: readonly number[] | undefined,
  calibration: Calibration | undefined,
): readonly number[] {
  if (given !== undefined) {
    const allowed = rule === 'margin' ? [0, Infinity] : [0.5, 1]
    const found = given.find((each) => !(each >= allowed[0] && each <= allowed[1]))
    if (found === undefined) return given
    const words = rule === 'margin' ? 'numbers of at least 0' : 'numbers from 0.5 to 1'
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'thresholds', found, allowed: words })
  }
  if (rule !== 'margin') return probabilities
  if (calibration === undefined) {
    const doc = 'Margins have no usual size for a model that is not calibrated.'
    throw new RankwrightError({ area: 'option', code: 'option-missing', option: 'thresholds', allowed: 'margins to look at', doc })
  }
  const margins = probabilities.map((each) => marginOf(calibration, each)).filter(Number.isFinite)
  return [...new Set(margins)]
}
