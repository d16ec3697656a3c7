import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { listRisks } from './listRisks.ts'

/** Two lists with pairs and one without. */
const pairs: readonly (readonly { readonly distance: number; readonly wrong: number }[])[] = [
  [
    { distance: 0.1, wrong: 1 },
    { distance: 0.2, wrong: 0.5 },
    { distance: 0.3, wrong: 0 },
  ],
  [],
  [{ distance: 0.2, wrong: 1 }],
]

test('each list with pairs has its own share of answers and of wrong ones among them, at each radius once', () => {
  const judge = {
    lists: pairs.length,
    eachPairOf: (list: number, _most: number, _random: unknown, visit: (distance: number, margin: number, wrong: number) => void) => {
      for (const { distance, wrong } of pairs[list]) visit(distance, 0, wrong)
    },
  }
  const risks = listRisks(judge, [0.2, 0, 0.2], seededRandom(1))
  expect(risks).toEqual([
    { lists: Uint32Array.of(0, 2), threshold: 0, coverage: Float64Array.of(1, 1), risk: Float64Array.of(1.5 / 3, 1) },
    { lists: Uint32Array.of(0, 2), threshold: 0.2, coverage: Float64Array.of(1 / 3, 0), risk: Float64Array.of(0, 0) },
  ])
})
