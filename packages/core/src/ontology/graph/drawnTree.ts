/**
 * A tree drawn from a hierarchy: every term keeps one of its parents, and siblings stand in some order. Going through it depth first puts
 * every subtree side by side: the order that fine parts get their rates from.
 */
import type { Random } from '../../numeric/random.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { SiblingOrder } from './siblingOrder.ts'

export interface DrawnTree {
  /** The parent that each term kept; −1 for the top of the tree, and for terms that are not in it. */
  readonly parents: Int32Array
  /** The terms of the tree, depth first, each before what is below it. */
  readonly order: Uint32Array
}

export interface DrawnTreeOptions {
  /** The top of the tree: only terms below it are in it. All terms, below all roots, when left out. */
  readonly root?: number
  readonly random: Random
  /** Puts terms with the same parent in order, given in random order; so they stay when left out. */
  readonly arrange?: SiblingOrder
}

export function drawnTree(hierarchy: Hierarchy, { root, random, arrange = (siblings) => siblings }: DrawnTreeOptions): DrawnTree {
  const { size, order: topDown, parentOffsets, parents: all, roots } = hierarchy
  const inside = termsBelow(hierarchy, root)
  const parents = new Int32Array(size).fill(-1)
  const drawn = random.fork('parents')
  for (const term of topDown) {
    if (inside[term] === 0 || term === root) continue
    const candidates = all.subarray(parentOffsets[term], parentOffsets[term + 1]).filter((parent) => inside[parent] === 1)
    if (candidates.length > 0) parents[term] = candidates[candidates.length === 1 ? 0 : drawn.integer(candidates.length)]
  }
  const children = childrenOf(parents)
  const shuffled = random.fork('siblings')
  const ordered = (siblings: number[]) => (siblings.length < 2 ? siblings : arrange(shuffled.shuffle(siblings), parents))
  const waiting = ordered(root === undefined ? Array.from(roots) : [root]).reverse()
  const order: number[] = []
  for (let term = waiting.pop(); term !== undefined; term = waiting.pop()) {
    order.push(term)
    const below = ordered(children[term])
    for (let place = below.length - 1; place >= 0; place--) waiting.push(below[place])
  }
  return { parents, order: Uint32Array.from(order) }
}

/** 1 for a term and all below it; for every term when none is named. */
export function termsBelow({ size, childOffsets, children }: Hierarchy, root: number | undefined): Uint8Array {
  if (root === undefined) return new Uint8Array(size).fill(1)
  const inside = new Uint8Array(size)
  inside[root] = 1
  const found = [root]
  for (const term of found) {
    for (let edge = childOffsets[term]; edge < childOffsets[term + 1]; edge++) {
      if (inside[children[edge]] === 1) continue
      inside[children[edge]] = 1
      found.push(children[edge])
    }
  }
  return inside
}

function childrenOf(parents: Int32Array): number[][] {
  const children: number[][] = Array.from(parents, () => [])
  for (let term = 0; term < parents.length; term++) if (parents[term] >= 0) children[parents[term]].push(term)
  return children
}
