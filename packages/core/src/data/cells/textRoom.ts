import { allocate } from '../../numeric/allocate.ts'

/** Some texts one after another. */
export interface TextPage {
  readonly bytes: Uint8Array
  /** Where each text ends. */
  readonly ends: Uint16Array | Uint32Array
}

const leastBytes = 1 << 12
/** Allocators give memory of this size back to the system when it is free; what is smaller they may keep. */
const mostBytes = 1 << 25

/** Memory for the pages of texts, in few large pieces. Pages that are filled at the same time stand in the same piece. */
export class TextRoom {
  private piece = new ArrayBuffer(0)
  private used = 0

  /** A copy of a page, whose ends take half the memory if they are small. */
  keep(bytes: Uint8Array, ends: Uint32Array): TextPage {
    const Ends = bytes.length > 0xffff ? Uint32Array : Uint16Array
    const endsSize = roundedUp(Ends.BYTES_PER_ELEMENT * ends.length)
    const start = this.reserve(endsSize + roundedUp(bytes.length))
    const page = {
      ends: new Ends(this.piece, start, ends.length),
      bytes: new Uint8Array(this.piece, start + endsSize, bytes.length),
    }
    page.ends.set(ends)
    page.bytes.set(bytes)
    return page
  }

  /** Where so many bytes begin that are free. */
  private reserve(size: number): number {
    if (this.used + size > this.piece.byteLength) {
      const next = Math.min(mostBytes, Math.max(leastBytes, 2 * this.piece.byteLength))
      this.piece = allocate(Uint8Array, Math.max(size, next)).buffer as ArrayBuffer
      this.used = 0
    }
    const start = this.used
    this.used += size
    return start
  }
}

/** To a multiple of the largest element. */
function roundedUp(bytes: number): number {
  return Math.ceil(bytes / 4) * 4
}
