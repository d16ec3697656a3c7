import { BLOCK_ROWS } from '@rankwright/core/numeric'
import { SECTION_BLOCKS } from '@rankwright/core/runtime'
import type { Before } from '../../packed/packedFormat.ts'
import type { PartSize } from '../../parts/packedParts.ts'

/** Sections by the rows of each list, as `ListPacker` cuts the lists themselves; and what comes before each. */
export function sectionSizes(
  listRows: Iterable<number>,
  width: number,
): { readonly sizes: readonly PartSize[]; readonly before: readonly Before[] } {
  const sizes: { lists: number; rows: number }[] = []
  const before: Before[] = []
  const tall = Math.max(BLOCK_ROWS, width)
  let [lists, rows] = [0, 0]
  let [blocks, blockRows] = [0, tall] // the first list begins a block
  for (const own of listRows) {
    if (blockRows >= tall) {
      if (blocks % SECTION_BLOCKS === 0) {
        sizes.push({ lists: 0, rows: 0 })
        before.push({ lists, rows, blocks })
      }
      blocks++
      blockRows = 0
    }
    const section = sizes[sizes.length - 1]
    section.lists++
    section.rows += own
    blockRows += own
    lists++
    rows += own
  }
  return { sizes, before }
}
