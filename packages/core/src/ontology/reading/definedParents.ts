/**
 * Parents that logical definitions name: a "heart cell" defined as a cell that is part of a heart is a cell. Released ontologies mostly have
 * such a parent among their edges, or a narrower one below it; then the definition adds nothing.
 */

interface ParentEdge {
  readonly child: number
  readonly parent: number
}

export interface DefinedParent extends ParentEdge {
  readonly line: number
  readonly file: number
}

/** Those definitions that lead up to a term which is not above the child by other edges, nor below it. */
export function newParents(asserted: readonly ParentEdge[], defined: readonly DefinedParent[], nodes: number): DefinedParent[] {
  const assertedUp = parentsOf(asserted, nodes)
  const everyUp = parentsOf([...asserted, ...defined], nodes)
  const reached = new Int32Array(nodes).fill(-1)
  let walk = 0
  return defined.filter(({ child, parent }) => {
    if (child === parent || assertedUp.has(child, parent)) return false
    return !leads(everyUp, child, parent, true) && !leads(assertedUp, parent, child, false)
  })

  /** Whether there is a way up from one node to another; `byDetour` does not count the direct edge. */
  function leads(up: Parents, from: number, to: number, byDetour: boolean): boolean {
    walk++
    const open = up.above(from).filter((node) => !byDetour || node !== to)
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === to) return true
      if (reached[next] === walk || next === from) continue
      reached[next] = walk
      open.push(...up.above(next))
    }
    return false
  }
}

interface Parents {
  above(node: number): number[]
  has(child: number, parent: number): boolean
}

function parentsOf(edges: readonly ParentEdge[], nodes: number): Parents {
  const lists: (number[] | undefined)[] = new Array(nodes)
  for (const { child, parent } of edges) (lists[child] ??= []).push(parent)
  return {
    above: (node) => [...(lists[node] ?? [])],
    has: (child, parent) => lists[child]?.includes(parent) === true,
  }
}
