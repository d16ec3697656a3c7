import { expect, test } from 'vitest'
import { matchesPattern } from './matchesPattern.ts'

test('names are matched as a shell does', () => {
  const matches = (pattern: string) =>
    ['S1.txt', 'S2.txt', 'S10.txt', 'T1.txt', '.S1.txt', '[a].txt'].filter((name) => matchesPattern(name, pattern))
  expect(matches('S*.txt')).toEqual(['S1.txt', 'S2.txt', 'S10.txt'])
  expect(matches('S?.txt')).toEqual(['S1.txt', 'S2.txt'])
  expect(matches('[ST]1.txt')).toEqual(['S1.txt', 'T1.txt'])
  expect(matches('[!S]1.*')).toEqual(['T1.txt'])
  expect(matches('S[2-9].txt')).toEqual(['S2.txt'])
  expect(matches('.*')).toEqual(['.S1.txt'])
  expect(matches('*')).not.toContain('.S1.txt')
  expect(matches('*1*t*')).toEqual(['S1.txt', 'S10.txt', 'T1.txt'])
  expect(matches('S1.txt*')).toEqual(['S1.txt'])
  expect(matches('[[]a].txt')).toEqual(['[a].txt'])
  expect(matches('S1.tx')).toEqual([])
})

test('many stars do not take long', () => {
  const start = performance.now()
  expect(matchesPattern('a'.repeat(4000), `${'*a'.repeat(500)}b`)).toBe(false)
  expect(performance.now() - start).toBeLessThan(2000)
})
