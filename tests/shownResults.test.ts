import { expect, test } from 'vitest'
import { codeBlocks, moduleOf, sessionSteps } from './codeBlocks.ts'
import { differences } from './shownResults.ts'
import { matchesSession } from './terminalText.ts'

test('a number is compared to the last digit shown', () => {
  expect(differences({ line: 1, actual: 0.586883, expected: '0.58688' })).toEqual([])
  expect(differences({ line: 1, actual: 0.58689, expected: '0.58688' })).toHaveLength(1)
  expect(differences({ line: 1, actual: 3, expected: '4' })).toHaveLength(1)
})

test('arrays, records and texts are compared whole', () => {
  expect(differences({ line: 1, actual: Float64Array.of(0.25, 0.501), expected: '[0.25, 0.50]' })).toEqual([])
  expect(differences({ line: 1, actual: [1, 2], expected: '[1]' })).toHaveLength(1)
  expect(differences({ line: 1, actual: { a: 1, b: 2 }, expected: '{ a: 1 }' })).toHaveLength(1)
  expect(differences({ line: 1, actual: 'done', expected: 'done' })).toEqual([])
  expect(differences({ line: 1, actual: 'done', expected: "'other'" })).toHaveLength(1)
})

test('a page becomes a module whose shown results are reported with their line', async () => {
  const [block] = codeBlocks('# A page\n\n```ts\nconst half = 1 / 2 // → 0.5\nconsole.log(half + 1) // → 1.5\n```\n')
  expect(block.line).toBe(4)
  expect(moduleOf([block])).toContain('const half = 1 / 2; show({ line: 4, actual: half, expected: "0.5" })')
  expect(moduleOf([block])).toContain('line: 5')
})

test('a session is split into commands and what they print', () => {
  expect(sessionSteps({ language: 'console', line: 7, text: '$ first \\\n  more\nout\n$ second' })).toEqual([
    { line: 7, command: 'first more', output: 'out\n' },
    { line: 10, command: 'second', output: '' },
  ])
})

test('a session may leave out parts of lines and whole lines, and nothing else', () => {
  const printed = 'one 1\ntwo 2\nthree 3\nfour 4\n'
  expect(matchesSession(printed, 'one …\n…\nfour 4')).toBe(true)
  expect(matchesSession(printed, '…\nfour …')).toBe(true)
  expect(matchesSession(printed, 'one 1\n…')).toBe(true)
  expect(matchesSession(printed, 'one 1\nfour 4')).toBe(false)
  expect(matchesSession(printed, 'one 2\n…')).toBe(false)
})
