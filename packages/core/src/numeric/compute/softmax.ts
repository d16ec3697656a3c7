import { expOf } from '../special/exp.ts'
import { sumAt } from './dot.ts'
import { requireOffsets } from './requireLength.ts'

/** Each segment ← exp(value − largest) over its eight-lane sum. */
export function softmax(offsets: Uint32Array, into: Float64Array): void {
  requireOffsets(offsets, into.length)
  for (let q = 0; q + 1 < offsets.length; q++) {
    const start = offsets[q]
    const length = offsets[q + 1] - start
    if (length === 0) continue
    const sum = exponentials(into, start, length)
    for (let i = start; i < start + length; i++) into[i] /= sum
  }
}

/** Each value ← exp(value − largest); gives their sum. */
function exponentials(into: Float64Array, start: number, length: number): number {
  const largest = largestAt(into, start, length)
  for (let i = start; i < start + length; i++) into[i] = expOf(into[i] - largest)
  return sumAt(into, start, length)
}

/** NaN is skipped here; it reaches the result through the value itself. */
export function largestAt(values: Float64Array, start: number, length: number): number {
  let largest = -Infinity
  for (let i = start; i < start + length; i++) if (values[i] > largest) largest = values[i]
  return largest
}
