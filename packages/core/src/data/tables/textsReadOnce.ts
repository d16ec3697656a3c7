import { letGo } from '../../numeric/letGo.ts'
import { pageOf } from '../cells/packedTexts.ts'
import type { TextPage } from '../cells/textRoom.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'

/** Smaller pieces of memory are not worth the work. */
const leastBytes = 1 << 20
/** A piece is let go when one in so many of its pages is still to be read; these are copied. */
const fewPages = 16

/** A page of texts, and the last row that reads it. */
interface PageInUse {
  readonly pages: TextPage[]
  readonly place: number
  readonly lastRow: number
}

interface Piece {
  readonly memory: ArrayBuffer
  readonly inUse: readonly PageInUse[]
  /** After this row it can be let go. */
  readonly lastRow: number
}

/** The texts of a table whose rows are read once, in their order: what no later row reads is let go on the way. */
export class TextsReadOnce {
  private readonly pieces: readonly Piece[]
  private next = 0

  constructor(columns: readonly CellColumn[]) {
    const pages = new Map<ArrayBuffer, PageInUse[]>()
    for (const column of columns) {
      for (const page of pagesInUse(column)) {
        const memory = page.pages[page.place].bytes.buffer
        if (!(memory instanceof ArrayBuffer) || memory.byteLength < leastBytes) continue
        const others = pages.get(memory)
        if (others === undefined) pages.set(memory, [page])
        else others.push(page)
      }
    }
    this.pieces = Array.from(pages, pieceOf).sort((a, b) => a.lastRow - b.lastRow)
  }

  /** All rows before this one were read. */
  readUpTo(row: number): void {
    while (this.next < this.pieces.length && this.pieces[this.next].lastRow < row) {
      const { memory, inUse } = this.pieces[this.next++]
      for (const { pages, place, lastRow } of inUse) pages[place] = lastRow < row ? nothing : copied(pages[place])
      letGo(memory)
    }
  }
}

const nothing: TextPage = { bytes: new Uint8Array(0), ends: new Uint16Array(0) }

function copied({ bytes, ends }: TextPage): TextPage {
  return { bytes: bytes.slice(), ends: ends.slice() }
}

function pagesInUse({ values, codes }: CellColumn): readonly PageInUse[] {
  const lastRows = new Int32Array(values.pages.length).fill(-1)
  for (let row = 0; row < codes.length; row++) if (codes[row] !== noValue) lastRows[pageOf(codes[row])] = row
  const pages = values.pages as TextPage[]
  return pages.map((_, place) => ({ pages, place, lastRow: lastRows[place] }))
}

function pieceOf([memory, inUse]: readonly [ArrayBuffer, readonly PageInUse[]]): Piece {
  const lastRows = Int32Array.from(inUse, ({ lastRow }) => lastRow).sort()
  return { memory, inUse, lastRow: lastRows[lastRows.length - 1 - Math.floor(lastRows.length / fewPages)] }
}
