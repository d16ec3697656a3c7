import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { train } from '../../library/train.ts'
import { listNet } from '../../losses/listNet.ts'
import { rankSvm } from '../../losses/rankSvm.ts'
import { score } from '../../models/score.ts'
import { seededRandom } from '../../numeric/random.ts'
import { gradientSteps } from './gradientSteps.ts'

const constants = listNet().constants({ greatestLabel: 2, longestList: 10 }) // G = 2, H = 1
const setting = { constants, n: 100, heaviest: 1, radius: 3, reach: 0.5 }

describe('the length of a step', () => {
  test('theory is W/(G √(2n)), sharp W/(G √n), a number itself; a heavy list shortens them', () => {
    expect(gradientSteps({ step: 'theory' }, setting)(9)).toBeCloseTo(3 / (1 * Math.sqrt(200)), 12)
    expect(gradientSteps({ step: 'sharp' }, setting)(9)).toBeCloseTo(3 / (1 * 10), 12)
    expect(gradientSteps({ step: 'sharp' }, { ...setting, heaviest: 4 })(9)).toBeCloseTo(3 / (4 * 10), 12)
    expect(gradientSteps({ step: 0.7 }, setting)(9)).toBe(0.7)
  })

  test('sharp with a least loss is 1/(2H) at 0 and falls as that loss grows', () => {
    const at = (leastLoss: number) => gradientSteps({ step: 'sharp', leastLoss }, setting)(9)
    expect(at(0)).toBeCloseTo(1 / (2 * 0.25), 12)
    expect(at(0.1)).toBeLessThan(at(0))
    expect(at(1)).toBeLessThan(at(0.1))
  })

  test('a smooth step without a least loss starts as for a small one, and shortens as losses are met', () => {
    const steps = gradientSteps({ step: 'smooth' }, setting)
    const first = steps(0)
    for (let list = 0; list < 99; list++) steps(2)
    expect(steps(2)).toBeLessThan(first / 2)
  })

  test('steps for smooth losses are refused for others', () => {
    const hinge = { ...setting, constants: rankSvm({ hinge: 'plain', pairs: 'mean' }).constants({ greatestLabel: 2, longestList: 10 }) }
    expect(() => gradientSteps({ step: 'smooth' }, hinge)).toThrow('this loss is not smooth')
    expect(() => gradientSteps({ step: 'sharp', leastLoss: 0 }, hinge)).toThrow('this loss is not smooth')
  })
})

test('where scores can fit the labels, a guessed least loss is nearly as good as knowing that it is 0', () => {
  const [lists, fresh] = [noiseless(400, 1), noiseless(400, 2)]
  const risk = (options: { readonly leastLoss?: number }) =>
    meanKl(train(lists, { method: 'ogd', scale: 'none', missing: 'zero', featureBall: 'l2', radius: 2, step: 'smooth', ...options }), fresh)
  expect(risk({})).toBeLessThan(3 * risk({ leastLoss: 0 }))
})

function meanKl(model: Parameters<typeof score>[0], { labels, offsets, listIds, ...rest }: RankingLists): number {
  const scores = score(model, { labels, offsets, listIds, ...rest })
  const kl = listNet({ form: 'kl' })
  const losses = listIds.map((_, list) => {
    const [first, last] = [offsets[list], offsets[list + 1]]
    return kl.evaluate(scores.subarray(first, last), labels.subarray(first, last), new Float64Array(last - first))
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

/** Labels that are a weighted sum of the features, with weights of norm 2. */
function noiseless(count: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * 10 }, () => {
    const row = Array.from({ length: 4 }, () => random.normal())
    const norm = Math.hypot(...row)
    return row.map((entry) => entry / norm)
  })
  return rankingLists({
    features,
    labels: features.map(([a, b]) => Math.SQRT2 * (a + b)),
    lists: features.map((_, row) => Math.floor(row / 10)),
  })
}
