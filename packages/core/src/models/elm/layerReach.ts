import { expOf } from '../../numeric/special/exp.ts'
import type { HiddenNodes } from './hiddenNodes.ts'

/** The greatest ‖(φ₁(x), …, φₙ(x))‖₂ there can be for ‖x‖₂ ≤ featureRadius: each node by itself at its worst. */
export function layerReach({ kind, count, width, weights, offsets }: HiddenNodes, featureRadius: number): number {
  let sum = 0
  for (let i = 0; i < count; i++) {
    let square = 0
    for (let j = 0; j < width; j++) square += weights[j * count + i] * weights[j * count + i]
    const most = Math.sqrt(square) * featureRadius + offsets[i]
    const least = offsets[i] - Math.sqrt(square) * featureRadius
    const reach = nodeReach(kind, least, most)
    sum += reach * reach
  }
  return Math.sqrt(sum)
}

/** The greatest |φ| of a node whose input lies between two values. */
function nodeReach(kind: HiddenNodes['kind'], least: number, most: number): number {
  switch (kind) {
    case 'sigmoid':
      return most === Infinity ? 1 : 1 / (1 + expOf(-most))
    case 'relu':
      return Math.max(0, most)
    case 'linear':
      return Math.max(Math.abs(least), Math.abs(most))
    case 'gaussian':
    case 'fourier':
      return 1
  }
}
