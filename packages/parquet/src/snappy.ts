/**
 * Snappy, with long pieces moved as a whole: numbers that hardly repeat are packed into few of them, and byte by byte they would take longer than all
 * else. https://github.com/google/snappy/blob/main/format_description.txt
 */
import { BrokenParquet } from './compactProtocol.ts'

/** From so many bytes on, moving a piece as a whole is faster. */
const LONG = 32

/** Fills `into` to its end. */
export function unpackSnappy(packed: Uint8Array, into: Uint8Array): void {
  let [from, to] = [0, 0]
  while (from < packed.length && packed[from++] >= 0x80); // the length, which the page has told
  while (from < packed.length) {
    const tag = packed[from++]
    let length: number
    if ((tag & 3) === 0) {
      length = (tag >> 2) + 1
      if (length > 60) {
        const bytes = length - 60
        length = 1
        for (let place = 0; place < bytes; place++) length += packed[from++] * 2 ** (8 * place)
      }
      if (!(length <= packed.length - from && length <= into.length - to)) throw broken()
      if (length >= LONG) into.set(packed.subarray(from, from + length), to)
      else for (let place = 0; place < length; place++) into[to + place] = packed[from + place]
      from += length
    } else {
      let back: number
      if ((tag & 3) === 1) {
        length = ((tag >> 2) & 7) + 4
        back = ((tag >> 5) << 8) | packed[from++]
      } else {
        length = (tag >> 2) + 1
        back = packed[from] | (packed[from + 1] << 8)
        if ((tag & 3) === 3) back += (packed[from + 2] | (packed[from + 3] << 8)) * 65_536
        from += (tag & 3) === 3 ? 4 : 2
      }
      if (!(back > 0 && back <= to && length <= into.length - to && from <= packed.length)) throw broken()
      if (length >= LONG && back >= length) into.copyWithin(to, to - back, to - back + length)
      else for (let place = 0; place < length; place++) into[to + place] = into[to + place - back]
    }
    to += length
  }
  if (to !== into.length) throw broken()
}

function broken(): BrokenParquet {
  return new BrokenParquet('a page cannot be unpacked with snappy')
}
