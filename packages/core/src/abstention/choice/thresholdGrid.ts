import { howToCalibrate } from '../../problems/howToCalibrate.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Calibration } from '../../rules/calibration.ts'
import { type RuleName, rowOf } from '../../rules/ruleTable.ts'

/** The thresholds to look at: those given, or what is usual for the rule. */
export function thresholdGrid(
  name: RuleName,
  given: readonly number[] | undefined,
  calibration: Calibration | undefined,
): readonly number[] {
  const { atLeast, atMost, usualThresholds } = rowOf(name)
  if (given !== undefined) {
    const found = given.find((each) => !(each >= atLeast && each <= atMost))
    if (found === undefined) return given
    const allowed = atMost === Infinity ? `numbers of at least ${atLeast}` : `numbers from ${atLeast} to ${atMost}`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'thresholds', found, allowed })
  }
  const usual = usualThresholds(calibration)
  if (usual !== undefined) return usual
  const doc = `The rule ${name} has no usual thresholds for a model that is not calibrated. ${howToCalibrate()}`
  throw new RankwrightError({ area: 'option', code: 'option-missing', option: 'thresholds', allowed: 'those to look at', doc })
}
