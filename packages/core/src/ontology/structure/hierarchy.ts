import { callback, options as optionsShape, requireArguments, texts } from '../../arguments/shapes.ts'
import { nearestName } from '../../problems/nearestName.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { type Ontology, type OntologyEdges, termCount } from './ontology.ts'
import { ontologyShape } from './ontologyShapes.ts'
import { hierarchicalRelations } from './relationName.ts'
import { relationNotes } from './relationNotes.ts'

/** The chosen relations of an ontology as a directed graph without cycles; the edges of a term lie side by side. */
export interface Hierarchy {
  readonly ontology: Ontology
  /** The relations that were chosen and are there. */
  readonly relations: readonly string[]
  readonly size: number
  /** Parents of a term are `parents[parentOffsets[term]] .. parents[parentOffsets[term + 1] - 1]`. */
  readonly parentOffsets: Uint32Array
  readonly parents: Uint32Array
  /** Number of the relation in `ontology.relations`, and the weight in the file, NaN if it has none. */
  readonly parentRelations: Uint16Array
  readonly parentWeights: Float64Array
  readonly childOffsets: Uint32Array
  readonly children: Uint32Array
  /** Every term after all of its parents. */
  readonly order: Uint32Array
  /** Terms without a parent. */
  readonly roots: Uint32Array
  /** Edges from a root: by the shortest way, and by the longest. */
  readonly shortestDepth: Uint32Array
  readonly longestDepth: Uint32Array
}

export interface HierarchyOptions {
  /** Called with relations and edges that are left out although nothing is broken. */
  readonly onNote?: (note: Problem) => void
  /** Names of relations; is_a, part_of, instance_of and broader, as far as there are any, when left out. */
  readonly relations?: readonly string[]
}

const takesOptions = optionsShape({ relations: texts, onNote: callback })

/** Throws when there is a cycle, with its path, and when a relation is not there. */
export function hierarchyOf(ontology: Ontology, options: HierarchyOptions = {}): Hierarchy {
  requireArguments({ ontology, options }, { ontology: ontologyShape, options: takesOptions })
  const { relations, onNote } = options
  const chosen = chosenRelations(ontology, relations)
  const names = Array.from(chosen, (relation) => ontology.relations[relation].name)
  if (onNote !== undefined) for (const note of relationNotes(ontology, names, relations)) onNote(note)
  const size = termCount(ontology)
  const edges = directedEdges(ontology, chosen, names)
  const kept: number[] = []
  for (let edge = 0; edge < edges.children.length; edge++) if (chosen.has(edges.relations[edge])) kept.push(edge)
  const up = grouped(edges.children, kept, size)
  const down = grouped(edges.parents, kept, size)
  const parents = up.members.map((edge) => edges.parents[edge])
  const children = down.members.map((edge) => edges.children[edge])
  const parentRelations = new Uint16Array(kept.length)
  const parentWeights = new Float64Array(kept.length)
  for (let at = 0; at < kept.length; at++) {
    parentRelations[at] = edges.relations[up.members[at]]
    parentWeights[at] = edges.weights[up.members[at]]
  }
  const order = parentsFirst(size, up.offsets, down.offsets, children)
  if (order.length < size) throw cycleProblem(ontology, names, order, up, parents)

  const shortestDepth = new Uint32Array(size)
  const longestDepth = new Uint32Array(size)
  const roots: number[] = []
  for (const term of order) {
    const [start, end] = [up.offsets[term], up.offsets[term + 1]]
    if (start === end) {
      roots.push(term)
      continue
    }
    let shortest = Number.POSITIVE_INFINITY
    let longest = 0
    for (let at = start; at < end; at++) {
      shortest = Math.min(shortest, shortestDepth[parents[at]])
      longest = Math.max(longest, longestDepth[parents[at]])
    }
    shortestDepth[term] = shortest + 1
    longestDepth[term] = longest + 1
  }
  return {
    ontology,
    relations: names,
    size,
    parentOffsets: up.offsets,
    parents,
    parentRelations,
    parentWeights,
    childOffsets: down.offsets,
    children,
    order,
    roots: Uint32Array.from(roots).sort(),
    shortestDepth,
    longestDepth,
  }
}

/**
 * The edges, with those of symmetric relations pointing up: from the term that is deeper by the other chosen relations, on the longest way,
 * to the one that is not; at the same depth, to the one that comes first in the file. So they never close a cycle.
 */
