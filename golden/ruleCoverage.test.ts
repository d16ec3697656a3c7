import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { abstain, readLists, train } from 'rankwright'
import { expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

interface Golden {
  readonly sets: Readonly<
    Record<string, { readonly file: string; readonly pairs: number; readonly wrong: number; readonly wrongAt80: number }>
  >
}

const golden: Golden = JSON.parse(readFileSync(new URL('ruleCoverage.json', import.meta.url), 'utf8'))

for (const [name, { file, pairs, wrong, wrongAt80 }] of Object.entries(golden.sets)) {
  describeWithRealData(name, (folder) => {
    test('as many pairs are wrong at 80 % coverage as Python counts from the same scores', { timeout: 60_000 }, async () => {
      const lists = await readLists(join(folder, file))
      const trained = train(lists, { method: 'least-squares', scale: 'none', lambda: 1 })
      const sums = { ...trained, weights: trained.weights.map(() => 1), intercept: 0 }
      const { curve, chosen } = abstain(sums, lists, { rule: 'margin', thresholds: [0], costs: [0.1], choose: true, cost: 0.1 })
      expect([chosen?.exact, chosen?.of]).toEqual([true, pairs])
      expect(curve[0].risk).toBeCloseTo(wrong, 9)
      const point = curve.find(({ coverage }) => coverage <= 0.8)
      expect(point?.coverage).toBeGreaterThan(0.8 - 2 / pairs - 0.001)
      expect(point?.risk).toBeLessThanOrEqual(wrongAt80 + 1e-4)
      expect(point?.risk).toBeCloseTo(wrongAt80, 3)
    })
  })
}
