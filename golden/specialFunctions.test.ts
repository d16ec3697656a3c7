import { expect, test } from 'vitest'
import { incompleteBeta } from '../packages/core/src/numeric/special/incompleteBeta.ts'
import { logBeta, logGamma } from '../packages/core/src/numeric/special/logGamma.ts'
import { normalCdf, normalQuantile } from '../packages/core/src/numeric/special/normalDistribution.ts'
import { studentTTwoSided } from '../packages/core/src/numeric/special/studentT.ts'
import golden from './specialFunctions.json' with { type: 'json' }

const functions = { logGamma, logBeta, normalCdf, normalQuantile, incompleteBeta, studentTTwoSided }

for (const name of Object.keys(functions) as (keyof typeof functions)[]) {
  test(`${name} agrees with ${golden.software}`, () => {
    const compute = functions[name] as (...inputs: number[]) => number
    const tolerance = name === 'studentTTwoSided' ? 1e-10 : 1e-12
    for (const row of golden[name]) {
      const inputs = row.slice(0, -1)
      const expected = row[row.length - 1]
      const allowed = expected === 0 ? 1e-14 : tolerance * Math.abs(expected)
      expect(Math.abs(compute(...inputs) - expected), `${name}(${inputs})`).toBeLessThanOrEqual(allowed)
    }
  })
}
