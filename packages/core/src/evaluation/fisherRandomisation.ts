/**
 * Fisher's randomisation test of paired differences: if both rankers were equally good, each difference could just as well have had
 * the other sign. The p-value is the share of all sign patterns whose mean is at least as far from 0 as the observed one.
 * Two-sided. Fisher 1935, "The design of experiments", §21; Smucker, Allan & Carterette 2007, "A comparison of statistical
 * significance tests for information retrieval evaluation", for its use here.
 */

import { requireNumbers } from '../arguments/requireNumbers.ts'
import { callback, count, number, options as optionsShape } from '../arguments/shapes.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import { seededRandom } from '../numeric/random.ts'

export interface FisherRandomisation {
  /** NaN without differences. */
  readonly p: number
  /** Whether all sign patterns were counted, or a random sample of them. */
  readonly exact: boolean
  /** How many sign patterns were counted. */
  readonly samples: number
}

/** Up to this many differences other than 0, all 2ⁿ sign patterns are counted. */
const exactUpTo = 20

export interface FisherOptions {
  readonly seed?: number
  readonly samples?: number
  /** Called now and then with how many of the differences have got their signs; never if all patterns are counted. */
  readonly onProgress?: WorkListener | undefined
}

const takesOptions = optionsShape({ seed: count(), samples: number({ whole: true, atLeast: 0, atMost: 1e8 }), onProgress: callback })

export function fisherRandomisation(differences: Numbers, options: FisherOptions = {}): FisherRandomisation {
  requireNumbers('differences', differences)
  takesOptions('options', options)
  const { seed = 1, samples = 100_000, onProgress } = options
  if (differences.length === 0) return { p: Number.NaN, exact: true, samples: 0 }
  const moving = Float64Array.from(differences).filter((difference) => difference !== 0) // the sign of a 0 changes nothing
  let observed = 0
  let furthest = 0
  for (const difference of moving) {
    observed += difference
    furthest += Math.abs(difference)
  }
  const reach = Math.abs(observed) - 1e-12 * furthest // sums that differ only by rounding count as equal
  if (moving.length <= exactUpTo) {
    const ways = 2 ** moving.length
    return { p: countAll(moving, reach) / ways, exact: true, samples: ways }
  }
  // The observed signs are one of the patterns: adding them to the sample keeps the test valid (Phipson & Smyth 2010).
  return { p: (1 + countSample(moving, reach, { samples, seed, onProgress })) / (1 + samples), exact: false, samples }
}

function countAll(differences: Float64Array, reach: number): number {
  const half = differences.length >> 1
  const left = signedSums(differences.subarray(0, half))
  const right = signedSums(differences.subarray(half))
  let count = 0
  for (const a of left) for (const b of right) if (Math.abs(a + b) >= reach) count++
  return count
}

interface Drawing extends FisherOptions {
  readonly samples: number
  readonly seed: number
}

/**
 * Differences are taken 32 at a time in four groups of eight: one random word gives their signs, and each of its bytes the
 * signed sum of a group from a table.
 */
function countSample(differences: Float64Array, reach: number, { samples, seed, onProgress }: Drawing): number {
  const random = seededRandom(seed)
  const sums = new Float64Array(samples)
  for (let from = 0; from < differences.length; from += 32) {
    onProgress?.(from, differences.length)
    const [first, second, third, fourth] = [0, 8, 16, 24].map((group) => signedSums(groupOfEight(differences, from + group)))
    for (let sample = 0; sample < samples; sample++) {
      const bits = random.bits()
      sums[sample] += first[bits & 255] + second[(bits >>> 8) & 255] + third[(bits >>> 16) & 255] + fourth[bits >>> 24]
    }
  }
  let count = 0
  for (const sum of sums) if (Math.abs(sum) >= reach) count++
  return count
}

function groupOfEight(differences: Float64Array, from: number): Float64Array {
  const group = new Float64Array(8)
  group.set(differences.subarray(from, from + 8))
  return group
}

/** Entry b is the sum with the signs that the bits of b give: 1 keeps the sign, 0 reverses it. */
function signedSums(differences: Float64Array): Float64Array {
  return Float64Array.from({ length: 2 ** differences.length }, (_, signs) => {
    let sum = 0
    for (let place = 0; place < differences.length; place++) sum += (signs >> place) & 1 ? differences[place] : -differences[place]
    return sum
  })
}
