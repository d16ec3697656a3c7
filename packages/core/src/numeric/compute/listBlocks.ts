/** A block of lists ends with the list that brings it to this many rows. */
export const BLOCK_ROWS = 2048

/**
 * Cuts lists into blocks: block b is the lists result[b] .. result[b + 1]. Sums over lists are taken per block, and the blocks added in
 * order. So the bits of a sum do not depend on who summed which block: threads of this process, or other machines.
 *
 * Blocks are cut by rows alone, from the first list on. Any run of whole blocks, cut by itself, gives the same blocks again.
 */
export function listBlocks(offsets: Uint32Array): Uint32Array {
  const lists = Math.max(0, offsets.length - 1)
  const starts = [0]
  let first = offsets[0] ?? 0
  for (let list = 0; list + 1 < lists; list++) {
    if (offsets[list + 1] - first < BLOCK_ROWS) continue
    starts.push(list + 1)
    first = offsets[list + 1]
  }
  starts.push(lists)
  return Uint32Array.from(starts)
}
