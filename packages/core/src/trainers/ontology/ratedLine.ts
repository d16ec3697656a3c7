/** What one line is learned from: a drawn tree, parts, their rates and a sample. */
import type { OntologyCut } from '../../models/ontologyTerms/learnedLine.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { type DrawnTree, drawnTree } from '../../ontology/graph/drawnTree.ts'
import type { OntologyGraph } from '../../ontology/graph/ontologyGraph.ts'
import { cutParts, type Parts, partsOf, type SharedRule, termParts } from '../../ontology/graph/parts.ts'
import { type OntologySample, ontologySample } from '../../ontology/graph/sample.ts'
import type { SiblingOrder } from '../../ontology/graph/siblingOrder.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { depthFirstRates, type GivenRate, ratedParts, spectralRates } from './rates.ts'

export interface RatedLine {
  readonly tree: DrawnTree
  readonly parts: Parts
  /** One for each part. */
  readonly rates: Float64Array
  readonly sample: OntologySample
}

export interface LineSetting {
  readonly cut: OntologyCut
  readonly level: number
  readonly shared: SharedRule
  readonly root?: number
  readonly given?: readonly GivenRate[]
  /** Terms to draw; all when left out. */
  readonly count?: number
  readonly seed: number
  /** Orders siblings; they stay in random order when left out. */
  readonly siblings?: (random: Random) => SiblingOrder
}

/** Lines differ by their seed: by the tree that they draw, the order of their parts and their sample. Branches have the order of the spectrum on the first. */
export function ratedLine(hierarchy: Hierarchy, graph: OntologyGraph, line: number, setting: LineSetting, compute?: Compute): RatedLine {
  const { root, count } = setting
  const seed = setting.seed + line
  const random = seededRandom(seed)
  const arrange = setting.siblings?.(random.fork('words'))
  const tree = drawnTree(hierarchy, { ...(root !== undefined && { root }), random, ...(arrange && { arrange }) })
  const { parts, rates } = partsAndRates(hierarchy, graph, tree, line, setting, compute)
  return { tree, parts, rates, sample: ontologySample(parts, seed, count) }
}

function partsAndRates(
  hierarchy: Hierarchy,
  graph: OntologyGraph,
  tree: DrawnTree,
  line: number,
  { cut, level, shared, root, given, seed }: LineSetting,
  compute: Compute | undefined,
): Pick<RatedLine, 'parts' | 'rates'> {
  if (cut === 'rated') return ratedParts(hierarchy, shared, given ?? [])
  if (cut === 'branches') {
    const parts = partsOf(hierarchy, shared, root, level)
    const rates = spectralRates(hierarchy.ontology, graph, parts, compute)
    return {
      parts,
      rates:
        line === 0
          ? rates
          : seededRandom(seed + line)
              .fork('rates')
              .shuffle(rates),
    }
  }
  const parts = cut === 'terms' ? termParts(tree) : cutParts(tree, cut)
  if (parts.branches.length < 2) {
    const name = root === undefined ? '' : hierarchy.ontology.ids[root]
    throw new RankwrightError({ area: 'ontology', code: 'too-few-terms', root: name, parts: parts.branches.length, terms: hierarchy.size })
  }
  return { parts, rates: depthFirstRates(tree, parts) }
}
