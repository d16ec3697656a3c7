/**
 * Keys by which Spark sends rows to tasks of our choice: row i of `n` keys goes to task i. Spark takes the remainder of a hash of the key
 * (Murmur3, 32 bits, seed 42), so parts would be dealt out by chance, and one task in two would get half as many again.
 */
export function taskKeys(tasks: number): Int32Array {
  const keys = new Int32Array(tasks).fill(-1)
  for (let key = 0, found = 0; found < tasks; key++) {
    const task = (((murmur3(key) | 0) % tasks) + tasks) % tasks
    if (keys[task] >= 0) continue
    keys[task] = key
    found++
  }
  return keys
}

function murmur3(value: number): number {
  let hash = 42 ^ Math.imul(rotated(Math.imul(value, 0xcc9e2d51), 15), 0x1b873593)
  hash = (Math.imul(rotated(hash, 13), 5) + 0xe6546b64) ^ 4
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
