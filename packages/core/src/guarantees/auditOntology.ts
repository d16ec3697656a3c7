/**
 * Theorem 14 of Gao & Xu 2013, tried out: one vertex of the sample is replaced by another of its part, the scores are fitted again,
 * and none may have moved by more than 4 σ κ²/(λ M). A part of one term has no other: any term takes its place, at the same rate. The proof
 * uses κ alone, and covers that too.
 */

import { count, number, options as optionsShape, requireArguments, required } from '../arguments/shapes.ts'
import { kernelOfModel, stabilityInputs } from '../models/ontologyLine/ontologyModel.ts'
import { type LearnedLine, lineShape } from '../models/ontologyTerms/learnedLine.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import type { VertexKernel } from '../ontology/graph/vertexKernel.ts'
import { RankwrightError } from '../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { finish, obeyStop, type Training } from '../runtime/training.ts'
import { scoreStability } from '../theory/ontologyBounds.ts'
import { fitScores } from '../trainers/ontology/trainOntology.ts'

export interface StabilityAudit {
  readonly replacements: number
  /** The farthest that any score of any term moved. */
  readonly worst: number
  /** κ, at least the greatest √K(v, v). */
  readonly kappa: number
  /** What the theorem allows, of exact minimisers. */
  readonly bound: number
  /** How far the scores of two fits may lie from the exact ones: 2 κ √(gap/λ), from the largest duality gap found. */
  readonly slack: number
  readonly holds: boolean
}

const takesOptions = required(optionsShape({ replacements: count(1), seed: number({ whole: true }) }), 'replacements', 'seed')

export function* auditOntology(
  line: LearnedLine,
  options: { readonly replacements: number; readonly seed: number },
  shared: Runtime = plainRuntime,
): Training<StabilityAudit> {
  requireArguments({ line, options }, { line: lineShape, options: takesOptions })
  const { replacements, seed } = options
  const runtime = besideOthers(shared)
  const { loss, lambda, fit } = line
  if (loss === 'gamma') throw new RankwrightError({ area: 'ontology', code: 'no-stability-theorem', loss })
  const random = seededRandom(seed)
  let worst = 0
  let gap = fit.excess ?? 0
  const mark = runtime.compute.mark()
  try {
    const kernel = kernelOfModel(line, runtime.compute)
    for (let made = 0; made < replacements; made++) {
      yield { stage: 'replacing', done: made, total: replacements }
      obeyStop(runtime)
      const other = refitted(line, kernel, random, runtime)
      gap = Math.max(gap, other.excess ?? 0)
      for (let term = 0; term < line.scores.length; term++) worst = Math.max(worst, Math.abs(line.scores[term] - other.scores[term]))
    }
    const inputs = stabilityInputs(line, kernel.reach())
    const bound = scoreStability(inputs)
    const slack = 2 * inputs.kappa * Math.sqrt(gap / lambda)
    return { replacements, worst, kappa: inputs.kappa, bound, slack, holds: worst <= bound + slack }
  } finally {
    runtime.compute.release(mark)
  }
}

/** The line, fitted again with one vertex of its sample replaced by another of the same part. */
function refitted(line: LearnedLine, kernel: VertexKernel, random: Random, runtime: Runtime) {
  const { parts, loss, gamma, lambda, tolerance, iterations, sample, coefficients } = line
  const place = random.integer(sample.vertices.length)
  const { members } = parts[sample.parts[place]]
  const vertices = sample.vertices.slice()
  vertices[place] = members.length > 1 ? members[random.integer(members.length)] : random.integer(line.ids.length)
  const rates = Float64Array.from(sample.parts, (part) => parts[part].rate)
  return finish(fitScores(kernel, vertices, rates, { loss, gamma, lambda, tolerance, iterations, start: coefficients }, runtime))
}
