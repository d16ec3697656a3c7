/** As much of Protocol Buffers as Spark Connect needs: messages are lists of fields, written and read by number. */

/** A field: its number, and a text, bytes (a message within a message, too), a whole number or a flag. Absent where undefined. */
export type Field = readonly [number: number, value: string | Uint8Array | number | boolean | undefined]

const VARINT = 0
const LENGTH_DELIMITED = 2
/** Bytes of fixed-width fields, by wire type. */
const fixedWidths: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

export function message(...fields: readonly Field[]): Uint8Array {
  const pieces: Uint8Array[] = []
  for (const [number, value] of fields) {
    if (value === undefined) continue
    if (typeof value === 'number' || typeof value === 'boolean') {
      pieces.push(varint(number * 8 + VARINT), varint(Number(value)))
      continue
    }
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    pieces.push(varint(number * 8 + LENGTH_DELIMITED), varint(bytes.length), bytes)
  }
  return Buffer.concat(pieces)
}

/** The fields of a message that was received. What is not there has the value that the format gives to it: nothing, 0, an empty text. */
export class Message {
  readonly #fields = new Map<number, (number | Uint8Array)[]>()

  constructor(bytes: Uint8Array) {
    const reader = new Reader(bytes)
    while (!reader.atEnd) {
      const key = reader.varint()
      const number = Math.floor(key / 8)
      const value = reader.value(key % 8)
      const known = this.#fields.get(number)
      if (known === undefined) this.#fields.set(number, [value])
      else known.push(value)
    }
  }

  has(number: number): boolean {
    return this.#fields.has(number)
  }

  bytes(number: number): Uint8Array {
    return this.#last(number, new Uint8Array())
  }

  text(number: number): string {
    return Buffer.from(this.bytes(number)).toString('utf8')
  }

  number(number: number): number {
    return this.#last(number, 0)
  }

  message(number: number): Message {
    return new Message(this.bytes(number))
  }

  messages(number: number): Message[] {
    return (this.#fields.get(number) ?? []).map((value) => new Message(requireKind(number, value, new Uint8Array())))
  }

  texts(number: number): string[] {
    return (this.#fields.get(number) ?? []).map((value) => Buffer.from(requireKind(number, value, new Uint8Array())).toString('utf8'))
  }

  /** The last counts, where a field is there more than once. */
  #last<Kind extends number | Uint8Array>(number: number, absent: Kind): Kind {
    const value = this.#fields.get(number)?.at(-1)
    return value === undefined ? absent : requireKind(number, value, absent)
  }
}

function requireKind<Kind extends number | Uint8Array>(number: number, value: number | Uint8Array, like: Kind): Kind {
  if (typeof value !== typeof like) throw new Error(`field ${number} of a message is of another kind`)
  return value as Kind
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Up to 2⁵³; Spark Connect sends counts and flags. */
  varint(): number {
    let value = 0
    for (let scale = 1; scale < 2 ** 70; scale *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw endsTooEarly()
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    throw new Error('a number in a message has no end')
  }

  value(wireType: number): number | Uint8Array {
    if (wireType === VARINT) return this.varint()
    const length = wireType === LENGTH_DELIMITED ? this.varint() : fixedWidths[wireType]
    if (length === undefined) throw new Error(`a message has a field of the unknown wire type ${wireType}`)
    const end = this.#at + length
    if (end > this.#bytes.length) throw endsTooEarly()
    const bytes = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return bytes
  }
}

function endsTooEarly(): Error {
  return new Error('a message ends too early')
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      bytes.push(rest)
      return Uint8Array.from(bytes)
    }
    bytes.push((rest % 128) + 128)
  }
}
