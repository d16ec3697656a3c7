import { RankwrightError } from '@rankwright/core'
import { expect, test } from 'vitest'
import { failureOf, failureText } from './failure.ts'
import { UsageError } from './usageError.ts'

test('a problem of the input is exit 1 with its own words', () => {
  const error = new RankwrightError({ area: 'data', code: 'label-not-a-number', at: { file: 'a.txt', line: 3, column: 1 }, found: 'x' })
  expect(failureOf(error, 'inspect')).toMatchObject({ exitCode: 1, message: error.message })
})

test('a problem of the call is exit 2 and points to the help', () => {
  const outOfRange = new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: -1, allowed: 'more' })
  const noMetric = new RankwrightError({ area: 'metric', code: 'unknown-metric', found: 'x', known: ['map'] })
  for (const error of [new UsageError('No.'), outOfRange, noMetric]) {
    expect(failureOf(error, 'train')).toMatchObject({ exitCode: 2, message: expect.stringContaining('rankwright train --help') })
  }
})

test('what the operating system refuses is the input, not a bug', () => {
  const refused = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write', path: 'out.csv' })
  expect(failureOf(refused)).toMatchObject({ exitCode: 1, message: 'out.csv: the disk is full.' })
  expect(failureOf(new RangeError('Array buffer allocation failed'))).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('memory'),
  })
})

test('anything else is our bug: exit 70, one line, and the details only for those who ask', () => {
  const failure = failureOf(new TypeError('x is undefined'))
  expect(failure.exitCode).toBe(70)
  expect(failure.message).toContain('bug in rankwright')
  expect(failureText(failure, {})).not.toContain('\n')
  expect(failureText(failure, { RANKWRIGHT_DEBUG: '1' })).toContain('failure.test.ts')
})
