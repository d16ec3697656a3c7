/**
 * Not the paper's method: many lines instead of one. Each member learns its own scores, from another cut through the hierarchy, another random
 * order of the branches and another sample, so that two terms that lie together by chance on one line do not on most; a term is the vector of
 * its scores. The similarity of two terms is the mean of the members' similarities, 1 − |f(v) − f(v′)|/(max f − min f).
 */

import { count as countShape, options as optionsShape, requireArguments } from '../../arguments/shapes.ts'
import type { EnsembleMember, OntologyEnsemble } from '../../models/ontologyEnsemble/ontologyEnsemble.ts'
import { seededRandom } from '../../numeric/random.ts'
import { graphOfHierarchy } from '../../ontology/graph/ontologyGraph.ts'
import { type PartRule, type Parts, partRules, partsOf } from '../../ontology/graph/parts.ts'
import { mostDrawn, ontologySample } from '../../ontology/graph/sample.ts'
import { type VertexKernel, vertexKernel } from '../../ontology/graph/vertexKernel.ts'
import { termNames } from '../../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { hierarchyShape } from '../../ontology/structure/ontologyShapes.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import { finish, obeyStop, type Training } from '../../runtime/training.ts'
import { fitScores } from './trainOntology.ts'

export const ontologyEnsembleOptions = {
  members: { kind: 'integer', default: 32, atLeast: 2, atMost: 1000, doc: 'How many lines are learned.' },
  levels: {
    kind: 'integer',
    default: 4,
    atLeast: 1,
    atMost: 50,
    doc: 'Member by member, branches begin 1, 2, … up to this many levels below the root.',
  },
  epsilon: {
    kind: 'number',
    default: 0.001,
    above: 0,
    doc: 'The kernel is (L + epsilon I)^-1: the smaller epsilon, the further the influence of a term reaches.',
  },
  lambda: { kind: 'number', default: 0.01, above: 0, doc: 'Weight of the penalty on the norm of the scores.' },
  sample: {
    kind: 'integer',
    default: 2500,
    atLeast: 2,
    atMost: mostDrawn,
    doc: 'How many terms each member draws; levels with more branches are skipped.',
  },
  parts: { kind: 'choice', of: partRules, default: 'nearest', doc: 'Which branch a term below several branches belongs to.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the first member; the others follow.' },
  tolerance: {
    kind: 'number',
    default: 0.001,
    above: 0,
    doc: 'Duality gap at which a member stops, as a share of what can be gained over scores that are all 0.',
  },
  iterations: { kind: 'integer', default: 100, atLeast: 1, doc: 'Most Newton steps of a member.' },
} as const satisfies OptionTable

export function* trainEnsemble(
  hierarchy: Hierarchy,
  options: OptionsOf<typeof ontologyEnsembleOptions> = {},
  inputs: { readonly root?: number } = {},
  shared: Runtime = plainRuntime,
): Training<OntologyEnsemble> {
  requireArguments({ hierarchy, inputs }, { hierarchy: hierarchyShape, inputs: optionsShape({ root: countShape() }) })
  const { root } = inputs
  const runtime = besideOthers(shared)
  const resolved = resolveOptions(ontologyEnsembleOptions, options)
  const { members: count, epsilon, lambda, sample, parts: rule, tolerance, iterations } = resolved
  const { ontology, size, roots } = hierarchy
  const cuts = cutsOf(hierarchy, resolved, root)
  const members: EnsembleMember[] = []
  const vectors = new Float32Array(size * count)
  const mark = runtime.compute.mark()
  try {
    const kernel = vertexKernel(graphOfHierarchy(hierarchy), { kind: 'graph-laplacian', epsilon }, undefined, runtime.compute)
    for (let member = 0; member < count; member++) {
      yield { stage: 'members', done: member, total: count }
      obeyStop(runtime)
      const cut = cuts[member % cuts.length]
      const { scores, ...learned } = learnMember(kernel, cut, resolved.seed + member, resolved, runtime)
      members.push(learned)
      const scaled = fromLeastToGreatest(scores)
      for (let term = 0; term < size; term++) vectors[term * count + member] = scaled[term]
    }
  } finally {
    runtime.compute.release(mark)
  }
  const top = root ?? (roots.length === 1 ? roots[0] : undefined)
  return {
    kind: 'ontology-ensemble',
    ...termNames(ontology),
    relations: hierarchy.relations,
    ...(top !== undefined && { root: ontology.ids[top] }),
    rule,
    epsilon,
    lambda,
    sample,
    tolerance,
    iterations,
    members,
    vectors,
  }
}

type Chosen = Resolved<typeof ontologyEnsembleOptions>

/** The branches that begin so far below the root. */
interface Cut {
  readonly level: number
  readonly parts: Parts
}

/** One line: random rates for the branches of a cut, and a sample of its own. */
function learnMember(
  kernel: VertexKernel,
  { level, parts }: Cut,
  seed: number,
  { sample: least, lambda, tolerance, iterations }: Chosen,
  runtime: Runtime,
): EnsembleMember & { readonly scores: Float64Array } {
  const branches = parts.branches.length
  const rates = seededRandom(seed).shuffle(Float64Array.from({ length: branches }, (_, part) => part + 1))
  const sample = ontologySample(parts, seed, least)
  const rateOf = Float64Array.from(sample.parts, (part) => rates[part])
  const options = { loss: 'hinge', gamma: 1, lambda, tolerance, iterations } as const
  const { scores, gap = 0 } = finish(fitScores(kernel, sample.vertices, rateOf, options, runtime))
  return { level, branches, seed, gap, scores }
}

/** 0 for the least score, 1 for the greatest; all 0 where they are equal. */
function fromLeastToGreatest(scores: Float64Array): Float64Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const score of scores) {
    low = Math.min(low, score)
    high = Math.max(high, score)
  }
  return scores.map((score) => (high > low ? (score - low) / (high - low) : 0))
}

/** The levels that have at least two branches, and no more than terms are drawn. */
function cutsOf(hierarchy: Hierarchy, { levels, parts: rule, sample }: Chosen, root: number | undefined): Cut[] {
  const all: Cut[] = []
  for (let level = 1; level <= levels; level++) {
    const parts = cutAt(hierarchy, rule, level, root)
    if (parts !== undefined) all.push({ level, parts })
  }
  const cuts = all.filter(({ parts }) => parts.branches.length <= sample)
  if (cuts.length === 0) {
    const branches = Math.min(...all.map(({ parts }) => parts.branches.length))
    throw new RankwrightError({ area: 'ontology', code: 'sample-too-small', found: sample, branches })
  }
  return cuts
}

/** Undefined where a level has too few branches; the first one says so. */
function cutAt(hierarchy: Hierarchy, rule: PartRule, level: number, root: number | undefined): Parts | undefined {
  try {
    return partsOf(hierarchy, rule, root, level)
  } catch (error) {
    if (level > 1 && error instanceof RankwrightError && error.problems[0].code === 'too-few-branches') return undefined
    throw error
  }
}
