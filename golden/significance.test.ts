import { bootstrapInterval, fisherRandomisation, holm, pairedTTest } from '@rankwright/core/evaluation'
import { describe, expect, test } from 'vitest'
import golden from './significance.json' with { type: 'json' }

describe(`tests and intervals agree with ${golden.software}`, () => {
  for (const { name, differences, t, tP, interval, ...sign } of golden.cases) {
    test(`differences that are ${name}`, () => {
      const student = pairedTTest(differences)
      expect(Math.abs(student.statistic / t - 1)).toBeLessThan(1e-9)
      expect(Math.abs(student.p / tP - 1)).toBeLessThan(1e-9)

      const fisher = fisherRandomisation(differences, { samples: 200_000 })
      if ('exactP' in sign && sign.exactP !== undefined) {
        expect(fisher.exact).toBe(true)
        expect(Math.abs(fisher.p / sign.exactP - 1)).toBeLessThan(1e-9)
      } else if ('sampledP' in sign && sign.sampledP !== undefined) {
        expect(fisher.exact).toBe(false)
        const error = Math.sqrt((2 * Math.max(sign.sampledP, 1e-5)) / 200_000)
        expect(Math.abs(fisher.p - sign.sampledP)).toBeLessThan(4 * error)
      }

      const [low, high] = bootstrapInterval(differences, { samples: 20_000 })
      const width = interval[1] - interval[0]
      expect(Math.abs(low - interval[0])).toBeLessThan(0.06 * width)
      expect(Math.abs(high - interval[1])).toBeLessThan(0.06 * width)
    })
  }

  test('p-values raised by Holm', () => {
    for (const { p, adjusted } of golden.holm) {
      holm(p).forEach((value, place) => {
        expect(value).toBeCloseTo(adjusted[place], 12)
      })
    }
  })
})
