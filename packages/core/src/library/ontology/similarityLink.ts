/**
 * From scores to similarities between 0 and 1: σ(slope · score + offset), fitted by maximum likelihood to targets of [0, 1] (Platt 1999,
 * "Probabilistic outputs for support vector machines"), by Newton's method on standardised scores with a slight penalty, so that scores that
 * tell all targets apart still have a finite slope. Ordering stays as it is: the slope is above 0.
 */
import { expOf } from '../../numeric/special/exp.ts'

export interface SimilarityLink {
  readonly slope: number
  readonly offset: number
}

const penalty = 1e-3
const leastSlope = 0.01

export function similarityLink(scores: Float64Array, targets: Float64Array): SimilarityLink {
  const n = scores.length
  const mean = scores.reduce((sum, score) => sum + score, 0) / n
  const spread = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / n) || 1
  let [a, b] = [1, 0]
  for (let step = 0; step < 50; step++) {
    let [ga, gb, haa, hab, hbb] = [penalty * n * a, 0, penalty * n, 0, 1e-12]
    for (let row = 0; row < n; row++) {
      const z = (scores[row] - mean) / spread
      const p = 1 / (1 + expOf(-a * z - b))
      const weight = Math.max(p * (1 - p), 1e-12)
      ga += (p - targets[row]) * z
      gb += p - targets[row]
      haa += weight * z * z
      hab += weight * z
      hbb += weight
    }
    const determinant = haa * hbb - hab * hab
    const [da, db] = [(hbb * ga - hab * gb) / determinant, (haa * gb - hab * ga) / determinant]
    // Steps of at most 1: far away the curvature says little.
    const reach = Math.max(1, Math.abs(da), Math.abs(db))
    a -= da / reach
    b -= db / reach
    if (Math.abs(da) + Math.abs(db) < 1e-10) break
  }
  const slope = Math.max(a, leastSlope) / spread
  return { slope, offset: b - slope * mean }
}
