import { arrayOf, count, fields, number, oneOf, optional, type Shape, text } from '@rankwright/core/arguments'
import type { UnreadCells } from '@rankwright/core/data'
import type { Before, PackedAbout, SectionCounts } from '../packed/packedFormat.ts'
import { aboutShapes, countShapes } from '../packed/packedShapes.ts'

/** What a worker has to know of a part beside its bytes. */
export interface PartFacts extends PackedAbout, SectionCounts {
  readonly crc: number
  readonly before: Before
  /** Of a part that was packed from rows of a table: cells that are not 0, and cells that no float holds. */
  readonly cells?: { readonly nonZeros: number; readonly infinite: number }
  /** Cells that encoders could not read, by their columns. */
  readonly unread?: readonly UnreadCells[]
}

const otherMark = fields({ decimals: oneOf('point', 'comma'), other: count(), own: count(), differ: count(), found: text })

export const factsShape: Shape = fields({
  ...aboutShapes,
  ...countShapes,
  crc: number({ whole: true, atLeast: 0, atMost: 2 ** 32 - 1 }),
  before: fields({ lists: count(), rows: count(), blocks: count() }),
  cells: optional(fields({ nonZeros: count(), infinite: count() })),
  unread: optional(
    arrayOf(fields({ column: text, role: text, count: count(), cells: count(), found: text, otherMark: optional(otherMark) })),
  ),
})
