/**
 * The eigenvector of the second least eigenvalue of the Laplacian of a connected graph (Fiedler 1975): by the method of Lanczos 1950 on
 * (L + ε I)⁻¹, kept at right angles to the constant vectors and to its own steps. Its sign is open.
 */
import { dot } from '../../numeric/compute/dot.ts'
import { symmetricEigen } from '../../numeric/dense/symmetricEigen.ts'
import { addScaled, euclideanNorm } from '../../numeric/dense/vectors.ts'
import { seededRandom } from '../../numeric/random.ts'
import { graphKernelOperator } from './graphKernel.ts'
import type { OntologyGraph } from './ontologyGraph.ts'

export function fiedlerVector(graph: OntologyGraph): Float64Array {
  const { size } = graph
  if (size < 2) return new Float64Array(size)
  const shift = 1e-5
  const apply = graphKernelOperator(graph, { kind: 'graph-laplacian', epsilon: shift })
  const basis: Float64Array[] = []
  const random = seededRandom(1)
  let step = upright(
    Float64Array.from({ length: size }, () => random.normal()),
    basis,
  )
  const along: number[] = []
  const beside: number[] = []
  const image = new Float64Array(size)
  for (;;) {
    basis.push(step)
    apply(step, image)
    along.push(dot(step, image))
    const next = upright(image.slice(), basis, false)
    const rest = euclideanNorm(next)
    const { value, weights } = greatest(along, beside)
    // |rest · last weight| is how far the image of the vector found lies from a multiple of it.
    const enough = rest * Math.abs(weights[weights.length - 1]) <= 1e-9 * value
    if (enough || basis.length >= Math.min(size - 1, 200) || rest === 0) {
      const found = new Float64Array(size)
      for (const [place, vector] of basis.entries()) addScaled(weights[place], vector, found)
      return found
    }
    beside.push(rest)
    step = next.map((entry) => entry / rest)
  }
}

/** At right angles to the constant vector and to the others, twice since the first time leaves a rounding error. */
function upright(vector: Float64Array, others: readonly Float64Array[], unit = true): Float64Array {
  for (let round = 0; round < 2; round++) {
    const mean = vector.reduce((sum, entry) => sum + entry, 0) / vector.length
    for (let place = 0; place < vector.length; place++) vector[place] -= mean
    for (const other of others) addScaled(-dot(vector, other), other, vector)
  }
  const length = unit ? euclideanNorm(vector) : 1
  return vector.map((entry) => entry / length)
}

/** Of a tridiagonal matrix: its greatest eigenvalue and that one's vector. */
function greatest(along: readonly number[], beside: readonly number[]): { value: number; weights: Float64Array } {
  const n = along.length
  const matrix = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    matrix[row * n + row] = along[row]
    if (row > 0) matrix[row * n + row - 1] = beside[row - 1]
  }
  const { values, vectors } = symmetricEigen(n, matrix)
  return { value: values[n - 1], weights: vectors.subarray((n - 1) * n) }
}
