/** The parts of k-partite ranking, as lists of terms: branches of the hierarchy, single terms, or pieces of a drawn tree. */
import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { count, madeBy, oneOf, optional, requireArguments } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'
import type { DrawnTree } from './drawnTree.ts'

/** Which branch has a term that lies below several: the one with the shortest way up, the first of the file, or each of them. */
export const sharedRules = ['nearest', 'first', 'split'] as const
export type SharedRule = (typeof sharedRules)[number]

export interface Parts {
  /** The term whose children are the branches; undefined for a virtual root above several roots, which are the branches then. */
  readonly root?: number
  /** The term that stands for each part. */
  readonly branches: Uint32Array
  /** Members of a part are `members[offsets[part]] .. members[offsets[part + 1] - 1]`, the branch among them. */
  readonly offsets: Uint32Array
  readonly members: Uint32Array
}

export const partsShape = madeBy('partsOf', 'branches', 'offsets', 'members')

/** Branches begin `level` edges below the root by the shortest way; those of a virtual root, with the roots. */
export function partsOf(hierarchy: Hierarchy, shared: SharedRule, root?: number, level = 1): Parts {
  requireArguments(
    { hierarchy, shared, root, level },
    { hierarchy: hierarchyShape, shared: oneOf(...sharedRules), root: optional(count()), level: count() },
  )
  if (root !== undefined && root >= hierarchy.size) refuseArgument('root', root, `the number of a term, below ${hierarchy.size}`)
  const { ontology, roots } = hierarchy
  const top = root ?? (roots.length === 1 ? roots[0] : undefined)
  const branches = termsAt(hierarchy, top, level)
  if (branches.length < 2) {
    const name = top === undefined ? '' : ontology.ids[top]
    throw new RankwrightError({ area: 'ontology', code: 'too-few-branches', root: name, branches: branches.length })
  }
  return { ...(top !== undefined && { root: top }), ...partsBelow(hierarchy, shared, branches) }
}

/** A part for each of some terms, with what is below it. Unless terms are split, one of them below another is of its own part alone. */
export function partsBelow(hierarchy: Hierarchy, shared: SharedRule, branches: Uint32Array): Parts {
  const lists = shared === 'split' ? everyBranch(hierarchy, branches) : listsOf(oneBranch(hierarchy, branches, shared), branches.length)
  return partsFrom(branches, lists)
}

/** Every term of a tree is a part of its own. */
export function termParts({ order }: DrawnTree): Parts {
  const branches = order.slice().sort()
  return { branches, offsets: Uint32Array.from({ length: branches.length + 1 }, (_, part) => part), members: branches }
}

/**
 * A drawn tree cut into about `count` parts of similar size, each a piece that hangs together: from the leaves up, subtrees that stand side
 * by side are gathered until they make up a part. The term that stands for a part is the first of it, depth first. Parts come in that order.
 */
export function cutParts({ parents, order }: DrawnTree, count: number): Parts {
  const enough = order.length / count
  const heads = new Map<number, number>() // the head that a term at the top of a gathered piece belongs to
  const open = new Map<number, { readonly pieces: number[]; size: number }>() // below a term: gathered from its children, right to left
  const close = (pieces: readonly number[]) => {
    const head = pieces[pieces.length - 1]
    for (const piece of pieces) heads.set(piece, head)
  }
  for (let place = order.length - 1; place >= 0; place--) {
    const term = order[place]
    const own = 1 + (open.get(term)?.size ?? 0)
    if (own >= enough || parents[term] < 0) {
      close([term])
      continue
    }
    const gathered = open.get(parents[term]) ?? { pieces: [], size: 0 }
    open.set(parents[term], gathered)
    gathered.pieces.push(term)
    gathered.size += own
    if (gathered.size < enough) continue
    close(gathered.pieces)
    open.set(parents[term], { pieces: [], size: 0 })
  }
  const numberOf = new Map<number, number>()
  const lists: number[][] = []
  const partOf = new Map<number, number>()
  for (const term of order) {
    const head = heads.get(term)
    let part = head === undefined ? partOf.get(parents[term]) : numberOf.get(head)
    if (part === undefined) {
      numberOf.set(head ?? term, (part = lists.length))
      lists.push([])
    }
    partOf.set(term, part)
    lists[part].push(term)
  }
  return partsFrom(Uint32Array.from(numberOf.keys()), lists)
}

function partsFrom(branches: Uint32Array, lists: readonly (readonly number[])[]): Parts {
  const offsets = new Uint32Array(branches.length + 1)
  for (const [part, list] of lists.entries()) offsets[part + 1] = offsets[part] + list.length
  return { branches, offsets, members: Uint32Array.from(lists.flat()) }
}

/** Terms a given number of edges below a term, or below a virtual root. */
function termsAt({ size, childOffsets, children, roots }: Hierarchy, top: number | undefined, level: number): Uint32Array {
  const seen = new Uint8Array(size)
  let layer = top === undefined ? Array.from(roots) : [top]
  for (const term of layer) seen[term] = 1
  for (let step = top === undefined ? 1 : 0; step < level && layer.length > 0; step++) {
    const next: number[] = []
    for (const term of layer) {
      for (let edge = childOffsets[term]; edge < childOffsets[term + 1]; edge++) {
        if (seen[children[edge]] === 1) continue
        seen[children[edge]] = 1
        next.push(children[edge])
      }
    }
    layer = next
  }
  return Uint32Array.from(layer).sort()
}

/** The part of each term, −1 for a term below no branch. A branch is always of its own part. */
function oneBranch(hierarchy: Hierarchy, branches: Uint32Array, rule: 'nearest' | 'first'): Int32Array {
  const { size, order, parentOffsets, parents } = hierarchy
  const partOf = new Int32Array(size).fill(-1)
  const distance = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  for (const [part, branch] of branches.entries()) {
    partOf[branch] = part
    distance[branch] = 0
  }
  // A nearest branch of a term is one of a parent: only the number of edges to it counts, then its place in the file.
  for (const term of order) {
    if (distance[term] === 0) continue
    for (let at = parentOffsets[term]; at < parentOffsets[term + 1]; at++) {
      const parent = parents[at]
      if (partOf[parent] < 0) continue
      const far = distance[parent] + 1
      const closer = rule === 'nearest' && far !== distance[term] ? far < distance[term] : partOf[parent] < partOf[term]
      if (partOf[term] >= 0 && !closer) continue
      partOf[term] = partOf[parent]
      distance[term] = far
    }
  }
  return partOf
}

function listsOf(partOf: Int32Array, count: number): number[][] {
  const lists: number[][] = Array.from({ length: count }, () => [])
  for (const [term, part] of partOf.entries()) if (part >= 0) lists[part].push(term)
  return lists
}

function everyBranch({ size, childOffsets, children }: Hierarchy, branches: Uint32Array): number[][] {
  const seen = new Int32Array(size).fill(-1)
  return Array.from(branches, (branch, part) => {
    const found = [branch]
    seen[branch] = part
    for (let at = 0; at < found.length; at++) {
      for (let edge = childOffsets[found[at]]; edge < childOffsets[found[at] + 1]; edge++) {
        const child = children[edge]
        if (seen[child] === part) continue
        seen[child] = part
        found.push(child)
      }
    }
    return found.sort((a, b) => a - b)
  })
}
