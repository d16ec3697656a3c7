/**
 * A layer of hidden nodes φᵢ whose parameters are drawn, not learned: an extreme learning machine learns only the weights
 * behind it. With (wᵢ, bᵢ) the parameters of node i,
 *
 *   sigmoid 1 / (1 + exp(−(w·x + b)))   relu max(0, w·x + b)   linear w·x + b   fourier cos(w·x + b)   gaussian exp(−b ‖x − w‖²).
 */
import type { Compute } from '../../numeric/compute/compute.ts'

export const nodeKinds = ['sigmoid', 'gaussian', 'relu', 'linear', 'fourier'] as const
export type NodeKind = (typeof nodeKinds)[number]

export interface HiddenNodes {
  readonly kind: NodeKind
  readonly count: number
  /** Number of features of each node. */
  readonly width: number
  /** w, feature by feature: weights[j · count + i] belongs to feature j and node i. */
  readonly weights: Float32Array
  /** b of each node. */
  readonly offsets: Float32Array
}

/** `mixed`: products in single precision, sums of 256 of them likewise, everything else in double. */
export type Precision = 'double' | 'mixed'

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
  const matrix = layerMatrix(nodes, precision === 'mixed' ? compute.float32(depth * count) : compute.float64(depth * count))
  const inputs = precision === 'mixed' ? compute.float32(blockRows * depth) : compute.float64(blockRows * depth)
  return {
    count,
    evaluate(rows, mapped, into) {
      for (let row = 0, from = 0, to = 0; row < rows; row++) {
        let square = 0
        for (let j = 0; j < width; j++) {
          const x = mapped[from++]
          inputs[to++] = x
          square += x * x
        }
        inputs[to++] = 1
        if (gaussian) inputs[to++] = square
      }
      if (matrix instanceof Float32Array) compute.gemmSingle(rows, count, depth, inputs as Float32Array, matrix, into)
      else compute.gemm(rows, count, depth, inputs as Float64Array, matrix, into)
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
