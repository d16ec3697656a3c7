import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { count, requireArguments } from '../../arguments/shapes.ts'
import type { OptionTable, Resolved } from '../../options/optionTable.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'

/** How much of what is around a term is shown. */
export const neighbourhoodOptions = {
  siblings: { kind: 'integer', default: 8, atLeast: 0, atMost: 10_000, doc: 'How many terms beside it, the most similar ones.' },
  children: { kind: 'integer', default: 12, atLeast: 0, atMost: 10_000, doc: 'How many terms directly below it, the most similar ones.' },
  top: { kind: 'integer', default: 10, atLeast: 1, atMost: 10_000, doc: 'How many of the most similar terms by each similarity.' },
} as const satisfies OptionTable

/** What lies around a term in the hierarchy. */
export interface Neighbourhood {
  readonly term: number
  /** From a root down to a parent of the term, by a shortest way; of several, the one whose terms come first in the file. */
  readonly path: readonly number[]
  /** Its other parents. */
  readonly otherParents: readonly number[]
  /** Other children of the last of the path. */
  readonly siblings: readonly number[]
  readonly moreSiblings: number
  readonly children: readonly number[]
  readonly moreChildren: number
}

/** `nearness` says which siblings and children come first; at equal nearness it is the order of the file. */
export function neighbourhoodOf(
  hierarchy: Hierarchy,
  term: number,
  nearness: (other: number) => number,
  most: Pick<Resolved<typeof neighbourhoodOptions>, 'siblings' | 'children'>,
): Neighbourhood {
  requireArguments({ hierarchy, term }, { hierarchy: hierarchyShape, term: count() })
  if (term >= hierarchy.size) refuseArgument('term', term, `the number of a term, below ${hierarchy.size}`)
  const path = pathTo(hierarchy, term)
  const parent = path.at(-1)
  const siblings = parent === undefined ? [] : below(hierarchy, parent).filter((other) => other !== term)
  const children = below(hierarchy, term)
  return {
    term,
    path,
    otherParents: above(hierarchy, term).filter((other) => other !== parent),
    siblings: nearest(siblings, nearness, most.siblings),
    moreSiblings: Math.max(0, siblings.length - most.siblings),
    children: nearest(children, nearness, most.children),
    moreChildren: Math.max(0, children.length - most.children),
  }
}

function pathTo(hierarchy: Hierarchy, term: number): number[] {
  const { shortestDepth } = hierarchy
  const path: number[] = []
  for (let here = term; shortestDepth[here] > 0; ) {
    const depth = shortestDepth[here] - 1
    here = above(hierarchy, here).filter((parent) => shortestDepth[parent] === depth)[0]
    path.unshift(here)
  }
  return path
}

/** Terms, each once, in the order of the file. */
function inOrder(terms: Uint32Array): number[] {
  return [...new Set(terms)].sort((a, b) => a - b)
}

function above({ parentOffsets, parents }: Hierarchy, term: number): number[] {
  return inOrder(parents.subarray(parentOffsets[term], parentOffsets[term + 1]))
}

function below({ childOffsets, children }: Hierarchy, term: number): number[] {
  return inOrder(children.subarray(childOffsets[term], childOffsets[term + 1]))
}

function nearest(terms: readonly number[], nearness: (other: number) => number, most: number): number[] {
  const value = new Map(terms.map((term) => [term, nearness(term)]))
  const of = (term: number) => {
    const known = value.get(term) ?? Number.NaN
    return Number.isNaN(known) ? Number.NEGATIVE_INFINITY : known
  }
  return [...terms].sort((a, b) => (of(a) === of(b) ? a - b : of(b) - of(a))).slice(0, most)
}
