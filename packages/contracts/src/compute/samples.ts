/** Arrays of numbers to try the primitives on. */
import { seededRandom } from '@rankwright/core'
import type { Compute, Random } from '@rankwright/core/numeric'
import * as fc from 'fast-check'

/** Where the arrays of a call live: handed out by the build, the caller's own, or some of each. */
export const placements = ['in place', 'elsewhere', 'mixed'] as const
type Placement = (typeof placements)[number]

export const listLengths = fc.array(fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 60 })), { maxLength: 12 })

export interface Source {
  /** Whether the numbers include NaN, infinities and the like, where only the bits are compared. */
  readonly special: boolean
  doubles(length: number): Float64Array
  singles(length: number): Float32Array
}

/** Runs a property over shapes, seeds, places of the arrays, and ordinary or special numbers. */
export function check<Shape>(
  compute: Compute,
  numRuns: number,
  shapes: fc.Arbitrary<Shape>,
  property: (given: Source, shape: Shape) => void,
  withSpecials = true,
): void {
  const numbers = withSpecials ? fc.boolean() : fc.constant(false)
  fc.assert(
    fc.property(shapes, fc.nat(), fc.constantFrom(...placements), numbers, (shape, seed, placement, special) => {
      const mark = compute.mark()
      try {
        property(source(compute, seed, placement, 1, special), shape)
      } finally {
        compute.release(mark)
      }
    }),
    { numRuns },
  )
}

const specials = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, 5e-324, -3e-310, 1e-40, 1e300, -1e300, 3e38, 1]

export function source(compute: Compute, seed: number, placement: Placement, scale = 1, special = false): Source {
  const random = seededRandom(seed)
  const next = special ? () => specialNumber(random) : () => (2 * random.uniform() - 1) * 2 * scale
  const inPlace = () => placement === 'in place' || (placement === 'mixed' && random.uniform() < 0.5)
  const fill = <Values extends Float64Array | Float32Array>(values: Values): Values => {
    for (let i = 0; i < values.length; i++) values[i] = next()
    return values
  }
  return {
    special,
    doubles: (length) => fill(inPlace() ? compute.float64(length) : new Float64Array(length)),
    singles: (length) => fill(inPlace() ? compute.float32(length) : new Float32Array(length)),
  }
}

/** Mostly ordinary, so that one NaN does not hide the rest. */
function specialNumber(random: Random): number {
  return random.uniform() < 0.15 ? specials[random.integer(specials.length)] : 4 * random.uniform() - 2
}

export function computeArray(compute: Compute, values: readonly number[], placement: Placement): Float64Array {
  const array = placement === 'elsewhere' ? new Float64Array(values.length) : compute.float64(values.length)
  array.set(values)
  return array
}

export function copy<Values extends Float32Array | Float64Array>(values: Values): Values {
  return values.slice() as Values
}

export function offsetsOf(lengths: readonly number[], first = 0): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  offsets[0] = first
  for (const [q, length] of lengths.entries()) offsets[q + 1] = offsets[q] + length
  return offsets
}