function directedEdges(ontology: Ontology, chosen: ReadonlySet<number>, names: readonly string[]): OntologyEdges {
  const { edges, relations } = ontology
  const symmetric = relations.map((relation, number) => relation.symmetric === true && chosen.has(number))
  if (!symmetric.includes(true)) return edges
  const others = names.filter((name) => relations.some((relation) => relation.name === name && relation.symmetric !== true))
  const depth = others.length === 0 ? new Uint32Array(termCount(ontology)) : hierarchyOf(ontology, { relations: others }).longestDepth
  const children = edges.children.slice()
  const parents = edges.parents.slice()
  for (let edge = 0; edge < children.length; edge++) {
    if (!symmetric[edges.relations[edge]]) continue
    const [a, b] = [children[edge], parents[edge]]
    const aIsDeeper = depth[a] === depth[b] ? a > b : depth[a] > depth[b]
    children[edge] = aIsDeeper ? a : b
    parents[edge] = aIsDeeper ? b : a
  }
  return { ...edges, children, parents }
}

/** Numbers of the chosen relations. A missing one is a fault, unless it is a default relation and another one is present. */
function chosenRelations({ relations }: Ontology, names: readonly string[] | undefined): ReadonlySet<number> {
  const numberOf = (name: string) => relations.findIndex((relation) => relation.name === name || relation.id === name)
  const present = (names ?? hierarchicalRelations).map(numberOf).filter((number) => number >= 0 && relations[number].edges > 0)
  for (const name of names ?? []) {
    if (numberOf(name) >= 0 || (present.length > 0 && hierarchicalRelations.includes(name))) continue
    const known = relations.filter(({ edges }) => edges > 0).map((relation) => relation.name)
    const nearest = nearestName(name, known)
    throw new RankwrightError({
      area: 'ontology',
      code: 'unknown-relation',
      found: name,
      known,
      ...(nearest !== undefined && { nearest }),
    })
  }
  return new Set(present)
}

interface Grouped {
  readonly offsets: Uint32Array
  /** Edges, those of one term side by side, in the order of the file. */
  readonly members: Uint32Array
}

function grouped(terms: Uint32Array, edges: readonly number[], size: number): Grouped {
  const offsets = new Uint32Array(size + 1)
  for (const edge of edges) offsets[terms[edge] + 1]++
  for (let term = 0; term < size; term++) offsets[term + 1] += offsets[term]
  const next = offsets.slice()
  const members = new Uint32Array(edges.length)
  for (const edge of edges) members[next[terms[edge]]++] = edge
  return { offsets, members }
}

/** Kahn 1962, "Topological sorting of large networks"; terms on a cycle, and below one, are missing. */
function parentsFirst(size: number, parentOffsets: Uint32Array, childOffsets: Uint32Array, children: Uint32Array): Uint32Array {
  const order = new Uint32Array(size)
  const waiting = new Uint32Array(size)
  let length = 0
  for (let term = 0; term < size; term++) {
    waiting[term] = parentOffsets[term + 1] - parentOffsets[term]
    if (waiting[term] === 0) order[length++] = term
  }
  for (let at = 0; at < length; at++) {
    const term = order[at]
    for (let edge = childOffsets[term]; edge < childOffsets[term + 1]; edge++) {
      if (--waiting[children[edge]] === 0) order[length++] = children[edge]
    }
  }
  return order.subarray(0, length)
}

/** Going up from a term that has no place in the order, always to such a parent, must come round. */
function cycleProblem(
  { files, ids, names, edges }: Ontology,
  relations: readonly string[],
  order: Uint32Array,
  up: Grouped,
  parents: Uint32Array,
): RankwrightError {
  const ordered = new Set(order)
  let term = ids.findIndex((_, index) => !ordered.has(index))
  const steps: number[] = []
  const placeOf = new Map<number, number>()
  while (!placeOf.has(term)) {
    placeOf.set(term, steps.length)
    let at = up.offsets[term]
    while (ordered.has(parents[at])) at++
    steps.push(at)
    term = parents[at]
  }
  const circle = steps.slice(placeOf.get(term))
  const edge = up.members[circle[0]]
  const line = edges.lines[edge]
  const file = files[edges.files[edge]]
  const path = [term, ...circle.map((at) => parents[at])].map((each) => (names[each] === '' ? ids[each] : `${ids[each]} (${names[each]})`))
  return new RankwrightError({ area: 'ontology', code: 'cycle', at: { file, ...(line > 0 && { line }) }, path, relations })
}
