import type { TreesModel } from '@rankwright/core'

/** A node of another program's tree, already in our terms: x goes left where x ≤ threshold, or where its whole part is in the set. */
export type GrownNode =
  | { readonly leaf: number; readonly cover?: number }
  | {
      readonly column: number
      readonly threshold: number
      readonly missingLeft: boolean
      readonly left: number
      readonly right: number
      /** Words of 32 bits. */
      readonly set?: Int32Array
      readonly cover?: number
      readonly gain?: number
    }

type Arrays = Pick<
  TreesModel,
  | 'starts'
  | 'columns'
  | 'thresholds'
  | 'left'
  | 'right'
  | 'missingLeft'
  | 'leaves'
  | 'categorical'
  | 'setStarts'
  | 'sets'
  | 'covers'
  | 'leafCovers'
  | 'gains'
>

export interface TreeLayer {
  /** Adds the tree below a root. `node` gives each node once; `twice` is called with one to which two ways lead: a cycle, or a shared part. */
  add(root: number, node: (id: number) => GrownNode, twice: (id: number) => never): void
  /** With covers where every node has one, and gains where every split has one. */
  arrays(): Arrays
}

/** Lays trees, whose nodes have any numbers, into flat arrays: parents before children, the left side first. */
export function treeLayer(): TreeLayer {
  const starts = [0]
  const [columns, thresholds, left, right, missingLeft, leaves]: number[][] = [[], [], [], [], [], []]
  const [categorical, setStarts, sets]: number[][] = [[], [0], []]
  const [covers, leafCovers, gains]: number[][] = [[], [], []]
  return {
    add(root, node, twice) {
      const first = columns.length
      const firstLeaf = leaves.length
      const met = new Set<number>()
      const waiting: { readonly id: number; readonly enter: (at: number) => void }[] = [{ id: root, enter: () => {} }]
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const { id, enter } = next
        if (met.has(id)) twice(id)
        met.add(id)
        const found = node(id)
        if ('leaf' in found) {
          enter(~(leaves.length - firstLeaf))
          leaves.push(found.leaf)
          if (found.cover !== undefined) leafCovers.push(found.cover)
          continue
        }
        const split = columns.length
        enter(split - first)
        columns.push(found.column)
        thresholds.push(found.threshold)
        missingLeft.push(found.missingLeft ? 1 : 0)
        if (found.cover !== undefined) covers.push(found.cover)
        if (found.gain !== undefined) gains.push(found.gain)
        left.push(0)
        right.push(0)
        if (found.set !== undefined) {
          categorical.push(split)
          for (const word of found.set) sets.push(word)
          setStarts.push(sets.length)
        }
        waiting.push(
          { id: found.right, enter: (at) => void (right[split] = at) },
          { id: found.left, enter: (at) => void (left[split] = at) },
        )
      }
      starts.push(columns.length)
    },
    arrays: () => ({
      starts: Uint32Array.from(starts),
      columns: Uint32Array.from(columns),
      thresholds: Float32Array.from(thresholds),
      left: Int32Array.from(left),
      right: Int32Array.from(right),
      missingLeft: Uint8Array.from(missingLeft),
      leaves: Float64Array.from(leaves),
      categorical: Uint32Array.from(categorical),
      setStarts: Uint32Array.from(setStarts),
      sets: Int32Array.from(sets),
      ...(covers.length === columns.length &&
        leafCovers.length === leaves.length && { covers: Float64Array.from(covers), leafCovers: Float64Array.from(leafCovers) }),
      ...(gains.length === columns.length && { gains: Float64Array.from(gains) }),
    }),
  }
}
