/**
 * A kernel on the vertices of an ontology, ready to learn with. The matrix of a graph kernel is not formed unless the graph is small;
 * kernels on descriptors are written out between the sampled vertices. Matrices lie in the memory of `compute`: whoever asks for a kernel
 * releases that memory when it is done.
 */

import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { madeBy, number, oneKindOf, optional, requireArguments } from '../../arguments/shapes.ts'
import { kernelBlock, kernelPoints } from '../../kernels/kernelFunction.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { requireCompute } from '../../numeric/compute/requireCompute.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { VertexDescriptors } from './descriptors.ts'
import { vectorsShape } from './descriptors.ts'
import { type GraphKernel, graphKernelKinds, graphKernelOperator } from './graphKernel.ts'
import { graphKernelReach, type KernelReach } from './kernelReach.ts'
import { laplacianSpace } from './laplacianSpace.ts'
import type { OntologyGraph } from './ontologyGraph.ts'
import { coefficientSpace, type RankingSpace } from './rankingSpace.ts'

export const ontologyKernelKinds = [...graphKernelKinds, 'rbf', 'linear'] as const

/** `rbf`: exp(−‖x − x′‖²/(2 width²)), `linear`: x · x′, of the descriptors x of a vertex. */
export type OntologyKernel = GraphKernel | { readonly kind: 'rbf'; readonly width: number } | { readonly kind: 'linear' }

export interface VertexKernel {
  /** κ: at least the greatest √K(v, v). */
  reach(): KernelReach
  /** The space of the kernel, with a sample to score. */
  space(vertices: Int32Array): RankingSpace
  /** Σ cᵢ K(tᵢ, v) of every vertex v. */
  scores(vertices: Int32Array, coefficients: Float64Array): Float64Array
}

/** Graphs up to this size have their kernel written out. */
const mostDenseVertices = 512
/** Most different vertices of a sample whose kernel matrix is formed: 200 MB. */
const mostDenseSample = 5000

const kernelShapes = {
  graph: madeBy('graphOfHierarchy', 'size', 'edgeChildren', 'edgeParents', 'offsets', 'neighbours', 'weights', 'degrees'),
  kernel: oneKindOf('kind', {
    'graph-laplacian': { epsilon: number({ above: 0 }) },
    diffusion: { beta: number({ above: 0 }) },
    'random-walk': { steps: number({ whole: true, atLeast: 1 }) },
    rbf: { width: number({ above: 0 }) },
    linear: {},
  }),
  descriptors: optional(vectorsShape),
  compute: requireCompute,
}

export function vertexKernel(
  graph: OntologyGraph,
  kernel: OntologyKernel,
  descriptors?: VertexDescriptors,
  compute: Compute = plainCompute,
): VertexKernel {
  requireArguments({ graph, kernel, descriptors, compute }, kernelShapes)
  if (kernel.kind === 'rbf' || kernel.kind === 'linear') {
    const values = graph.size * (descriptors?.names.length ?? 0)
    if (descriptors?.values.length !== values)
      refuseArgument('descriptors', descriptors, `descriptors of ${graph.size} terms, ${values} values`)
    return descriptorKernel(kernel, graph.size, descriptors, compute)
  }
  return graph.size <= mostDenseVertices ? denseKernel(graph, kernel, compute) : sparseKernel(graph, kernel)
}

function sparseKernel(graph: OntologyGraph, kernel: GraphKernel): VertexKernel {
  const { size } = graph
  const apply = graphKernelOperator(graph, kernel)
  const placed = new Float64Array(size)
  const image = new Float64Array(size)
  const spread = (vertices: Int32Array, coefficients: Float64Array) => {
    placed.fill(0)
    for (let item = 0; item < vertices.length; item++) placed[vertices[item]] += coefficients[item]
    apply(placed, image)
  }
  return {
    reach: () => graphKernelReach(graph, kernel),
    space: (vertices) =>
      kernel.kind === 'graph-laplacian'
        ? laplacianSpace(graph, kernel.epsilon, vertices)
        : coefficientSpace(vertices.length, (coefficients, into) => {
            spread(vertices, coefficients)
            for (let item = 0; item < vertices.length; item++) into[item] = image[vertices[item]]
          }),
    scores(vertices, coefficients) {
      spread(vertices, coefficients)
      return image.slice()
    },
  }
}

