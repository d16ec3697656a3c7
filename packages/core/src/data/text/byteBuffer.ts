import { grown } from '../../numeric/allocate.ts'

/** Bytes that have come and are not used up yet, in one array that grows. */
export class ByteBuffer {
  bytes: Uint8Array = new Uint8Array(1 << 16)
  length = 0

  /** There is always room for one more byte behind the last one: a parser may put a line feed there. */
  append(chunk: Uint8Array): void {
    const length = this.length + chunk.length
    if (length >= this.bytes.length) this.bytes = grown(Uint8Array, this.bytes, this.length, Math.max(2 * this.bytes.length, length + 1))
    this.bytes.set(chunk, this.length)
    this.length = length
  }

  /** The first `count` bytes are used up; the others move to the front. */
  drop(count: number): void {
    this.bytes.copyWithin(0, count, this.length)
    this.length -= count
  }

  clear(): void {
    this.length = 0
  }
}
