import { describe, expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { Adwin } from './adwin.ts'
import { PageHinkley } from './pageHinkley.ts'

const noisy = (seed: number, change: number, before: number, after: number, count: number) => {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, n) => (random.uniform() < (n < change ? before : after) ? 1 : 0))
}

describe.each([
  ['ADWIN', () => new Adwin()],
  ['Page-Hinkley', () => new PageHinkley()],
])('%s as it is shipped', (_, detector) => {
  test('sees a rise from 0.2 to 0.7 soon after it happened', () => {
    const one = detector()
    const fired = noisy(1, 500, 0.2, 0.7, 700).flatMap((value, n) => (one.add(value) ? [n] : []))
    expect(fired.length).toBeGreaterThan(0)
    expect(fired[0]).toBeGreaterThanOrEqual(500)
    expect(fired[0]).toBeLessThan(560)
  })

  test.each([0.1, 0.4, 0.5])(
    'fires at most once in a thousand series of a stream that does not change: errors with probability %d',
    (share) => {
      let alarms = 0
      for (let seed = 1; seed <= 50; seed++) {
        const one = detector()
        for (const value of noisy(seed, 0, 0, share, 1000)) if (one.add(value)) alarms++
      }
      expect(alarms).toBeLessThanOrEqual(50)
    },
  )

  test('is silent when nothing ever goes wrong, and a single surprise is no drift', () => {
    const one = detector()
    for (let n = 0; n < 200; n++) expect(one.add(0)).toBe(false)
    expect(one.add(1)).toBe(false)
    for (let n = 0; n < 200; n++) expect(one.add(0)).toBe(false)
  })
})

test("ADWIN's window forgets what was before the change, and its memory grows with the logarithm of the window", () => {
  const adwin = new Adwin()
  for (const value of noisy(2, 2000, 0.1, 0.6, 4000)) adwin.add(value)
  expect(adwin.mean).toBeCloseTo(0.6, 1)
  expect(adwin.length).toBeLessThan(2300)
  expect(adwin.state().counts.length).toBeLessThan(6 * Math.log2(4000))
})

test('ADWIN goes on from a stored state as if it had never stopped', () => {
  const values = noisy(5, 300, 0.1, 0.8, 600)
  const straight = new Adwin()
  let stored = new Adwin()
  const [fired, firedStored]: [number[], number[]] = [[], []]
  for (const [n, value] of values.entries()) {
    if (straight.add(value)) fired.push(n)
    stored = new Adwin(undefined, structuredClone(stored.state()))
    if (stored.add(value)) firedStored.push(n)
  }
  expect(fired.length).toBeGreaterThan(0)
  expect(firedStored).toEqual(fired)
})

test('Page-Hinkley does too', () => {
  const straight = new PageHinkley()
  let stored = new PageHinkley()
  for (const value of noisy(5, 300, 0.1, 0.8, 600)) {
    const fired = straight.add(value)
    stored = new PageHinkley(undefined, structuredClone(stored.state()))
    expect(stored.add(value)).toBe(fired)
  }
})
