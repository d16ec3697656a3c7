import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { AnytimeLead } from './anytimeLead.ts'

test('the interval holds the mean of the differences to be expected at all times, but for one stream in twenty', () => {
  let failures = 0
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed)
    const lead = new AnytimeLead()
    let [means, failed] = [0, false]
    for (let series = 1; series <= 240; series++) {
      const ahead = series < 120 ? 0.2 : -0.1 // the lead changes hands
      means += ahead
      const own = random.uniform() < 0.5 + ahead ? 1 : 0
      lead.add(own, random.uniform() < 0.5 ? 1 : 0)
      if (series % 15 > 0) continue
      const [low, high] = lead.interval(0.05)
      if (means / series < low || means / series > high) failed = true
    }
    if (failed) failures++
  }
  expect(failures).toBeLessThanOrEqual(3)
})

test('says everything is possible before the first pair, and that a clear lead is one', () => {
  const lead = new AnytimeLead()
  expect(lead.interval(0.05)).toEqual([-1, 1])
  for (let series = 0; series < 200; series++) lead.add(0.9, 0.6)
  const [low, high] = lead.interval(0.05)
  expect(low).toBeGreaterThan(0)
  expect(low).toBeLessThan(0.3)
  expect(high).toBeGreaterThan(0.3)
})