/** The whole matrix, column by column. */
function denseKernel(graph: OntologyGraph, kernel: GraphKernel, compute: Compute): VertexKernel {
  const { size } = graph
  const apply = graphKernelOperator(graph, kernel)
  const matrix = compute.float64(size * size)
  const unit = new Float64Array(size)
  let greatest = 0
  for (let vertex = 0; vertex < size; vertex++) {
    unit.fill(0)
    unit[vertex] = 1
    apply(unit, matrix.subarray(vertex * size, (vertex + 1) * size))
    greatest = Math.max(greatest, matrix[vertex * size + vertex])
  }
  return {
    reach: () => ({ value: Math.sqrt(greatest), exact: true, origin: 'the greatest √K(v, v) of all terms' }),
    space: (vertices) => matrixSpace(matrix, size, vertices, compute),
    scores(vertices, coefficients) {
      const mark = compute.mark()
      const placed = compute.float64(size)
      for (let item = 0; item < vertices.length; item++) placed[vertices[item]] += coefficients[item]
      const scores = Float64Array.from({ length: size }, (_, vertex) => compute.dot(rowAt(matrix, vertex, size), placed))
      compute.release(mark)
      return scores
    },
  }
}

function descriptorKernel(
  kernel: Extract<OntologyKernel, { kind: 'rbf' | 'linear' }>,
  size: number,
  { names, values }: VertexDescriptors,
  compute: Compute,
): VertexKernel {
  const width = names.length
  const rowsOf = (vertices: Int32Array) => {
    const rows = compute.float64(vertices.length * width)
    for (let item = 0; item < vertices.length; item++) rows.set(rowAt(values, vertices[item], width), item * width)
    return rows
  }
  return {
    reach() {
      if (kernel.kind === 'rbf') return { value: 1, exact: true, origin: 'K(v, v) = 1 for the rbf kernel' }
      let square = 0
      for (let vertex = 0; vertex < size; vertex++) {
        const row = rowAt(values, vertex, width)
        square = Math.max(square, compute.dot(row, row))
      }
      return { value: Math.sqrt(square), exact: true, origin: 'the greatest length of a descriptor' }
    },
    space(vertices) {
      const different = Int32Array.from(new Set(vertices))
      const count = different.length
      if (count > mostDenseSample)
        throw new RankwrightError({ area: 'ontology', code: 'sample-too-large', found: count, most: mostDenseSample, kernel: kernel.kind })
      const matrix = compute.float64(count * count)
      const mark = compute.mark()
      const rows = rowsOf(different)
      kernelBlock(kernel, count, rows, kernelPoints(rows, count, width, compute), compute, matrix)
      compute.release(mark)
      const placeOf = new Map(Array.from(different, (vertex, place) => [vertex, place]))
      return matrixSpace(
        matrix,
        count,
        vertices.map((vertex) => placeOf.get(vertex) ?? 0),
        compute,
      )
    },
    scores(vertices, coefficients) {
      const count = vertices.length
      const mark = compute.mark()
      const points = kernelPoints(rowsOf(vertices), count, width, compute)
      const block = 64
      const into = compute.float64(block * count)
      const weights = compute.float64(count)
      weights.set(coefficients)
      const scores = new Float64Array(size)
      for (let from = 0; from < size; from += block) {
        const rows = Math.min(block, size - from)
        kernelBlock(kernel, rows, values.subarray(from * width, (from + rows) * width), points, compute, into)
        for (let row = 0; row < rows; row++) scores[from + row] = compute.dot(rowAt(into, row, count), weights)
      }
      compute.release(mark)
      return scores
    },
  }
}

/** The space of a kernel whose matrix is there; `places` are the rows of the sampled vertices. */
function matrixSpace(matrix: Float64Array, size: number, places: Int32Array, compute: Compute): RankingSpace {
  const placed = compute.float64(size)
  const used = Array.from(new Set(places), (place) => ({ place, row: rowAt(matrix, place, size) }))
  const image = new Float64Array(size)
  return coefficientSpace(places.length, (coefficients, into) => {
    placed.fill(0)
    for (let item = 0; item < places.length; item++) placed[places[item]] += coefficients[item]
    for (const { place, row } of used) image[place] = compute.dot(row, placed)
    for (let item = 0; item < places.length; item++) into[item] = image[places[item]]
  })
}

function rowAt(matrix: Float64Array, row: number, width: number): Float64Array {
  return matrix.subarray(row * width, (row + 1) * width)
}
