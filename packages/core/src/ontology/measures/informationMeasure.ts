/**
 * The measures that compare two terms by what they share: the content of their most informative common ancestor (MICA). One
 * pair costs the ancestors of both terms; a row, one pass over the graph, whatever the number of targets.
 */

import type { InformationContent } from '../information/informationContent.ts'
import { ancestorWalk } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { Similarity } from './measure.ts'

/** Similarity from the content of the MICA (0 where there is no common ancestor) and of the two terms. */
export type SharedContent = (shared: number, first: number, second: number, same: boolean) => number

export function informationMeasure(
  hierarchy: Hierarchy,
  { values }: Pick<InformationContent, 'values'>,
  combine: SharedContent,
): Similarity {
  const above = greatestAbove(hierarchy, values)
  const up = ancestorWalk(hierarchy)
  const { size, parentOffsets, parents } = hierarchy
  const stack = new Uint32Array(size)
  const seenIn = new Uint32Array(size)
  let search = 0
  return (source) => {
    up.from(source)
    return (target) => {
      search++
      let shared = 0
      stack[0] = target
      let height = 1
      while (height > 0) {
        const here = stack[--height]
        // Above a common ancestor there are only common ancestors.
        if (up.saw(here)) {
          if (above[here] > shared) shared = above[here]
          continue
        }
        for (let edge = parentOffsets[here]; edge < parentOffsets[here + 1]; edge++) {
          const parent = parents[edge]
          if (seenIn[parent] === search) continue
          seenIn[parent] = search
          stack[height++] = parent
        }
      }
      return combine(shared, values[source], values[target], source === target)
    }
  }
}

/** Sources that are taken down the graph together: where a term's parents are is then looked up once for all of them. */
const together = 4

/**
 * The similarities from each source to all targets, in their order; a row is valid until the next one.
 *
 * Only the terms above a target matter. They are numbered parents first, so that one pass in that order carries the content of
 * the MICA with the source down to every target: an ancestor of the source shares what it says itself, any other term what the
 * best of its parents shares.
 */
export function* informationRows(
  hierarchy: Hierarchy,
  { values }: InformationContent,
  combine: SharedContent,
  sources: Uint32Array,
  targets: Uint32Array,
): Generator<Float64Array> {
  const above = greatestAbove(hierarchy, values)
  const graph = graphAbove(hierarchy, targets)
  const content = Float64Array.from(graph.terms, (term) => above[term])
  const shared = new Float64Array(together * (graph.terms.length + 1)) // the last ones, 0, stand for no parent
  const isAbove = new Uint8Array(graph.terms.length) // a bit for each source
  const up = ancestorWalk(hierarchy)
  const places = Uint32Array.from(targets, (term) => together * graph.numberOf[term])
  const targetContent = Float64Array.from(targets, (term) => values[term])
  const row = new Float64Array(targets.length)
  for (let first = 0; first < sources.length; first += together) {
    const count = Math.min(together, sources.length - first)
    isAbove.fill(0)
    for (let lane = 0; lane < count; lane++) {
      const found = up.from(sources[first + lane])
      for (let at = 0; at < found; at++) {
        const number = graph.numberOf[up.found[at]]
        if (number >= 0) isAbove[number] |= 1 << lane
      }
    }
    carryDown(graph, content, isAbove, shared)
    for (let lane = 0; lane < count; lane++) {
      const source = sources[first + lane]
      const own = values[source]
      for (let at = 0; at < row.length; at++) row[at] = combine(shared[places[at] + lane], own, targetContent[at], source === targets[at])
      yield row
    }
  }
}

/** One pass, parents first, for all lanes. */
function carryDown(
  { terms, firstParent, secondParent, moreOffsets, moreParents }: GraphAbove,
  content: Float64Array,
  isAbove: Uint8Array,
  shared: Float64Array,
): void {
  for (let number = 0; number < terms.length; number++) {
    const a = together * firstParent[number]
    const b = together * secondParent[number]
    let one = Math.max(shared[a], shared[b])
    let two = Math.max(shared[a + 1], shared[b + 1])
    let three = Math.max(shared[a + 2], shared[b + 2])
    let four = Math.max(shared[a + 3], shared[b + 3])
    for (let edge = moreOffsets[number]; edge < moreOffsets[number + 1]; edge++) {
      const c = together * moreParents[edge]
      if (shared[c] > one) one = shared[c]
      if (shared[c + 1] > two) two = shared[c + 1]
      if (shared[c + 2] > three) three = shared[c + 2]
      if (shared[c + 3] > four) four = shared[c + 3]
    }
    const lanes = isAbove[number]
    if (lanes !== 0) {
      if ((lanes & 1) !== 0) one = content[number]
      if ((lanes & 2) !== 0) two = content[number]
      if ((lanes & 4) !== 0) three = content[number]
      if ((lanes & 8) !== 0) four = content[number]
    }
    const here = together * number
    shared[here] = one
    shared[here + 1] = two
    shared[here + 2] = three
    shared[here + 3] = four
  }
}

interface GraphAbove {
  /** Terms above a target, parents first. */
  readonly terms: Uint32Array
  /** Number of a term there, -1 where it is not. */
  readonly numberOf: Int32Array
  readonly firstParent: Uint32Array
  readonly secondParent: Uint32Array
  readonly moreOffsets: Uint32Array
  readonly moreParents: Uint32Array
}

/** Most terms have one or two parents, which lie in columns of their own. */
function graphAbove(hierarchy: Hierarchy, targets: Uint32Array): GraphAbove {
  const { size, order, parentOffsets, parents } = hierarchy
  const needed = new Uint8Array(size)
  for (const target of targets) needed[target] = 1
  for (let at = size - 1; at >= 0; at--) {
    const term = order[at]
    if (needed[term] === 1) for (let edge = parentOffsets[term]; edge < parentOffsets[term + 1]; edge++) needed[parents[edge]] = 1
  }
  const terms = order.filter((term) => needed[term] === 1)
  const numberOf = new Int32Array(size).fill(-1)
  for (let number = 0; number < terms.length; number++) numberOf[terms[number]] = number
  const none = terms.length
  const firstParent = new Uint32Array(terms.length).fill(none)
  const secondParent = new Uint32Array(terms.length).fill(none)
  const moreOffsets = new Uint32Array(terms.length + 1)
  const more: number[] = []
  for (let number = 0; number < terms.length; number++) {
    const start = parentOffsets[terms[number]]
    const end = parentOffsets[terms[number] + 1]
    if (end > start) firstParent[number] = numberOf[parents[start]]
    if (end > start + 1) secondParent[number] = numberOf[parents[start + 1]]
    for (let edge = start + 2; edge < end; edge++) more.push(numberOf[parents[edge]])
    moreOffsets[number + 1] = more.length
  }
  return { terms, numberOf, firstParent, secondParent, moreOffsets, moreParents: Uint32Array.from(more) }
}

/** The greatest finite content among a term and its ancestors. Contents that grow downwards, as all models' do, are their own. */
export function greatestAbove({ order, parentOffsets, parents }: Hierarchy, values: Float64Array): Float64Array {
  const above = new Float64Array(values.length)
  for (const term of order) {
    let best = Number.isFinite(values[term]) ? values[term] : 0
    for (let edge = parentOffsets[term]; edge < parentOffsets[term + 1]; edge++) best = Math.max(best, above[parents[edge]])
    above[term] = best
  }
  return above
}
