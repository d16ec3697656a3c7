/**
 * A kernel on the vertices of an ontology, ready to learn with. The matrix of a graph kernel is not formed unless the graph is small;
 * kernels on descriptors are written out between the sampled vertices.
 */
import { kernelBlock, kernelPoints } from '../../kernels/kernelFunction.ts'
import { dotAt } from '../../numeric/compute/dot.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { VertexDescriptors } from './descriptors.ts'
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

export function vertexKernel(graph: OntologyGraph, kernel: OntologyKernel, descriptors?: VertexDescriptors): VertexKernel {
  if (kernel.kind === 'rbf' || kernel.kind === 'linear') {
    if (descriptors === undefined) throw new Error('kernels on descriptors need descriptors')
    return descriptorKernel(kernel, graph.size, descriptors)
  }
  return graph.size <= mostDenseVertices ? denseKernel(graph, kernel) : sparseKernel(graph, kernel)
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
function denseKernel(graph: OntologyGraph, kernel: GraphKernel): VertexKernel {
  const { size } = graph
  const apply = graphKernelOperator(graph, kernel)
  const matrix = new Float64Array(size * size)
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
    space: (vertices) => matrixSpace(matrix, size, vertices),
    scores(vertices, coefficients) {
      const placed = new Float64Array(size)
      for (let item = 0; item < vertices.length; item++) placed[vertices[item]] += coefficients[item]
      return Float64Array.from({ length: size }, (_, vertex) => dotAt(matrix, vertex * size, placed, 0, size))
    },
  }
}

function descriptorKernel(
  kernel: Extract<OntologyKernel, { kind: 'rbf' | 'linear' }>,
  size: number,
  { names, values }: VertexDescriptors,
): VertexKernel {
  const width = names.length
  const rowOf = (vertex: number) => values.subarray(vertex * width, (vertex + 1) * width)
  const rowsOf = (vertices: ArrayLike<number>) => Float64Array.from(Array.from(vertices, (vertex) => Array.from(rowOf(vertex))).flat())
  return {
    reach() {
      if (kernel.kind === 'rbf') return { value: 1, exact: true, origin: 'K(v, v) = 1 for the rbf kernel' }
      let square = 0
      for (let vertex = 0; vertex < size; vertex++) square = Math.max(square, dotAt(values, vertex * width, values, vertex * width, width))
      return { value: Math.sqrt(square), exact: true, origin: 'the greatest length of a descriptor' }
    },
    space(vertices) {
      const different = Int32Array.from(new Set(vertices))
      const count = different.length
      if (count > mostDenseSample)
        throw new RankwrightError({ area: 'ontology', code: 'sample-too-large', found: count, most: mostDenseSample, kernel: kernel.kind })
      const rows = rowsOf(different)
      const matrix = new Float64Array(count * count)
      kernelBlock(kernel, count, rows, kernelPoints(rows, count, width, plainCompute), plainCompute, matrix)
      const placeOf = new Map(Array.from(different, (vertex, place) => [vertex, place]))
      return matrixSpace(
        matrix,
        count,
        vertices.map((vertex) => placeOf.get(vertex) ?? 0),
      )
    },
    scores(vertices, coefficients) {
      const count = vertices.length
      const points = kernelPoints(rowsOf(vertices), count, width, plainCompute)
      const block = 64
      const into = new Float64Array(block * count)
      const scores = new Float64Array(size)
      for (let from = 0; from < size; from += block) {
        const rows = Math.min(block, size - from)
        kernelBlock(kernel, rows, values.subarray(from * width, (from + rows) * width), points, plainCompute, into)
        for (let row = 0; row < rows; row++) scores[from + row] = dotAt(into, row * count, coefficients, 0, count)
      }
      return scores
    },
  }
}

/** The space of a kernel whose matrix is there; `places` are the rows of the sampled vertices. */
function matrixSpace(matrix: Float64Array, size: number, places: Int32Array): RankingSpace {
  const placed = new Float64Array(size)
  const used = Int32Array.from(new Set(places))
  const image = new Float64Array(size)
  return coefficientSpace(places.length, (coefficients, into) => {
    placed.fill(0)
    for (let item = 0; item < places.length; item++) placed[places[item]] += coefficients[item]
    for (const place of used) image[place] = dotAt(matrix, place * size, placed, 0, size)
    for (let item = 0; item < places.length; item++) into[item] = image[places[item]]
  })
}
