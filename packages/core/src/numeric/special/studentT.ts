import { incompleteBetaWithComplement } from './incompleteBeta.ts'

/** P(|T| ≥ |t|) for Student's t with the given degrees of freedom: I_{ν/(ν + t²)}(ν/2, ½). */
export function studentTTwoSided(t: number, degrees: number): number {
  if (Number.isNaN(t) || !(degrees > 0)) return Number.NaN
  if (!Number.isFinite(t)) return 0
  const square = t * t
  return incompleteBetaWithComplement(degrees / (degrees + square), square / (degrees + square), degrees / 2, 0.5)
}
