import { expect, test } from 'vitest'
import { anyPositiveLabel, justAbove } from './relevance.ts'

test('no number lies between a label and the threshold just above it', () => {
  for (const label of [0, 0.5, 1, 1e300]) {
    expect(justAbove(label)).toBeGreaterThan(label)
    const middle = label + (justAbove(label) - label) / 2
    expect([label, justAbove(label)]).toContain(middle)
  }
  expect(justAbove(0)).toBe(anyPositiveLabel)
})
