/**
 * The stability of Gao & Xu 2013, tried out: one vertex of the sample is replaced by another of its part, and the scores are fitted again.
 *
 * - Theorem 14: no score may have moved by more than μ = 4 σ κ²/(λ M). A replaced vertex only has pairs with other rates, so that of a
 *   part q with n_q vertices at its rate the proof gives μ_q = 4 σ κ² (M − n_q)/(λ M²).
 * - Definition 6, with the constant of Lemma 16 and Corollary 17: the loss of no pair may have moved by more than α = 8 σ² κ²/(λ M).
 *
 * A part of one term has no other: any term takes its place, at the same rate. The proof uses κ alone, and covers that too.
 */

import { count, number, options as optionsShape, requireArguments, required } from '../arguments/shapes.ts'
import { kernelOfModel, stabilityInputs } from '../models/ontologyLine/ontologyModel.ts'
import { type LearnedLine, lineShape } from '../models/ontologyTerms/learnedLine.ts'
import { seededRandom } from '../numeric/random.ts'
import type { VertexKernel } from '../ontology/graph/vertexKernel.ts'
import { RankwrightError } from '../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { obeyStop, type Progress, type Training } from '../runtime/training.ts'
import { lossStability, partStability, scoreStability } from '../theory/ontologyBounds.ts'
import { fitScores } from '../trainers/ontology/fitScores.ts'
import { farthestHingeMove } from './hingeMove.ts'

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
  /** Whether scores, losses and the scores of each part moved no farther than they may. */
  readonly holds: boolean
  /** The farthest that the hinge of a pair of terms moved, and what may be. */
  readonly loss: MovedAndAllowed
  /** The parts of which terms were replaced, by their rates: the farthest that any score moved then. */
  readonly parts: readonly AuditedPart[]
}

export interface MovedAndAllowed {
  readonly worst: number
  readonly bound: number
  readonly slack: number
  readonly holds: boolean
}

export interface AuditedPart extends MovedAndAllowed {
  readonly id: string
  readonly rate: number
  readonly replacements: number
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
  const { loss, fit, scores, ids, parts, sample } = line
  if (loss === 'gamma') throw new RankwrightError({ area: 'ontology', code: 'no-stability-theorem', loss })
  const random = seededRandom(seed)
  const moves: Move[] = []
  let gap = fit.excess ?? 0
  const mark = runtime.compute.mark()
  try {
    const kernel = kernelOfModel(line, runtime.compute)
    for (let made = 0; made < replacements; made++) {
      const progress = { stage: 'replacing', done: made, total: replacements }
      yield progress
      obeyStop(runtime)
      const place = random.integer(sample.vertices.length)
      const part = sample.parts[place]
      const { members } = parts[part]
      const instead = members.length > 1 ? members[random.integer(members.length)] : random.integer(ids.length)
      const other = yield* refitted(line, kernel, place, instead, progress, runtime)
      gap = Math.max(gap, other.excess ?? 0)
      let moved = 0
      for (let term = 0; term < ids.length; term++) moved = Math.max(moved, Math.abs(scores[term] - other.scores[term]))
      moves.push({ part, score: moved, loss: farthestHingeMove(parts, scores, other.scores) })
    }
    return auditOf(line, moves, kernel, gap)
  } finally {
    runtime.compute.release(mark)
  }
}

/** What one replacement in a part moved. */
interface Move {
  readonly part: number
  readonly score: number
  readonly loss: number
}

function auditOf(line: LearnedLine, moves: readonly Move[], kernel: VertexKernel, gap: number): StabilityAudit {
  const inputs = stabilityInputs(line, kernel.reach())
  const { kappa, lambda } = inputs
  const slack = 2 * kappa * Math.sqrt(gap / lambda)
  const judged = (worst: number, bound: number, more: number): MovedAndAllowed => ({
    worst,
    bound,
    slack: more,
    holds: worst <= bound + more,
  })
  const score = judged(Math.max(...moves.map((move) => move.score)), scoreStability(inputs), slack)
  // A hinge moves by no more than its two scores together.
  const loss = judged(Math.max(...moves.map((move) => move.loss)), lossStability(inputs), 2 * slack)
  const atRate = new Map<number, number>()
  for (const part of line.sample.parts) atRate.set(line.parts[part].rate, (atRate.get(line.parts[part].rate) ?? 0) + 1)
  const parts = [...new Set(moves.map(({ part }) => part))]
    .map((part): AuditedPart => {
      const { id, rate } = line.parts[part]
      const own = moves.filter((move) => move.part === part)
      const bound = partStability({ ...inputs, n: atRate.get(rate) ?? 0 })
      return { id, rate, replacements: own.length, ...judged(Math.max(...own.map((move) => move.score)), bound, slack) }
    })
    .sort((a, b) => a.rate - b.rate)
  const holds = score.holds && loss.holds && parts.every((part) => part.holds)
  return { replacements: moves.length, worst: score.worst, kappa, bound: score.bound, slack, holds, loss, parts }
}

/** The line, fitted again with one vertex of its sample replaced. */
function* refitted(
  { parts, loss, gamma, lambda, tolerance, iterations, sample, coefficients }: LearnedLine,
  kernel: VertexKernel,
  place: number,
  instead: number,
  progress: Progress,
  runtime: Runtime,
) {
  const vertices = sample.vertices.slice()
  vertices[place] = instead
  const rates = Float64Array.from(sample.parts, (part) => parts[part].rate)
  const fitting = fitScores(kernel, vertices, rates, { loss, gamma, lambda, tolerance, iterations, start: coefficients }, runtime)
  let step = fitting.next()
  for (; !step.done; step = fitting.next()) yield progress
  return step.value
}
