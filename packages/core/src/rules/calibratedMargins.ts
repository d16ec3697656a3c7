/** Probabilities of a calibrated model, for whoever asks from outside: the functions of calibration.ts after a look at the arguments. */

import { onceChecked } from '../arguments/onceChecked.ts'
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireObject } from '../arguments/requireKind.ts'
import { requireNumber } from '../arguments/requireNumber.ts'
import { requireSameLength } from '../arguments/requireNumbers.ts'
import { fields, typed } from '../arguments/shapes.ts'
import { type Calibration, marginOf as marginFor, probabilityAbove as probabilityFor } from './calibration.ts'

const expected = 'the calibration of a model, as calibrate gives it'

const calibrationChecked = onceChecked()

/** P(A above B) for `ahead`, the score of A minus that of B. */
export function probabilityAbove(calibration: Calibration, ahead: number): number {
  requireCalibration('calibration', calibration)
  requireNumber('ahead', ahead, { infinite: true })
  return probabilityFor(calibration, ahead)
}

/** The smallest margin with at least this probability; infinite if no margin has it. */
export function marginOf(calibration: Calibration, probability: number): number {
  requireCalibration('calibration', calibration)
  requireNumber('probability', probability, { atLeast: 0, atMost: 1 })
  return marginFor(calibration, probability)
}

function requireCalibration(argument: string, calibration: unknown): asserts calibration is Calibration {
  requireObject(argument, calibration, expected)
  calibrationChecked(calibration, () => {
    fields({ margins: typed(Float64Array), probabilities: typed(Float64Array) }, expected)(argument, calibration)
    const { margins, probabilities } = calibration as Calibration
    requireSameLength(`${argument}.probabilities`, probabilities, `${argument}.margins`, margins)
    if (margins.length === 0) refuseArgument(`${argument}.margins`, margins, 'at least one margin')
  })
}
