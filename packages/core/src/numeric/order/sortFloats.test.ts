import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { sortFloats } from './sortFloats.ts'

test.each([0, 1, 1999, 2000, 5001])('%i values in the order of the engine, the smallest and the largest among them', (length) => {
  const random = seededRandom(length)
  const kinds = [
    () => random.normal(),
    () => random.integer(5) - 2,
    () => Math.fround(1e-45 * random.integer(9)),
    () => 3.4e38 * Math.sign(random.normal()),
  ]
  const memory = Float32Array.from({ length: length + 1 }, (_, place) => kinds[place % 4]() + 0)
  const values = memory.subarray(1)
  const wanted = values.slice().sort()
  expect(sortFloats(values, new Uint32Array(length + 3))).toEqual(wanted)
  expect(values).toEqual(wanted)
})
