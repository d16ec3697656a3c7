/**
 * As much of the protocol buffers wire format as ONNX files need: varints, 32-bit floats and length-delimited fields.
 * https://protobuf.dev/programming-guides/encoding
 */
const VARINT = 0
const FIXED64 = 1
const LENGTH = 2
const FIXED32 = 5

/** A field of a message as it comes from the wire. */
export interface Field {
  readonly number: number
  /** For varints, as a number; ONNX uses them for counts, enumerations and sizes. */
  readonly integer: number
  readonly bytes: Uint8Array
}

export class MessageWriter {
  readonly #bytes: number[] = []
  #pieces: Uint8Array[] = []

  integer(field: number, value: number): this {
    this.#varint((field << 3) | VARINT)
    this.#varint(value)
    return this
  }

  float(field: number, value: number): this {
    this.#varint((field << 3) | FIXED32)
    this.#bytes.push(...new Uint8Array(Float32Array.of(value).buffer))
    return this
  }

  bytes(field: number, bytes: Uint8Array): this {
    this.#varint((field << 3) | LENGTH)
    this.#varint(bytes.length)
    this.#pieces.push(Uint8Array.from(this.#bytes.splice(0)), bytes)
    return this
  }

  /** Many whole numbers in one field. */
  integers(field: number, values: readonly number[]): this {
    const packed = new MessageWriter()
    for (const value of values) packed.#varint(value)
    return this.bytes(field, packed.finish())
  }

  text(field: number, text: string): this {
    return this.bytes(field, new TextEncoder().encode(text))
  }

  message(field: number, message: MessageWriter): this {
    return this.bytes(field, message.finish())
  }

  finish(): Uint8Array {
    const pieces = [...this.#pieces, Uint8Array.from(this.#bytes)]
    const whole = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0))
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }

  #varint(value: number): void {
    let rest = value
    while (rest > 127) {
      this.#bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    this.#bytes.push(rest)
  }
}

/** The fields of a message in their order; throws for bytes that are not a message. */
export function* readMessage(bytes: Uint8Array): Generator<Field> {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      if (at >= bytes.length || scale > 2 ** 63) throw new Error('the message ends within a number')
      const byte = bytes[at++]
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('the message ends within a field')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = varint()
    const number = Math.floor(tag / 8)
    switch (tag & 7) {
      case VARINT:
        yield { number, integer: varint(), bytes: new Uint8Array(0) }
        break
      case LENGTH:
        yield { number, integer: Number.NaN, bytes: take(varint()) }
        break
      case FIXED64:
        yield { number, integer: Number.NaN, bytes: take(8) }
        break
      case FIXED32:
        yield { number, integer: Number.NaN, bytes: take(4) }
        break
      default:
        throw new Error(`wire type ${tag & 7} is unknown`)
    }
  }
}

/** The whole numbers of a field that holds many. */
export function readVarints(bytes: Uint8Array): number[] {
  const values: number[] = []
  let [value, scale] = [0, 1]
  for (const byte of bytes) {
    value += (byte & 127) * scale
    scale *= 128
    if (byte >= 128) continue
    values.push(value)
    ;[value, scale] = [0, 1]
  }
  return values
}
