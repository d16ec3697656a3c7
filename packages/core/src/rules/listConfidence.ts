/**
 * How sure a calibrated model is of a whole list, from its scores alone. `order`: the mean of P over the pairs of an item on one of the first
 * `cutoff` places and an item below it, which is the share of these pairs that are expected to be in the right order. `top`: P of the item
 * on place `cutoff` over the next one, the least sure of the pairs that decide who is among the first; 1 if there is no next one.
 */
import { type Calibration, probabilityAbove } from './calibration.ts'

export const listConfidences = ['order', 'top'] as const
export type ListConfidence = (typeof listConfidences)[number]

export function listConfidence(
  scores: Float64Array,
  order: Uint32Array,
  calibration: Calibration,
  { about, cutoff }: { readonly about: ListConfidence; readonly cutoff: number },
): number {
  const above = (place: number, other: number) => probabilityAbove(calibration, scores[order[place]] - scores[order[other]])
  if (about === 'top') return cutoff < order.length ? above(cutoff - 1, cutoff) : 1
  let [sum, pairs] = [0, 0]
  for (let place = 0; place < Math.min(cutoff, order.length); place++) {
    for (let other = place + 1; other < order.length; other++) {
      sum += above(place, other)
      pairs++
    }
  }
  return pairs === 0 ? 1 : sum / pairs
}
