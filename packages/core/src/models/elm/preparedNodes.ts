import type { Compute } from '../../numeric/compute/compute.ts'
import type { PreparedMatrix } from '../../numeric/compute/preparedMatrix.ts'
import { preparedOnce } from '../../numeric/compute/preparedOnce.ts'
import type { HiddenNodes, Precision } from './hiddenNodes.ts'

const prepared = { double: preparedOnce(prepare('double')), mixed: preparedOnce(prepare('mixed')) }

/**
 * The matrix that extended inputs are multiplied with: (depth × count), with one row for each feature, one for the offsets, and for gaussian
 * nodes one for ‖x‖². It is made once for each layer and build.
 */
export function preparedNodes(nodes: HiddenNodes, compute: Compute, precision: Precision): PreparedMatrix {
  return prepared[precision](nodes, compute)
}

function prepare(precision: Precision) {
  return (nodes: HiddenNodes, compute: Compute): PreparedMatrix => {
    const { kind, count, width } = nodes
    const depth = width + (kind === 'gaussian' ? 2 : 1)
    const matrix = layerMatrix(nodes, precision === 'mixed' ? new Float32Array(depth * count) : new Float64Array(depth * count))
    // The square of a gaussian input is not a number of single precision.
    return compute.prepare(count, depth, matrix, kind === 'gaussian' ? 'double' : 'single')
  }
}

function layerMatrix<Numbers extends Float32Array | Float64Array>(
  { kind, count, width, weights, offsets }: HiddenNodes,
  into: Numbers,
): Numbers {
  if (kind !== 'gaussian') {
    into.set(weights)
    into.set(offsets, width * count)
    return into
  }
  for (let j = 0, k = 0; j < width; j++) {
    for (let i = 0; i < count; i++, k++) {
      into[k] = 2 * offsets[i] * weights[k]
      into[width * count + i] -= offsets[i] * weights[k] * weights[k]
    }
  }
  for (let i = 0; i < count; i++) into[(width + 1) * count + i] = -offsets[i]
  return into
}
