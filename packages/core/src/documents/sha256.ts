/**
 * SHA-256 of a text in UTF-8 (FIPS 180-4, §6.2). Implemented here because a page has no synchronous function for it, and models are
 * written and read in pages too.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8 (§4.2.2, §5.3.3). */
const primes = firstPrimes(64)
const roundConstants = Int32Array.from(primes, (prime) => fractionBits(BigInt(prime), 3n))
const initialState = Int32Array.from(primes.slice(0, 8), (prime) => fractionBits(BigInt(prime), 2n))

const blockBytes = 64

export class Sha256 {
  readonly #state: Int32Array = initialState.slice()
  readonly #block: Uint8Array = new Uint8Array(blockBytes)
  readonly #schedule: Int32Array = new Int32Array(64)
  #filled = 0
  #blocks = 0

  /** Adds the UTF-8 bytes of a text. A surrogate without its partner counts as U+FFFD, as encoders write it. */
  add(text: string): void {
    const block = this.#block
    let filled = this.#filled
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code < 0x80) {
        block[filled++] = code
        if (filled === blockBytes) {
          this.#absorb()
          filled = 0
        }
        continue
      }
      this.#filled = filled
      const point = text.codePointAt(at) as number
      if (point > 0xffff) at++
      this.#addBeyondAscii(point >= 0xd800 && point < 0xe000 ? 0xfffd : point)
      filled = this.#filled
    }
    this.#filled = filled
  }

  #addBeyondAscii(point: number): void {
    if (point < 0x800) this.#byte(0xc0 | (point >> 6))
    else if (point < 0x10000) this.#byte(0xe0 | (point >> 12))
    else {
      this.#byte(0xf0 | (point >> 18))
      this.#byte(0x80 | ((point >> 12) & 63))
    }
    if (point >= 0x800) this.#byte(0x80 | ((point >> 6) & 63))
    this.#byte(0x80 | (point & 63))
  }

  #byte(byte: number): void {
    this.#block[this.#filled++] = byte
    if (this.#filled < blockBytes) return
    this.#absorb()
    this.#filled = 0
  }

  /** 64 hexadecimal digits; nothing may be added afterwards. */
  digest(): string {
    const bits = 8 * (this.#blocks * blockBytes + this.#filled)
    this.#byte(0x80)
    while (this.#filled !== blockBytes - 8) this.#byte(0)
    const length = new DataView(new ArrayBuffer(8))
    length.setUint32(0, Math.floor(bits / 2 ** 32))
    length.setUint32(4, bits % 2 ** 32)
    for (let at = 0; at < 8; at++) this.#byte(length.getUint8(at))
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  #absorb(): void {
    const state = this.#state
    const block = this.#block
    const words = this.#schedule
    for (let t = 0, at = 0; t < 16; t++, at += 4) {
      words[t] = (block[at] << 24) | (block[at + 1] << 16) | (block[at + 2] << 8) | block[at + 3]
    }
    for (let t = 16; t < 64; t++) {
      const early = words[t - 15]
      const late = words[t - 2]
      const sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
      const sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
      words[t] = (sigma1 + words[t - 7] + sigma0 + words[t - 16]) | 0
    }
    // Taken one by one: an iterator over the array would be made for each block.
    let a = state[0]
    let b = state[1]
    let c = state[2]
    let d = state[3]
    let e = state[4]
    let f = state[5]
    let g = state[6]
    let h = state[7]
    for (let t = 0; t < 64; t++) {
      const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      const one = (h + sum1 + ((e & f) ^ (~e & g)) + roundConstants[t] + words[t]) | 0
      const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    state[0] = (state[0] + a) | 0
    state[1] = (state[1] + b) | 0
    state[2] = (state[2] + c) | 0
    state[3] = (state[3] + d) | 0
    state[4] = (state[4] + e) | 0
    state[5] = (state[5] + f) | 0
    state[6] = (state[6] + g) | 0
    state[7] = (state[7] + h) | 0
    this.#blocks++
  }
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}

/** ⌊2³² · number^(1/degree)⌋ mod 2³², in whole numbers, so that no platform's roots matter. */
function fractionBits(number: bigint, degree: bigint): number {
  const target = number << (32n * degree)
  let [low, high] = [0n, 1n << 40n]
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** degree <= target) low = middle
    else high = middle
  }
  return Number(low & 0xffffffffn)
}
