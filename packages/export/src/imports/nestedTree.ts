import type { GrownNode, TreeLayer } from './treeLayer.ts'

/** A node of a tree in which children stand inside their parents. */
export type NestedNode =
  | { readonly leaf: number }
  | (Omit<Extract<GrownNode, { column: number }>, 'left' | 'right'> & { readonly left: unknown; readonly right: unknown })

/** Adds a tree of nested nodes, however deep it is. `nodeOf` reads one of them; nodes are numbered as they are met. */
export function addNested(layer: TreeLayer, root: unknown, nodeOf: (value: unknown, node: number) => NestedNode): void {
  const met: unknown[] = [root]
  layer.add(
    0,
    (id) => {
      const found = nodeOf(met[id], id)
      met[id] = undefined
      if ('leaf' in found) return found
      const left = met.push(found.left) - 1
      const right = met.push(found.right) - 1
      return { ...found, left, right }
    },
    () => {
      throw new RangeError('nodes that are numbered as they are met have one way to them')
    },
  )
}
