import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { rank } from '../../library/rank.ts'
import { seededRandom } from '../../numeric/random.ts'
import { finish } from '../../runtime/training.ts'
import { rankRls } from '../../trainers/rankRls/rankRls.ts'
import type { RankRlsOptions } from '../../trainers/rankRls/rankRlsOptions.ts'
import { modelToJson, parsedModel } from '../modelJson.ts'
import { score } from '../score.ts'
import { scoreUncertainty } from '../scoreUncertainty.ts'
import type { KernelModel } from './kernel.ts'

const noise = 0.4
const width = 0.8

/** A function from the prior of the RBF kernel: a sum of many random waves (Rahimi & Recht 2007). */
function drawnFunction(seed: number): (x: readonly number[]) => number {
  const random = seededRandom(seed)
  const waves = Array.from({ length: 300 }, () => ({
    frequency: [random.normal() / width, random.normal() / width],
    phase: 2 * Math.PI * random.uniform(),
    height: random.normal() * Math.sqrt(2 / 300),
  }))
  return (x) =>
    waves.reduce((sum, { frequency, phase, height }) => sum + height * Math.cos(frequency[0] * x[0] + frequency[1] * x[1] + phase), 0)
}

function drawn(seed: number, count: number, truth: (x: readonly number[]) => number): { lists: RankingLists; scores: Float64Array } {
  const random = seededRandom(seed)
  const ids = Array.from({ length: count }, (_, list) => Array<number>(4 + random.integer(5)).fill(list)).flat()
  const features = ids.map(() => [Math.fround(random.normal()), Math.fround(random.normal())])
  const scores = Float64Array.from(features, truth)
  const labels = features.map((_, row) => scores[row] + 5 * ids[row] + noise * random.normal())
  return { lists: rankingLists({ features, labels, lists: ids }), scores }
}

function trained(lists: RankingLists, options: RankRlsOptions = {}): KernelModel {
  return finish(rankRls(lists, { scale: 'none', missing: 'zero', kernelWidth: width, uncertainty: true, ...options })).model as KernelModel
}

function centred({ offsets }: RankingLists, values: Float64Array): Float64Array {
  const result = values.slice()
  for (let list = 0; list + 1 < offsets.length; list++) {
    const own = result.subarray(offsets[list], offsets[list + 1])
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length
    for (let i = 0; i < own.length; i++) own[i] -= mean
  }
  return result
}

describe('the uncertainty of kernel models', () => {
  test.each([
    { name: 'all rows', options: {} },
    { name: 'a basis', options: { basis: 60 } },
  ])('on $name, intervals hold what they promise on lists that were not seen: true scores, and labels', ({ options }) => {
    const held = { score: 0, label: 0, items: 0 }
    for (let trial = 0; trial < 8; trial++) {
      const truth = drawnFunction(trial)
      const model = trained(drawn(100 + trial, 30, truth).lists, options)
      const fresh = drawn(200 + trial, 30, truth)
      const [wanted, labels] = [centred(fresh.lists, fresh.scores), centred(fresh.lists, fresh.lists.labels)]
      const own = score(model, fresh.lists)
      const average = own.map((value, row) => value - centred(fresh.lists, own)[row])
      for (const { items } of rank(model, fresh.lists, { intervals: true, level: 0.9 })) {
        for (const { row, interval, labelInterval } of items) {
          const inside = ([low, high]: readonly [number, number], value: number) =>
            value + average[row] >= low && value + average[row] <= high ? 1 : 0
          held.score += inside(interval!, wanted[row])
          held.label += inside(labelInterval!, labels[row])
          held.items++
        }
      }
    }
    // About 1400 items, those of a trial with one function: the shares scatter about 0.9 by some hundredths.
    expect(held.score / held.items).toBeGreaterThan(0.84)
    expect(held.score / held.items).toBeLessThan(0.96)
    expect(held.label / held.items).toBeGreaterThan(0.87)
    expect(held.label / held.items).toBeLessThan(0.93)
  })

  test('it is the variance of the process given the labels, worked out by hand for one list of two', () => {
    const lists = rankingLists({ features: [[0], [1]], labels: [0, 1], lists: [1, 1] })
    const lambda = 0.3
    const model = trained(lists, { lambda, kernelWidth: 1 })
    const k = Math.exp(-1 / 2)
    // The one difference g = (f₁ − f₂)/√2 has the prior variance 1 − k and is seen with weight 2/2; of it remains λ (1 − k)/(1 − k + λ).
    const { amplitude, noise: scatter } = model.posterior!
    expect(amplitude).toBeCloseTo(scatter / lambda, 12)
    const { deviations } = scoreUncertainty(model, lists)
    const difference = ((1 - k) * lambda) / (1 - k + lambda)
    for (const deviation of deviations) expect(deviation ** 2).toBeCloseTo((amplitude * difference) / 2, 12)
  })

  test('far from all training rows, scores are as unsure as before any data, on a basis too', () => {
    const truth = drawnFunction(1)
    const { lists } = drawn(1, 30, truth)
    const away = rankingLists({
      features: [
        [50, 50],
        [-50, 50],
        [50, -50],
        [-50, -50],
      ],
      labels: [0, 0, 0, 0],
      lists: [1, 1, 1, 1],
    })
    for (const options of [{}, { basis: 30 }]) {
      const model = trained(lists, options)
      const prior = model.posterior!.amplitude * (1 - 1 / 4) // independent, seen from their mean
      for (const deviation of scoreUncertainty(model, away).deviations) expect(deviation ** 2).toBeCloseTo(prior, 9)
      expect(Math.max(...scoreUncertainty(model, lists).deviations)).toBeLessThan(Math.sqrt(prior))
    }
  })

  test('it travels with the model file, and a model without it says what to do', () => {
    const { lists } = drawn(1, 5, drawnFunction(1))
    const model = trained(lists, { lambda: 0.1 })
    const read = parsedModel(modelToJson(model), 'model.json')
    expect(scoreUncertainty(read, lists)).toEqual(scoreUncertainty(model, lists))
    expect(() => scoreUncertainty(trained(lists, { lambda: 0.1, uncertainty: false }), lists)).toThrow(
      'again with `uncertainty` of `train`',
    )
    expect(() => trained(lists, { kernel: 'linear', kernelWidth: undefined })).toThrow('`uncertainty` would change nothing')
  })
})
