import type { Compute } from '../../numeric/compute/compute.ts'
import type { HiddenNodes, Precision } from './hiddenNodes.ts'
import { preparedNodes } from './preparedNodes.ts'

/** The values of the nodes for many rows, block by block. */
export interface HiddenLayer {
  readonly count: number
  /** The rows of `into` (rows × count) ← φ of the mapped rows. Cutting the rows into blocks changes no bit. */
  evaluate(rows: number, mapped: Float32Array, into: Float64Array): void
}

/**
 * Makes the nodes ready for blocks of up to `blockRows` rows. Every kind is a product of extended inputs with one matrix and
 * a function of each entry: for gaussian nodes −b ‖x − w‖² = 2 b w·x − b ‖w‖² − b ‖x‖², with ‖x‖² as one more input.
 */
export function hiddenLayer(nodes: HiddenNodes, blockRows: number, compute: Compute, precision: Precision = 'double'): HiddenLayer {
  const { kind, count, width } = nodes
  const gaussian = kind === 'gaussian'
  const depth = width + (gaussian ? 2 : 1)
  const matrix = preparedNodes(nodes, compute, precision)
  const inputs = precision === 'mixed' ? compute.float32(blockRows * depth) : compute.float64(blockRows * depth)
  return {
    count,
    evaluate(rows, mapped, into) {
      // All rows are converted at once, into the end of the inputs, and moved from there to their places.
      const end = rows * (depth - width)
      inputs.set(mapped.length === rows * width ? mapped : mapped.subarray(0, rows * width), end)
      for (let row = 0; row < rows; row++) {
        const to = row * depth
        inputs.copyWithin(to, end + row * width, end + (row + 1) * width)
        inputs[to + width] = 1
        if (gaussian) inputs[to + width + 1] = squaredNorm(mapped, row * width, width)
      }
      compute.gemmPrepared(rows, inputs, matrix, into)
      const values = into.subarray(0, rows * count)
      switch (kind) {
        case 'sigmoid':
          compute.sigmoid(values)
          break
        case 'gaussian':
          compute.exp(values)
          break
        case 'fourier':
          compute.cos(values)
          break
        case 'relu':
          compute.relu(values)
          break
        case 'linear':
          break
      }
    },
  }
}

function squaredNorm(values: Float32Array, from: number, width: number): number {
  let square = 0
  for (let at = from; at < from + width; at++) square += values[at] * values[at]
  return square
}
