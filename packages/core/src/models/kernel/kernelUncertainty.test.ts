import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { marginIntervals } from '../../library/marginIntervals.ts'
import { rank } from '../../library/rank.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { rankRls } from '../../trainers/rankRls/rankRls.ts'
import type { RankRlsOptions } from '../../trainers/rankRls/rankRlsOptions.ts'
import { marginUncertainty } from '../marginUncertainty.ts'
import { modelToJson, parsedModel } from '../modelJson.ts'
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

function deviationsOf(model: KernelModel, lists: RankingLists, pairs: readonly number[]): Float64Array {
  return marginUncertainty(model, lists, plainRuntime).deviations(Uint32Array.from(pairs))
}

describe('the uncertainty of kernel models', () => {
  test.each([
    { name: 'all rows', options: {} },
    { name: 'a basis', options: { basis: 60 } },
  ])('on $name, intervals hold what they promise on lists that were not seen: true margins, and label differences', ({ options }) => {
    const held = { margin: 0, label: 0, pairs: 0 }
    for (let trial = 0; trial < 8; trial++) {
      const truth = drawnFunction(trial)
      const model = trained(drawn(100 + trial, 30, truth).lists, options)
      const { lists, scores } = drawn(200 + trial, 30, truth)
      for (const { items } of rank(model, lists, { intervals: true, level: 0.9 })) {
        for (const [place, { row, overNext }] of items.slice(0, -1).entries()) {
          const next = items[place + 1].row
          const inside = ([low, high]: readonly [number, number], value: number) => (value >= low && value <= high ? 1 : 0)
          held.margin += inside(overNext!.interval, scores[row] - scores[next])
          held.label += inside(overNext!.labelInterval, lists.labels[row] - lists.labels[next])
          held.pairs++
        }
      }
    }
    // About 1200 neighbours, those of a trial with one function: the shares scatter about 0.9 by some hundredths.
    expect(held.margin / held.pairs).toBeGreaterThan(0.84)
    expect(held.margin / held.pairs).toBeLessThan(0.96)
    expect(held.label / held.pairs).toBeGreaterThan(0.87)
    expect(held.label / held.pairs).toBeLessThan(0.93)
  })

  test('it is the variance of the process given the labels, worked out by hand for one list of two', () => {
    const lists = rankingLists({ features: [[0], [1]], labels: [0, 1], lists: [1, 1] })
    const lambda = 0.3
    const model = trained(lists, { lambda, kernelWidth: 1 })
    const k = Math.exp(-1 / 2)
    // The one difference g = (f₁ − f₂)/√2 has the prior variance 1 − k and is seen with weight 2/2; of it remains λ (1 − k)/(1 − k + λ).
    const { amplitude, noise: scatter } = model.posterior!
    expect(amplitude).toBeCloseTo(scatter / lambda, 12)
    const difference = ((1 - k) * lambda) / (1 - k + lambda)
    const [deviation] = deviationsOf(model, lists, [0, 1])
    expect(deviation ** 2).toBeCloseTo(2 * amplitude * difference, 12) // f₁ − f₂ = √2 g
  })

  test('far from all training rows, margins are as unsure as before any data, on a basis too', () => {
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
      const prior = 2 * model.posterior!.amplitude // the scores are independent
      for (const deviation of deviationsOf(model, away, [0, 1, 1, 2, 3, 0])) expect(deviation ** 2).toBeCloseTo(prior, 9)
      expect(Math.max(...deviationsOf(model, lists, [0, 1, 1, 2, 0, 3]))).toBeLessThan(Math.sqrt(prior))
    }
  })

  test('it travels with the model file, and a model without it says what to do', () => {
    const { lists } = drawn(1, 5, drawnFunction(1))
    const model = trained(lists, { lambda: 0.1 })
    const read = parsedModel(modelToJson(model), 'model.json')
    const pairs = [[0, 1]] as const
    expect(marginIntervals(read, lists, pairs)).toEqual(marginIntervals(model, lists, pairs))
    expect(() => marginIntervals(trained(lists, { lambda: 0.1, uncertainty: false }), lists, pairs)).toThrow(
      'again with `uncertainty` of `train`',
    )
    expect(() => trained(lists, { kernel: 'linear', kernelWidth: undefined })).toThrow('`uncertainty` would change nothing')
  })
})
