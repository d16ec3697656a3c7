/**
 * Thrift's compact protocol, as the footer and the page headers of Parquet use it, read strictly: numbers have at most ten bytes, and what a
 * length or a count announces is there. hyparquet believes them.
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export type CompactValue = number | boolean | Uint8Array | readonly CompactValue[] | CompactStruct
/** The fields by their numbers. */
export type CompactStruct = ReadonlyMap<number, CompactValue>

/** Why the bytes are not what they should be. */
export class BrokenParquet extends Error {}

const deepest = 30
const longestNumber = 10

/** Reads numbers and structures one after the other. */
export class CompactReader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    if (this.at >= this.bytes.length) throw new BrokenParquet('it ends in the middle of a number')
    return this.bytes[this.at++]
  }

  skip(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.bytes.length - this.at)) throw new BrokenParquet('a length goes beyond the end')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** A number without a sign. Those over 2⁵³ are not exact. */
  unsigned(): number {
    let result = 0
    for (let place = 0; place < longestNumber; place++) {
      const byte = this.byte()
      result += (byte & 0x7f) * 2 ** (7 * place)
      if (byte < 0x80) return result
    }
    throw new BrokenParquet('a number has more than ten bytes')
  }

  signed(): number {
    const folded = this.unsigned()
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
  }

  struct(depth = 0): CompactStruct {
    if (depth > deepest) throw new BrokenParquet(`structures are nested more than ${deepest} deep`)
    const fields = new Map<number, CompactValue>()
    let field = 0
    for (;;) {
      const head = this.byte()
      const type = head & 0x0f
      if (type === 0) return fields
      field = head >> 4 === 0 ? this.signed() : field + (head >> 4)
      fields.set(field, type <= 2 ? type === 1 : this.#value(type, depth))
    }
  }

  #value(type: number, depth: number): CompactValue {
    switch (type) {
      case 1:
      case 2:
      case 3:
        return this.byte()
      case 4:
      case 5:
      case 6:
        return this.signed()
      case 7:
        return this.skip(8)
      case 8:
        return this.skip(this.unsigned())
      case 9:
        return this.#list(depth)
      case 12:
        return this.struct(depth + 1)
      default:
        throw new BrokenParquet(`a field is of the unknown type ${type}`)
    }
  }

  #list(depth: number): readonly CompactValue[] {
    if (depth > deepest) throw new BrokenParquet(`lists are nested more than ${deepest} deep`)
    const head = this.byte()
    const count = head >> 4 === 15 ? this.unsigned() : head >> 4
    if (count > this.bytes.length - this.at) throw new BrokenParquet('a list is longer than the file') // every item has a byte at least
    return Array.from({ length: count }, () => this.#value(head & 0x0f, depth + 1))
  }
}

export function numberIn(fields: CompactStruct, field: number, otherwise?: number): number {
  const value = fields.get(field) ?? otherwise
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new BrokenParquet('a header lacks a number')
  return value
}

export function structIn(fields: CompactStruct, field: number): CompactStruct {
  const value = fields.get(field)
  if (!(value instanceof Map)) throw new BrokenParquet('a header lacks a part')
  return value
}
