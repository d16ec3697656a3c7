import fc from 'fast-check'
import { expect, test } from 'vitest'
import { letterGroups } from './letterGroups.ts'

test('without differences all share one letter', () => {
  expect(letterGroups(3, [])).toEqual(['a', 'a', 'a'])
  expect(letterGroups(1, [])).toEqual(['a'])
  expect(letterGroups(0, [])).toEqual([])
})

test('one in the middle that is like both its neighbours has both letters', () => {
  expect(letterGroups(3, [[0, 2]])).toEqual(['a', 'ab', 'b'])
})

test('all different, each has a letter of its own', () => {
  expect(
    letterGroups(3, [
      [0, 1],
      [0, 2],
      [1, 2],
    ]),
  ).toEqual(['a', 'b', 'c'])
})

test('two entries share a letter if and only if they are not different', () => {
  const graph = fc.integer({ min: 1, max: 7 }).chain((entries) => {
    const pairs = Array.from({ length: entries }, (_, a) => Array.from({ length: a }, (_, b) => [b, a] as const)).flat()
    return fc.subarray(pairs).map((different) => ({ entries, different }))
  })
  fc.assert(
    fc.property(graph, ({ entries, different }) => {
      const letters = letterGroups(entries, different)
      for (let a = 0; a < entries; a++) {
        expect(letters[a]).not.toBe('')
        for (let b = 0; b < a; b++) {
          const shared = [...letters[a]].some((each) => letters[b].includes(each))
          expect(shared).toBe(!different.some(([x, y]) => x === b && y === a))
        }
      }
    }),
  )
})

test('a pair that is none is refused', () => {
  expect(() => letterGroups(2, [[0, 2]])).toThrow(/different\[0\]/)
})
