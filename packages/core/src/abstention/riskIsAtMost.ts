/**
 * Whether the mean of what the risks of lists are drawn from is shown to be at most alpha. If it is not, this is true with probability at most
 * `level`.
 *
 * Lists that repeat another may be copies by mistake, which are no further evidence, or what is drawn often, which is. So the risk has to be
 * shown twice, with and without them, and the answer holds in either case. Held-out bounds take the smaller of two for the same reason.
 */
import { refutesMean } from '../theory/heldOutBetting.ts'

/** `isRepeat` is 1 for lists that repeat another one of these. */
export function riskIsAtMost(risk: Float64Array, isRepeat: Uint8Array, alpha: number, level: number): boolean {
  const shown = (of: Float64Array) =>
    refutesMean(
      of.map((each) => 1 - each),
      1 - alpha,
      level,
    )
  if (risk.length === 0 || !shown(risk)) return false
  return !isRepeat.includes(1) || shown(withoutRepeats(risk, isRepeat))
}

export function withoutRepeats(values: Float64Array, isRepeat: Uint8Array): Float64Array {
  return values.filter((_, list) => isRepeat[list] === 0)
}

/**
 * For each of these lists whether it repeats one before it. `first` has, for every list, the place of the first that is equal to it; without it no
 * list repeats another.
 */
export function repeatsAmong(lists: Uint32Array, first: Uint32Array | undefined): Uint8Array {
  const met = new Set<number>()
  return Uint8Array.from(lists, (list) => {
    const key = first?.[list] ?? list
    const isRepeat = met.has(key)
    met.add(key)
    return isRepeat ? 1 : 0
  })
}

/** How many of so many lists do not repeat another. */
export function countDistinct(lists: number, first: Uint32Array | undefined): number {
  return first === undefined ? lists : first.filter((place, list) => place === list).length
}
