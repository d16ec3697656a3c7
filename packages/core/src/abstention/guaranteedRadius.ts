/**
 * An abstention radius with a guarantee: among the answered pairs, at most a share alpha is wrong, except with probability delta over the
 * draw of the lists. Learn then test (Angelopoulos, Bates, Candès, Jordan & Lei 2021): each radius of a grid fixed beforehand is a hypothesis,
 * "the rate exceeds alpha", and those that the lists refute at delta divided by their number may be used.
 *
 * Lists are what is drawn independently, so each counts once: with M the share of its pairs that are answered and wrong and A the
 * share that is answered, the rate is E[M]/E[A], at most alpha when E[M − alpha A] ≤ 0. That mean is bounded by betting.
 */
import { heldOutBetting } from '../theory/heldOutBetting.ts'
import type { JudgedPairs } from './judgedPairs.ts'

export interface GuaranteedRadius {
  readonly alpha: number
  readonly delta: number
  /** Lists with pairs. */
  readonly lists: number
  readonly tested: readonly TestedRadius[]
  /** The smallest radius that passed; absent if none did. */
  readonly radius?: number
}

export interface TestedRadius {
  readonly radius: number
  /** Mean over lists of the share of pairs that are answered. */
  readonly coverage: number
  /** Misranking rate among the answered pairs, on these lists. */
  readonly rate: number
  readonly passed: boolean
}

export function guaranteedRadius(
  { lists, distances, wrong }: Pick<JudgedPairs, 'lists' | 'distances' | 'wrong'>,
  radii: readonly number[],
  { alpha, delta }: { readonly alpha: number; readonly delta: number },
): GuaranteedRadius {
  const places = new Map<number, number>()
  for (const list of lists) if (!places.has(list)) places.set(list, places.size)
  const count = places.size
  const pairs = new Float64Array(count)
  for (const list of lists) pairs[places.get(list)!]++
  const grid = [...new Set(radii)].sort((a, b) => a - b)
  const tested = grid.map((radius): TestedRadius => {
    const answered = new Float64Array(count)
    const misses = new Float64Array(count)
    for (let pair = 0; pair < distances.length; pair++) {
      if (distances[pair] <= radius) continue
      const place = places.get(lists[pair])!
      answered[place] += 1 / pairs[place]
      misses[place] += wrong[pair] / pairs[place]
    }
    const [coverage, missed] = [mean(answered), mean(misses)]
    const values = answered.map((share, place) => clamp(1 - alpha - misses[place] + alpha * share))
    const passed = count > 0 && coverage > 0 && heldOutBetting(values, delta / grid.length).lower >= 1 - alpha
    return { radius, coverage, rate: missed / coverage, passed }
  })
  const best = tested.find(({ passed }) => passed)
  return { alpha, delta, lists: count, tested, ...(best && { radius: best.radius }) }
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** Shares of pairs add up to 1 except for rounding. */
function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
