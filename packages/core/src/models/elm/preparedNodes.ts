import type { Compute } from '../../numeric/compute/compute.ts'
import type { PreparedMatrix } from '../../numeric/compute/preparedMatrix.ts'
import type { HiddenNodes, Precision } from './hiddenNodes.ts'

/** What was prepared, weakly held: it lives as long as the nodes and the build, and changes no answer. */
const prepared: { readonly [Kind in Precision]: WeakMap<Compute, WeakMap<HiddenNodes, PreparedMatrix>> } = {
  double: new WeakMap(),
  mixed: new WeakMap(),
}

/**
 * The matrix that extended inputs are multiplied with: (depth × count), with one row for each feature, one for the offsets, and for gaussian
 * nodes one for ‖x‖². It is made once for each layer and build, so that scoring one short list after the other does not lay it out anew.
 */
export function preparedNodes(nodes: HiddenNodes, compute: Compute, precision: Precision): PreparedMatrix {
  const ofBuild = prepared[precision].get(compute) ?? new WeakMap<HiddenNodes, PreparedMatrix>()
  prepared[precision].set(compute, ofBuild)
  const known = ofBuild.get(nodes)
  if (known !== undefined) return known
  const { kind, count, width } = nodes
  const depth = width + (kind === 'gaussian' ? 2 : 1)
  const matrix = layerMatrix(nodes, precision === 'mixed' ? new Float32Array(depth * count) : new Float64Array(depth * count))
  // The square of a gaussian input is not a number of single precision.
  const made = compute.prepare(count, depth, matrix, kind === 'gaussian' ? 'double' : 'single')
  ofBuild.set(nodes, made)
  return made
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
