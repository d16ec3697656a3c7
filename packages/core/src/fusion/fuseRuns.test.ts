import { expect, test } from 'vitest'
import { fuseRuns } from './fuseRuns.ts'

const first = new Map([
  [
    '1',
    new Map([
      ['a', 9],
      ['b', 5],
      ['c', 1],
    ]),
  ],
])
const second = new Map([
  [
    '1',
    new Map([
      ['b', 0.9],
      ['d', 0.1],
    ]),
  ],
  ['2', new Map([['x', 1]])],
])

test('reciprocal ranks add up, whatever the scale of the scores', () => {
  const fused = fuseRuns([first, second])
  expect([...(fused.get('1') ?? [])]).toEqual([
    ['b', 1 / 62 + 1 / 61],
    ['a', 1 / 61],
    ['d', 1 / 62],
    ['c', 1 / 63],
  ])
  expect([...(fused.get('2') ?? [])]).toEqual([['x', 1 / 61]])
  expect(fuseRuns([first, second], { k: 0 }).get('1')?.get('b')).toBe(1 / 2 + 1)
})

test('sums of scores from 0 to 1, and times the number of runs', () => {
  expect(Object.fromEntries(fuseRuns([first, second], { how: 'combsum' }).get('1') ?? [])).toEqual({ b: 1.5, a: 1, c: 0, d: 0 })
  expect(Object.fromEntries(fuseRuns([first, second], { how: 'combmnz' }).get('1') ?? [])).toEqual({ b: 3, a: 1, c: 0, d: 0 })
})

test('votes: documents that a run lacks share what is left of its points', () => {
  expect(Object.fromEntries(fuseRuns([first, second], { how: 'borda' }).get('1') ?? [])).toEqual({ b: 7, a: 5.5, d: 4, c: 3.5 })
})

test('standardised scores: a document that a run lacks is as bad as its worst', () => {
  const fused = fuseRuns([first, second], { how: 'z-score' }).get('1')
  const deviation = Math.sqrt(32 / 3)
  expect(fused?.get('a')).toBeCloseTo(4 / deviation - 1, 12)
  expect(fused?.get('b')).toBeCloseTo(1, 12)
  expect(fused?.get('d')).toBeCloseTo(-4 / deviation - 1, 12)
})

test('ties share their ranks, so the order of the lines changes nothing', () => {
  const tied = new Map([
    [
      '1',
      new Map([
        ['a', 1],
        ['b', 1],
        ['c', 0],
      ]),
    ],
  ])
  const turned = new Map([
    [
      '1',
      new Map([
        ['c', 0],
        ['b', 1],
        ['a', 1],
      ]),
    ],
  ])
  for (const how of ['rrf', 'combsum', 'combmnz', 'borda', 'z-score'] as const) {
    expect([...(fuseRuns([tied, second], { how }).get('1') ?? [])]).toEqual([...(fuseRuns([turned, second], { how }).get('1') ?? [])])
  }
  expect(fuseRuns([tied]).get('1')?.get('b')).toBe(1 / 61.5)
})

test('scores that are all equal still count more than a document that is not there', () => {
  const flat = new Map([
    [
      '1',
      new Map([
        ['a', 3],
        ['b', 3],
      ]),
    ],
  ])
  expect(fuseRuns([flat, second], { how: 'combsum' }).get('1')?.get('a')).toBe(1)
  expect(fuseRuns([flat], { how: 'z-score' }).get('1')?.get('a')).toBe(0)
})

test('weights and top', () => {
  expect([...(fuseRuns([first, second], { weights: [1, 0] }).get('1') ?? [])][0]).toEqual(['a', 1 / 61])
  expect([...(fuseRuns([first, second], { top: 2 }).get('1')?.keys() ?? [])]).toEqual(['b', 'a'])
  expect(() => fuseRuns([first, second], { weights: [1] })).toThrow('2 numbers, one for each run')
  expect(() => fuseRuns([first, second], { weights: [0, 0] })).toThrow('at least one of them above 0')
  expect(() => fuseRuns([first], { how: 'borda', k: 3 })).toThrow('k')
})
