import { type RankingLists, rankingLists } from '@rankwright/core'
import { afterEach, expect, test, vi } from 'vitest'
import { movableMemory, sharedLists } from './sharedLists.ts'

afterEach(() => void vi.unstubAllGlobals())

const dense = rankingLists({
  features: [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
  labels: [1, 0, 2],
  lists: ['a', 'b', 'a'],
  weights: { a: 2 },
})
const sparse: RankingLists = {
  ...dense,
  features: {
    kind: 'sparse',
    rowStarts: Uint32Array.of(0, 1, 1, 2),
    columns: Uint32Array.of(7, 300),
    values: Float32Array.of(1, 2),
  },
  width: 400,
}

test.each([
  ['dense', dense],
  ['sparse', sparse],
] as const)('%s lists stay the same in shared memory', (kind, lists) => {
  const shared = sharedLists(lists)
  expect(shared).toEqual(lists)
  expect(shared.features.kind).toBe(kind)
  expect(shared.features.values.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(movableMemory(shared)).toEqual([])
})

test('what is shared already is not copied again', () => {
  const once = sharedLists(dense)
  const twice = sharedLists(once)
  expect(twice.features.values).toBe(once.features.values)
  expect(twice.labels).toBe(once.labels)
})

test('memory that two arrays share is moved once', () => {
  const memory = new ArrayBuffer(16)
  const lists = { ...dense, labels: new Float64Array(memory, 0, 1), listWeights: new Float64Array(memory, 8, 1) }
  expect(movableMemory(lists).filter((buffer) => buffer === memory)).toHaveLength(1)
})

test('where memory cannot be shared, the lists stay as they are', () => {
  vi.stubGlobal('SharedArrayBuffer', undefined)
  expect(sharedLists(dense)).toBe(dense)
})
