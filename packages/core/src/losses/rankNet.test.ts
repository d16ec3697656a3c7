import { lossContract, type PairTerm, pairwiseLossContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { rankNet } from './rankNet.ts'

const logistic: PairTerm = {
  value: (margin) => Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin))),
  slope: (margin) => -1 / (1 + Math.exp(margin)),
  bend: (margin) => 1 / (2 + Math.exp(margin) + Math.exp(-margin)),
}
const { value, slope } = logistic

function ndcgChange(cutoff: number): NonNullable<PairTerm['weight']> {
  const discount = (place: number) => (place < cutoff ? 1 / Math.log2(place + 2) : 0)
  const gain = (label: number) => 2 ** Math.max(label, 0) - 1
  return (i, j, labels, places) => {
    const ideal = [...labels].sort((a, b) => b - a).reduce((total, label, place) => total + gain(label) * discount(place), 0)
    const change = (gain(labels[i]) - gain(labels[j])) * (discount(places[i]) - discount(places[j]))
    return ideal > 0 ? Math.abs(change) / ideal : 0
  }
}

for (const pairs of ['sum', 'mean'] as const) {
  lossContract(`RankNet, ${pairs}`, () => rankNet({ pairs }))
  pairwiseLossContract('RankNet', rankNet({ pairs }), logistic, pairs)
}
lossContract('RankNet cut off at 3', () => rankNet({ cutoff: 3 }))
lossContract('LambdaRank', () => rankNet({ lambdaWeights: 'ndcg' }))
lossContract('LambdaRank cut off at 3', () => rankNet({ lambdaWeights: 'ndcg', cutoff: 3 }))

pairwiseLossContract(
  'RankNet cut off at 5',
  rankNet({ cutoff: 5 }),
  { value, slope, weight: (i, j, _labels, places) => (Math.min(places[i], places[j]) < 5 ? 1 : 0) },
  'sum',
)
pairwiseLossContract('LambdaRank', rankNet({ lambdaWeights: 'ndcg' }), { value, slope, weight: ndcgChange(Infinity) }, 'sum')
pairwiseLossContract(
  'LambdaRank cut off at 10',
  rankNet({ lambdaWeights: 'ndcg', cutoff: 10, pairs: 'mean' }),
  { value, slope, weight: ndcgChange(10) },
  'mean',
)

test('one pair the scores cannot tell apart costs log 2', () => {
  const gradient = new Float64Array(2)
  expect(rankNet().evaluate(Float64Array.of(0, 0), Float64Array.of(1, 0), gradient)).toBeCloseTo(Math.log(2), 14)
  expect([...gradient]).toEqual([-0.5, 0.5])
})

test('equal scores are no fixed point of LambdaRank: the better items are pulled up', () => {
  const gradient = new Float64Array(4)
  rankNet({ lambdaWeights: 'ndcg', cutoff: 2 }).evaluate(new Float64Array(4), Float64Array.of(1, 0, 2, 0), gradient)
  expect(gradient[2]).toBeLessThan(0)
  expect(gradient[0]).toBeLessThan(0)
  expect(gradient[1]).toBeGreaterThan(0)
  expect(gradient[3]).toBe(gradient[1])
})

test('items alike in score and label share what their places are worth', () => {
  const gradient = new Float64Array(3)
  const found = rankNet({ lambdaWeights: 'ndcg' }).evaluate(new Float64Array(3), Float64Array.of(0, 1, 0), gradient)
  const weight = (1 + 1 / Math.log2(3)) / 2 - 1 / Math.log2(4) // the better item stands third
  expect(found).toBeCloseTo(2 * weight * Math.log(2), 14)
  expect(gradient[1]).toBeCloseTo(-weight, 14)
})

test('a pair in good order still has a loss, to full precision', () => {
  for (const margin of [5, 8, 40, 400]) {
    const gradient = new Float64Array(2)
    const found = rankNet().evaluate(Float64Array.of(margin, 0), Float64Array.of(1, 0), gradient)
    expect(found / Math.log1p(Math.exp(-margin))).toBeCloseTo(1, 13)
  }
})

test('no smaller constants would do for lists of two grades', () => {
  const { lipschitz, smoothness } = rankNet().constants({ greatestLabel: 1, longestList: 4 })
  const labels = Float64Array.of(1, 1, 0, 0)
  const gradient = new Float64Array(4)
  rankNet().evaluate(Float64Array.of(0, 0, 50, 50), labels, gradient)
  expect(gradient.reduce((total, entry) => total + Math.abs(entry), 0)).toBeCloseTo(lipschitz.value, 12)
  const bent = new Float64Array(4)
  rankNet().curvature?.(new Float64Array(4), labels, Float64Array.of(1, 1, -1, -1), bent)
  expect(bent.reduce((total, entry) => total + Math.abs(entry), 0)).toBeCloseTo(smoothness?.value ?? Number.NaN, 12)
})

test('weights and cutoffs that follow the order leave no Lipschitz constant', () => {
  for (const options of [{ cutoff: 3 }, { lambdaWeights: 'ndcg' }] as const) {
    expect(rankNet(options).constants({ greatestLabel: 1, longestList: 4 }).lipschitz.value).toBe(Infinity)
  }
})
