/**
 * Not the paper's method: many lines in place of one. Each member learns its own scores, from another cut through the hierarchy, another random
 * order of the branches and another sample, so that two terms that lie together by chance on one line do not on most; a term is the vector of
 * its scores. The similarity of two terms is the mean of the members' similarities, 1 − |f(v) − f(v′)|/(max f − min f).
 */

import type { EnsembleMember, OntologyEnsemble } from '../../models/ontologyEnsemble/ontologyEnsemble.ts'
import { seededRandom } from '../../numeric/random.ts'
import { graphOfHierarchy } from '../../ontology/graph/ontologyGraph.ts'
import { type PartRule, partRules, partsOf } from '../../ontology/graph/parts.ts'
import { ontologySample } from '../../ontology/graph/sample.ts'
import { vertexKernel } from '../../ontology/graph/vertexKernel.ts'
import { termNames } from '../../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'
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
  sample: { kind: 'integer', default: 2500, atLeast: 2, doc: 'How many terms each member draws; levels with more branches are left out.' },
  parts: { kind: 'choice', of: partRules, default: 'nearest', doc: 'Which branch a term below several branches belongs to.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of the first member; the others follow.' },
  tolerance: { kind: 'number', default: 0.001, above: 0, doc: 'Duality gap at which a member stops, as a share of the objective.' },
  iterations: { kind: 'integer', default: 100, atLeast: 1, doc: 'Most Newton steps of a member.' },
} as const satisfies OptionTable

export function* trainEnsemble(
  hierarchy: Hierarchy,
  options: OptionsOf<typeof ontologyEnsembleOptions> = {},
  { root }: { readonly root?: number } = {},
): Training<OntologyEnsemble> {
  const {
    members: count,
    levels,
    epsilon,
    lambda,
    sample: least,
    parts: rule,
    seed,
    tolerance,
    iterations,
  } = resolveOptions(ontologyEnsembleOptions, options)
  const { ontology, size } = hierarchy
  const prepared = vertexKernel(graphOfHierarchy(hierarchy), { kind: 'graph-laplacian', epsilon })
  const cuts = Array.from({ length: levels }, (_, level) => ({ level: level + 1, parts: cutAt(hierarchy, rule, level + 1, root) })).filter(
    ({ parts }) => parts !== undefined && parts.branches.length <= least,
  )
  const members: EnsembleMember[] = []
  const vectors = new Float32Array(size * count)
  for (let member = 0; member < count; member++) {
    yield { stage: 'members', done: member, total: count }
    const { level, parts } = cuts[member % cuts.length]
    if (parts === undefined) continue
    const branches = parts.branches.length
    const own = seed + member
    const rates = seededRandom(own).shuffle(Float64Array.from({ length: branches }, (_, part) => part + 1))
    const sample = ontologySample(parts, own, least)
    const rateOf = Float64Array.from(sample.parts, (part) => rates[part])
    const fitting = fitScores(prepared, sample.vertices, rateOf, { loss: 'hinge', gamma: 1, lambda, tolerance, iterations })
    let step = fitting.next()
    while (!step.done) step = fitting.next()
    const { scores, gap = 0 } = step.value
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const score of scores) {
      low = Math.min(low, score)
      high = Math.max(high, score)
    }
    for (let term = 0; term < size; term++) vectors[term * count + member] = high > low ? (scores[term] - low) / (high - low) : 0
    members.push({ level, branches, seed: own, gap })
  }
  const top = root ?? (hierarchy.roots.length === 1 ? hierarchy.roots[0] : undefined)
  return {
    kind: 'ontology-ensemble',
    ...termNames(ontology),
    relations: hierarchy.relations,
    ...(top !== undefined && { root: ontology.ids[top] }),
    rule,
    epsilon,
    lambda,
    sample: least,
    tolerance,
    iterations,
    members,
    vectors,
  }
}

/** Undefined where a level has too few branches; the first one says so. */
function cutAt(hierarchy: Hierarchy, rule: PartRule, level: number, root: number | undefined): ReturnType<typeof partsOf> | undefined {
  try {
    return partsOf(hierarchy, rule, root, level)
  } catch (error) {
    if (level > 1 && error instanceof RankwrightError && error.problems[0].code === 'too-few-branches') return undefined
    throw error
  }
}
