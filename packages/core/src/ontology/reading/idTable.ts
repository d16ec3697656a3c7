/**
 * Numbers ids in the order in which they come. Readers look most ids up several times: a table of hashes finds an id in the bytes of a file
 * without making a text of it.
 */
export class IdTable {
  readonly texts: string[] = []
  /** Number + 1 of an id at the place of its hash, or at the next one that is free; 0 where nothing is. */
  #places = new Int32Array(1024)

  /** −1 if it is not there. */
  find(id: string): number {
    const last = this.#places.length - 1
    for (let place = hashOf(id) & last; ; place = (place + 1) & last) {
      const number = this.#places[place] - 1
      if (number < 0 || this.texts[number] === id) return number
    }
  }

  /** An id as it stands in a file; −1 if it is not there, and if it has an escape or letters beyond ASCII. */
  findBytes(bytes: Uint8Array, start: number, end: number): number {
    let hash = seed
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], prime)
    const last = this.#places.length - 1
    for (let place = mixed(hash) & last; ; place = (place + 1) & last) {
      const number = this.#places[place] - 1
      if (number < 0 || isText(bytes, start, end, this.texts[number])) return number
    }
  }

  /** The number of an id that is not there yet. */
  add(id: string): number {
    const number = this.texts.push(id) - 1
    if (2 * this.texts.length > this.#places.length) this.#grow()
    else this.#place(id, number)
    return number
  }

  #place(id: string, number: number): void {
    const last = this.#places.length - 1
    let place = hashOf(id) & last
    while (this.#places[place] !== 0) place = (place + 1) & last
    this.#places[place] = number + 1
  }

  #grow(): void {
    this.#places = new Int32Array(4 * this.#places.length)
    for (let number = 0; number < this.texts.length; number++) this.#place(this.texts[number], number)
  }
}

const backslash = 92

// FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
const [seed, prime] = [0x811c9dc5 | 0, 0x01000193]

function hashOf(text: string): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return mixed(hash)
}

/** The lower bits of the hash know little about the first letters. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return once ^ (once >>> 13)
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (text.length !== end - start) return false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte !== text.charCodeAt(at - start) || byte === backslash || byte > 0x7f) return false
  }
  return true
}
