import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_ROWS, listBlocks } from './listBlocks.ts'

const lists = fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 3000 })), { maxLength: 200 })

test('the blocks cover all lists, in order, and each but the last ends with the list that fills it', () => {
  fc.assert(
    fc.property(lists, fc.nat({ max: 100 }), (lengths, first) => {
      const offsets = offsetsOf(lengths, first)
      const starts = listBlocks(offsets, 5)
      expect(starts[0]).toBe(0)
      expect(starts[starts.length - 1]).toBe(lengths.length)
      for (let b = 0; b + 2 < starts.length; b++) {
        expect(offsets[starts[b + 1]] - offsets[starts[b]]).toBeGreaterThanOrEqual(BLOCK_ROWS)
        expect(offsets[starts[b + 1] - 1] - offsets[starts[b]]).toBeLessThan(BLOCK_ROWS)
      }
    }),
  )
})

test('where the rows start does not move a cut', () => {
  fc.assert(
    fc.property(lists, fc.nat({ max: 100 }), (lengths, first) => {
      expect(listBlocks(offsetsOf(lengths, first), 5)).toEqual(listBlocks(offsetsOf(lengths, 0), 5))
    }),
  )
})

test('a run of whole blocks, cut by itself, has the same blocks', () => {
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), (lengths, one, other) => {
      const offsets = offsetsOf(lengths, 0)
      const starts = listBlocks(offsets, 5)
      const [from, to] = [one % starts.length, other % starts.length].sort((a, b) => a - b)
      const own = listBlocks(offsets.subarray(starts[from], starts[to] + 1), 5)
      if (from < to) expect([...own].map((list) => list + starts[from])).toEqual([...starts.subarray(from, to + 1)])
    }),
  )
})

test('few rows are one block, and so are none', () => {
  expect([...listBlocks(offsetsOf([300, 700], 0), 5)]).toEqual([0, 2])
  expect([...listBlocks(new Uint32Array(0), 5)]).toEqual([0, 0])
  expect([...listBlocks(Uint32Array.of(0), 5)]).toEqual([0, 0])
})

test('a block has at least as many rows as there are features', () => {
  expect([...listBlocks(offsetsOf(new Array(100).fill(1000), 0), 10_000)]).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
})

function offsetsOf(lengths: readonly number[], first: number): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  offsets[0] = first
  for (const [q, length] of lengths.entries()) offsets[q + 1] = offsets[q] + length
  return offsets
}
