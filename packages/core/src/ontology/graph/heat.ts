/**
 * exp(−β L) applied to vectors, as a Chebyshev series on [0, most], cut where its terms vanish; no eigenvalue of L is above `most`, the
 * greatest dᵥ + Σ w dᵤ/dᵥ over the neighbours u of v (the row sums of D⁻¹ |L| D).
 */

import type { LinearOperator } from '../../numeric/optimisers/conjugateGradient.ts'
import { cosOf } from '../../numeric/special/cos.ts'
import { expOf } from '../../numeric/special/exp.ts'
import { neighbourSums } from './neighbourSums.ts'
import type { OntologyGraph } from './ontologyGraph.ts'

export function heat(graph: OntologyGraph, beta: number): LinearOperator {
  const half = mostEigenvalue(graph) / 2
  if (half === 0) return (vector, into) => into.set(vector) // no edges
  const { size } = graph
  const coefficients = chebyshevSeries((x) => expOf(-beta * half * (1 + x))) // the Laplacian is `half` (1 + x), x in [−1, 1]
  const diagonal = graph.degrees.map((degree) => degree / half - 1)
  const sums = neighbourSums(graph)
  const spare = [new Float64Array(size), new Float64Array(size)]
  return (vector, into) => {
    let [before, at] = spare
    before.set(vector)
    for (let vertex = 0; vertex < size; vertex++) {
      into[vertex] = coefficients[0] * vector[vertex]
      at[vertex] = diagonal[vertex] * vector[vertex]
    }
    sums.add(-1 / half, before, at)
    for (let term = 2; term < coefficients.length; term++) {
      const coefficient = coefficients[term - 1]
      for (let vertex = 0; vertex < size; vertex++) {
        into[vertex] += coefficient * at[vertex]
        before[vertex] = 2 * diagonal[vertex] * at[vertex] - before[vertex]
      }
      sums.add(-2 / half, at, before)
      ;[before, at] = [at, before]
    }
    const coefficient = coefficients[coefficients.length - 1]
    for (let vertex = 0; vertex < size; vertex++) into[vertex] += coefficient * at[vertex]
  }
}

function mostEigenvalue({ size, offsets, neighbours, weights, degrees }: OntologyGraph): number {
  let most = 0
  for (let vertex = 0; vertex < size; vertex++) {
    if (degrees[vertex] === 0) continue
    let around = 0
    for (let at = offsets[vertex]; at < offsets[vertex + 1]; at++) around += weights[at] * degrees[neighbours[at]]
    most = Math.max(most, degrees[vertex] + around / degrees[vertex])
  }
  return most * (1 + 1e-12) // rounding apart
}

/** Coefficients on [−1, 1], from the values at as many Chebyshev points as it takes for the last terms to vanish. */
function chebyshevSeries(value: (x: number) => number): Float64Array {
  for (let count = 32; ; count *= 2) {
    const values = Float64Array.from({ length: count }, (_, point) => value(cosOf((Math.PI * (point + 0.5)) / count)))
    const coefficients = new Float64Array(count)
    for (let term = 0; term < count; term++) {
      let sum = 0
      for (let point = 0; point < count; point++)
        sum += values[point] * cosOf((Math.PI * ((term * (2 * point + 1)) % (4 * count))) / (2 * count))
      coefficients[term] = (term === 0 ? 1 : 2) * (sum / count)
    }
    let used = count
    while (used > 2 && Math.abs(coefficients[used - 1]) < 1e-16) used--
    if (used <= 0.75 * count || count >= 8192) return coefficients.subarray(0, used)
  }
}
