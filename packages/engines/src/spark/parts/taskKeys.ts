import { murmur3 } from '../murmur3.ts'

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
