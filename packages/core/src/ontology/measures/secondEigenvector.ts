/**
 * sim(a, b) = 1 − |x_a − x_b|/(max x − min x), x the eigenvector of the second least eigenvalue of the graph's Laplacian: one number per
 * term without any learning (Fiedler 1975), the rival that Gao & Xu 2013 name. Several roots are joined by one more vertex above them; an
 * edge counts with its weight.
 */
import { fiedlerVector } from '../graph/fiedlerVector.ts'
import { belowOneRoot, graphOfHierarchy } from '../graph/ontologyGraph.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { MeasureSetting, Similarity } from './measure.ts'

export function secondEigenvector({ hierarchy }: MeasureSetting): Similarity {
  const similarity = similarityOnLine(fiedlerScores(hierarchy))
  return (source) => (target) => similarity(source, target)
}

export function similarityOnLine(scores: Float64Array): (source: number, target: number) => number {
  const range = scores.reduce((most, score) => Math.max(most, score), -1) - scores.reduce((least, score) => Math.min(least, score), 1)
  return (source, target) => (range === 0 ? 1 : 1 - Math.abs(scores[source] - scores[target]) / range)
}

/** Entries of the eigenvector, one per term; the greatest is positive. */
export function fiedlerScores(hierarchy: Hierarchy): Float64Array {
  const own = fiedlerVector(belowOneRoot(graphOfHierarchy(hierarchy))).subarray(0, hierarchy.size)
  const far = own.reduce((most, entry) => (Math.abs(entry) > Math.abs(most) * (1 + 1e-6) ? entry : most), 0)
  return own.map((entry) => (far < 0 ? -entry : entry))
}
