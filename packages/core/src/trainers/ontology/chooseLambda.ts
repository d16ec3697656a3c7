/**
 * λ by cross-validation. The sampled terms of each part are split into folds, all draws of one term into the same; for each λ the scores are
 * learned from the other folds, and the pairs of the fold left out are counted that they put in the wrong order (the k-partite error). λ with
 * the least mean error is taken, of equal ones the greatest.
 */
import { pairwiseAccuracy } from '../../metrics/pairwiseAccuracy.ts'
import type { TunedLambda } from '../../models/ontologyTerms/learnedLine.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { OntologySample } from '../../ontology/graph/sample.ts'
import type { VertexKernel } from '../../ontology/graph/vertexKernel.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { asPartOf } from './asPartOf.ts'
import { fitScores, type ScoreFitting } from './fitScores.ts'

/** λ/κ²: no score is above κ²/(2λ). */
const tried = [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7]
const mostFolds = 5
/** Orders are known long before the gap is closed. */
const roughTolerance = 1e-3

export function* chooseLambda(
  kernel: VertexKernel,
  sample: OntologySample,
  rates: Float64Array,
  fitting: Omit<ScoreFitting, 'lambda'>,
  seed: number,
  runtime: Runtime,
): Training<TunedLambda & { readonly lambda: number }> {
  const { foldOf, folds } = foldsOf(sample, seed)
  const { value: kappa } = kernel.reach()
  const square = kappa * kappa
  const errors = tried.map((): number[] => [])
  for (let fold = 0; fold < folds; fold++) {
    const [inside, outside] = [placesWhere(foldOf, (each) => each !== fold), placesWhere(foldOf, (each) => each === fold)]
    const ratesInside = Float64Array.from(inside, (place) => rates[place])
    const ratesOutside = Float64Array.from(outside, (place) => rates[place])
    if (new Set(ratesInside).size < 2 || new Set(ratesOutside).size < 2) continue
    const vertices = Int32Array.from(inside, (place) => sample.vertices[place])
    let start: Float64Array | undefined
    for (const [at, share] of tried.entries()) {
      const progress = { stage: 'choosing lambda', done: fold * tried.length + at, total: folds * tried.length }
      const lambda = share * square
      const options = { ...fitting, lambda, tolerance: Math.max(fitting.tolerance, roughTolerance), ...(start && { start }) }
      const { scores, coefficients } = yield* asPartOf(fitScores(kernel, vertices, ratesInside, options, runtime), progress)
      start = coefficients
      const accuracy = pairwiseAccuracy(
        Float64Array.from(outside, (place) => scores[sample.vertices[place]]),
        ratesOutside,
      )
      errors[at].push(1 - (accuracy ?? 0))
    }
  }
  const used = errors[0].length
  if (used === 0) throw new RankwrightError({ area: 'ontology', code: 'too-few-to-choose-lambda', sampled: sample.vertices.length })
  const means = errors.map((each, at) => ({ lambda: tried[at] * square, error: each.reduce((sum, error) => sum + error, 0) / used }))
  const least = means.reduce((best, each) => (each.error < best.error ? each : best))
  return { lambda: least.lambda, folds: used, tried: means }
}

/** A fold for each sampled term: those of a part in turn, in a random order. */
function foldsOf({ vertices, parts }: OntologySample, seed: number): { readonly foldOf: Uint32Array; readonly folds: number } {
  const random = seededRandom(seed).fork('folds')
  const foldOfTerm = new Map<number, number>()
  const termsOf = new Map<number, Set<number>>()
  for (const [place, part] of parts.entries()) {
    const terms = termsOf.get(part) ?? new Set<number>()
    termsOf.set(part, terms.add(vertices[place]))
  }
  let next = 0
  for (const terms of termsOf.values()) {
    for (const term of random.shuffle(Float64Array.from(terms))) if (!foldOfTerm.has(term)) foldOfTerm.set(term, next++)
  }
  const folds = Math.max(2, Math.min(mostFolds, Math.floor(foldOfTerm.size / 4)))
  return { foldOf: Uint32Array.from(vertices, (term) => (foldOfTerm.get(term) ?? 0) % folds), folds }
}

function placesWhere(foldOf: Uint32Array, taken: (fold: number) => boolean): Uint32Array {
  return Uint32Array.from(foldOf, (_, place) => place).filter((place) => taken(foldOf[place]))
}
