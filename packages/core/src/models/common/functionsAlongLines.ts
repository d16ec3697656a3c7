/**
 * Integrated gradients of the two sorts of functions that models are made of, along the line x(t) = x₀ + t d, 0 ≤ t ≤ 1.
 *
 * φ(w · x + b): its input goes from a₀ to a₁ at a steady pace, so the mean of φ′ is (φ(a₁) − φ(a₀))/(a₁ − a₀), exactly, and feature j has that
 * times wⱼ dⱼ.
 *
 * k(‖x − p‖²): with t* where the line is nearest to p, x(t) − p = e + (t − t*) d, and e is at right angles to d. Feature j has
 * 2 dⱼ (eⱼ ∫k′ dt + dⱼ ∫(t − t*) k′ dt). The second integral is (k(1) − k(0))/(2 ‖d‖²), exactly. The first only moves contributions from feature to
 * feature, as e · d = 0; it is computed numerically, in finer and finer pieces until it stands still.
 */
import { expOf } from '../../numeric/special/exp.ts'
import { logOf } from '../../numeric/special/log.ts'

/** A function of one input, and its derivative. */
export interface InputFunction {
  of(input: number): number
  slope(input: number): number
  /** How near two inputs are for which the derivative in the middle is taken; 0 for functions that may have a kink there. */
  readonly close: number
}

/** The mean slope between two inputs, at which the function has the values f0 and f1. */
export function meanSlope({ slope, close }: InputFunction, a0: number, a1: number, f0: number, f1: number): number {
  const way = a1 - a0
  return Math.abs(way) > close ? (f1 - f0) / way : slope((a0 + a1) / 2)
}

/** For smooth functions: nearer together, the difference of two values has lost too many digits. */
export const CLOSE = 1e-5

export const rectifier: InputFunction = { of: (a) => Math.max(0, a), slope: (a) => (a > 0 ? 1 : 0), close: 0 }

/** ∫ exp(−(h² + A (t − t*)²) c) dt from 0 to 1: A is ‖d‖², h the distance of the line from p, and c above 0. */
export function gaussianAlong(c: number, squaredWay: number, nearest: number, squaredHeight: number): number {
  const outside = expOf(-c * squaredHeight)
  if (!(outside > 0)) return 0
  const width = 1 / Math.sqrt(c * squaredWay)
  const from = Math.max(0, nearest - REACH * width)
  const to = Math.min(1, nearest + REACH * width)
  if (!(from < to)) return 0
  return outside * integral((t) => expOf(-c * squaredWay * (t - nearest) * (t - nearest)), from, to, (to - from) / width)
}

/** Where exp(−u²) is below the rounding of its integral. */
const REACH = 7

/**
 * ∫ exp(−r/w)/r dt from 0 to 1, r² = h² + A (t − t*)² and h above 0. With √A (t − t*) = h sinh u it is ∫ exp(−h cosh u/w) du/√A, which has no peak.
 */
export function laplaceAlong(w: number, squaredWay: number, nearest: number, squaredHeight: number): number {
  const way = Math.sqrt(squaredWay)
  const height = Math.sqrt(squaredHeight)
  const at = (t: number) => areaSine((way * (t - nearest)) / height)
  const most = areaCosine(1 + (FADED * w) / height)
  const [from, to] = [Math.max(at(0), -most), Math.min(at(1), most)]
  if (!(from < to)) return 0
  const cosh = (u: number) => (expOf(u) + expOf(-u)) / 2
  return integral((u) => expOf((-height / w) * cosh(u)), from, to, to - from) / way
}

/** exp(−40) is below rounding. */
const FADED = 40

function areaSine(x: number): number {
  const size = Math.abs(x)
  // For small x the logarithm of a number near 1 would lose digits; log(1 + z) ≈ z − z²/2 there.
  const area = size < 1e-4 ? size - (size * size * size) / 6 : logOf(size + Math.sqrt(size * size + 1))
  return x < 0 ? -area : area
}

function areaCosine(x: number): number {
  return logOf(x + Math.sqrt(x * x - 1))
}

/** Gauss-Legendre in about so many pieces, then in twice as many until the result stands still. */
function integral(f: (x: number) => number, from: number, to: number, pieces: number): number {
  let count = Math.max(1, Math.ceil(pieces / 2))
  let last = inPieces(f, from, to, count)
  for (let doubled = 0; doubled < MOST_DOUBLINGS; doubled++) {
    count *= 2
    const next = inPieces(f, from, to, count)
    if (Math.abs(next - last) <= STILL * Math.abs(next)) return next
    last = next
  }
  return last
}

const MOST_DOUBLINGS = 8
const STILL = 1e-11

/** Places and weights of the rule of eight points on [−1, 1]; it is symmetric. */
const places = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363]
const weights = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]

function inPieces(f: (x: number) => number, from: number, to: number, count: number): number {
  const half = (to - from) / (2 * count)
  let sum = 0
  for (let piece = 0; piece < count; piece++) {
    const middle = from + (2 * piece + 1) * half
    for (let point = 0; point < places.length; point++) {
      const away = places[point] * half
      sum += weights[point] * (f(middle - away) + f(middle + away))
    }
  }
  return sum * half
}
