/**
 * Runs of equal numbers and groups of eight packed ones, in turn, as Parquet writes levels, flags and places in a dictionary.
 * https://parquet.apache.org/docs/file-format/data-pages/encodings/#run-length-encoding--bit-packing-hybrid-rle--3
 */
import { BrokenParquet, type CompactReader } from './compactProtocol.ts'

/** Wider numbers are places in dictionaries of more than sixteen million entries. */
const WIDEST = 24

/** Fills an array from its beginning; what a reader lacks is broken. */
export function readRuns(reader: CompactReader, width: number, into: Uint8Array | Uint32Array): void {
  if (width > WIDEST) throw new BrokenParquet(`numbers have more than ${WIDEST} bits`)
  const wanted = into.length
  for (let at = 0; at < wanted; ) {
    const head = reader.unsigned()
    if (head % 2 === 1) {
      const packed = reader.skip(((head - 1) / 2) * width)
      const count = Math.min(wanted - at, (head - 1) * 4)
      unpack(packed, width, into, at, count)
      at += count
      continue
    }
    const count = head / 2
    if (count === 0 || count > wanted - at) throw new BrokenParquet('a run is longer than its page')
    into.fill(littleEndian(reader.skip(Math.ceil(width / 8))), at, at + count)
    at += count
  }
}

/** Whether one run says that all of so many flags are 1, which saves reading them. */
export function areAllOnes(bytes: Uint8Array, count: number): boolean {
  let head = 0
  for (let place = 0; place < Math.min(5, bytes.length); place++) {
    head += (bytes[place] & 0x7f) * 2 ** (7 * place)
    if (bytes[place] < 0x80) return head === 2 * count && bytes[place + 1] === 1
  }
  return false
}

function unpack(packed: Uint8Array, width: number, into: Uint8Array | Uint32Array, at: number, count: number): void {
  if (width === 0) {
    into.fill(0, at, at + count)
    return
  }
  const mask = 2 ** width - 1
  let [next, held, bits] = [0, 0, 0]
  for (let place = at; place < at + count; place++) {
    while (bits < width) {
      held |= packed[next++] << bits
      bits += 8
    }
    into[place] = held & mask
    held >>>= width
    bits -= width
  }
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)
}
