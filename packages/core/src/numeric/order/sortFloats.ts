/** Digits of a key, the lowest first: 11, 11 and 10 bits. */
const DIGIT = 2 ** 11
const MASK = DIGIT - 1
/** Below this many values the engine's own sort is as fast. */
const FEW = 2000

/** Ascending, in place: values without NaN and −0. `scratch` has room for as many. */
export function sortFloats(values: Float32Array, scratch: Uint32Array): Float32Array {
  if (values.length < FEW) return values.sort()
  const keys = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const counts = [new Uint32Array(DIGIT), new Uint32Array(DIGIT), new Uint32Array(DIGIT)] as const
  for (let place = 0; place < keys.length; place++) {
    const key = ascending(keys[place])
    keys[place] = key
    counts[0][key & MASK]++
    counts[1][(key >>> 11) & MASK]++
    counts[2][key >>> 22]++
  }
  let [from, into] = [keys, scratch.subarray(0, keys.length)]
  for (const [digit, count] of counts.entries()) {
    moveByDigit(from, 11 * digit, count, into)
    ;[from, into] = [into, from]
  }
  for (let place = 0; place < keys.length; place++) keys[place] = original(from[place])
  return values
}

/** Stable. `counts` has how many keys have each digit, and is used up. */
function moveByDigit(from: Uint32Array, shift: number, counts: Uint32Array, into: Uint32Array): void {
  let start = 0
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit]
    counts[digit] = start
    start += count
  }
  for (let place = 0; place < from.length; place++) into[counts[(from[place] >>> shift) & MASK]++] = from[place]
}

/** The bits of a float as a whole number that ascends with it. */
function ascending(bits: number): number {
  return bits ^ (bits >>> 31 === 1 ? 0xffffffff : 0x80000000)
}

function original(key: number): number {
  return key ^ (key >>> 31 === 1 ? 0x80000000 : 0xffffffff)
}
