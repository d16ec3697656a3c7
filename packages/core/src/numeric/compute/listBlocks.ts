import { count, requireArguments, typed } from '../../arguments/shapes.ts'

const shapes = { offsets: typed(Uint32Array), width: count() }

/** A block of lists ends with the list that brings it to this many rows, or to as many as there are features where those are more. */
export const BLOCK_ROWS = 2048

/**
 * Cuts lists into blocks: block b is the lists result[b] .. result[b + 1]. Sums over lists are taken per block, and the blocks added in
 * the fixed order of a tree (blockTree.ts). So the bits of a sum do not depend on who summed which block: threads of this process, or
 * other machines.
 *
 * Blocks are cut by rows alone, from the first list on. Any run of whole blocks, cut by itself, gives the same blocks again. A block is as
 * tall as a row is wide: adding it up costs little beside going through its rows, also where rows are wide and sparse.
 */
export function listBlocks(offsets: Uint32Array, width: number): Uint32Array {
  requireArguments({ offsets, width }, shapes)
  const lists = Math.max(0, offsets.length - 1)
  const rows = Math.max(BLOCK_ROWS, width)
  const starts = [0]
  let first = offsets[0] ?? 0
  for (let list = 0; list + 1 < lists; list++) {
    if (offsets[list + 1] - first < rows) continue
    starts.push(list + 1)
    first = offsets[list + 1]
  }
  starts.push(lists)
  return Uint32Array.from(starts)
}
