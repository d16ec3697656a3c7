import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listChunks } from './listChunks.ts'

const lists = fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 3000 })), { maxLength: 200 })

test('the runs cover all lists, in order, at most 64 of them', () => {
  fc.assert(
    fc.property(lists, fc.nat({ max: 100 }), (lengths, first) => {
      const starts = listChunks(offsetsOf(lengths, first))
      expect(starts[0]).toBe(0)
      expect(starts[starts.length - 1]).toBe(lengths.length)
      expect(starts.length - 1).toBeLessThanOrEqual(64)
      for (let c = 1; c < starts.length; c++) expect(starts[c]).toBeGreaterThanOrEqual(starts[c - 1])
    }),
  )
})

test('where the rows start does not move a cut', () => {
  fc.assert(
    fc.property(lists, fc.nat({ max: 100 }), (lengths, first) => {
      expect(listChunks(offsetsOf(lengths, first))).toEqual(listChunks(offsetsOf(lengths, 0)))
    }),
  )
})

test('lists of one length make runs of one size', () => {
  const starts = listChunks(offsetsOf(new Array(6400).fill(100), 0))
  expect(starts.length).toBe(65)
  for (let c = 1; c < starts.length; c++) expect(starts[c] - starts[c - 1]).toBe(100)
})

test('few rows stay in one run', () => {
  expect([...listChunks(offsetsOf([300, 700], 0))]).toEqual([0, 2])
  expect([...listChunks(new Uint32Array(0))]).toEqual([0, 0])
  expect([...listChunks(Uint32Array.of(0))]).toEqual([0, 0])
})

function offsetsOf(lengths: readonly number[], first: number): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  offsets[0] = first
  for (const [q, length] of lengths.entries()) offsets[q + 1] = offsets[q] + length
  return offsets
}
