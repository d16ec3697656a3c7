/** How well a calibration tells the truth on labelled lists: what it says against what is right, in bins of equal weight. */

import { argsortDescending } from '../../numeric/compute/argsort.ts'
import { type Calibration, probabilityAbove } from '../../rules/calibration.ts'
import type { ScoredPairs } from '../../work/operations/scoredPairs.ts'
import { weighedPairs } from './fitCalibration.ts'

export interface ReliabilityBin {
  /** The least and the greatest probability in the bin. */
  readonly from: number
  readonly to: number
  /** The mean of what is said, and the share that is right. */
  readonly said: number
  readonly right: number
}

export interface Reliability {
  readonly lists: number
  readonly pairs: number
  /** The calibration error: the mean over bins of |said − right|. */
  readonly error: number
  readonly bins: readonly ReliabilityBin[]
}

const RELIABILITY_BINS = 10

/** `calibration` may depend on the list, for lists that are left out in turn. Undefined without pairs. */
export function reliability(pairs: ScoredPairs, calibrationOf: (list: number) => Calibration): Reliability | undefined {
  const { margins, right, weights, lists } = weighedPairs(pairs)
  if (lists === 0) return undefined
  const said = margins.map((margin, pair) => probabilityAbove(calibrationOf(pairs.lists[pair]), margin))
  const bins = equalBins(said, right, weights, lists / RELIABILITY_BINS)
  const error = bins.reduce((sum, bin) => sum + Math.abs(bin.said - bin.right), 0) / bins.length
  return { lists, pairs: margins.length, error, bins }
}

/** Pairs of equal probability are spread over the bins in equal parts, so the order of the lists does not matter. */
function equalBins(said: Float64Array, right: Float64Array, weights: Float64Array, room: number): ReliabilityBin[] {
  const order = new Uint32Array(said.length)
  argsortDescending(Uint32Array.of(0, said.length), said, order)
  const bins = Array.from({ length: RELIABILITY_BINS }, () => ({ from: Infinity, to: -Infinity, said: 0, right: 0, weight: 0 }))
  let bin = 0
  for (let place = order.length; place > 0; ) {
    const value = said[order[place - 1]]
    let [weight, rights] = [0, 0]
    while (place > 0 && said[order[place - 1]] === value) {
      const pair = order[--place]
      weight += weights[pair]
      rights += weights[pair] * right[pair]
    }
    for (let left = weight; left > 0; ) {
      const current = bins[bin]
      const free = bin === RELIABILITY_BINS - 1 ? left : room - current.weight
      const taken = Math.min(left, free)
      current.from = Math.min(current.from, value)
      current.to = value
      current.said += taken * value
      current.right += (taken / weight) * rights
      current.weight += taken
      left -= taken
      if (taken === free && bin < RELIABILITY_BINS - 1) bin++
    }
  }
  return bins
    .filter(({ weight }) => weight > 1e-9 * room)
    .map(({ from, to, said: sum, right: rights, weight }) => ({ from, to, said: sum / weight, right: rights / weight }))
}
