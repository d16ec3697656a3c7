import { sampleListLosses } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListLossSpec } from '../losses/lossSpec.ts'
import { boundedLoss } from './boundedLoss.ts'

describe('a smooth loss bounds its own gradient: ‖∇φ‖₁² ≤ 2 H φ, on which the sharper bounds of online gradient descent rest', () => {
  const smooth: readonly ListLossSpec[] = [
    { loss: 'listnet' },
    { loss: 'listmle' },
    { loss: 'ranknet', lambdaWeights: 'none', pairs: 'mean' },
    { loss: 'ranknet', lambdaWeights: 'none', pairs: 'sum' },
    { loss: 'ranksvm', hinge: 'squared', pairs: 'mean' },
    { loss: 'smoothed-dcg', sigma: 0.7, cutoff: 1 },
  ]
  test.each(smooth)('%o', (spec) => {
    const { loss } = boundedLoss(spec)
    const list = fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 0, max: 4 })), {
      minLength: 2,
      maxLength: 9,
    })
    fc.assert(
      fc.property(list, fc.constantFrom(0, 0.01, 1, 10), (items, size) => {
        const scores = Float64Array.from(items, ([score]) => score * size)
        const gradient = new Float64Array(items.length)
        const value = loss.evaluate(
          scores,
          Float64Array.from(items, ([, label]) => label),
          gradient,
        )
        const H = loss.constants({ greatestLabel: 4, longestList: items.length, scoreBound: size }).smoothness!.value
        const slope = gradient.reduce((sum, entry) => sum + Math.abs(entry), 0)
        expect(slope * slope).toBeLessThanOrEqual(2 * H * value * (1 + 1e-9) + 1e-12)
      }),
      { numRuns: 400 },
    )
  })

  test('for ListNet it is Pinsker’s inequality, nearly reached close to the labels; the cross entropy would leave room for nothing', () => {
    const { loss } = boundedLoss({ loss: 'listnet' })
    const gradient = new Float64Array(2)
    const value = loss.evaluate(Float64Array.of(0.02, 0), Float64Array.of(0, 0), gradient)
    expect((Math.abs(gradient[0]) + Math.abs(gradient[1])) ** 2 / (2 * value)).toBeCloseTo(1, 3)
  })
})

describe('the ceiling of a loss', () => {
  test.each(Object.values(sampleListLosses).flat())('%o is never exceeded, nor is 0 undercut', (spec) => {
    const { loss, ceiling } = boundedLoss(spec)
    const list = fc.array(fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: 0, max: 4 })), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(list, fc.constantFrom(0, 0.3, 2, 20), (items, scoreBound) => {
        const scores = Float64Array.from(items, ([score]) => score * scoreBound)
        const labels = Float64Array.from(items, ([, label]) => label)
        const most = ceiling({ greatestLabel: 4, labelRange: 4, longestList: 12, scoreBound }).value
        const value = loss.evaluate(scores, labels, new Float64Array(items.length))
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(most * (1 + 1e-12))
      }),
    )
  })

  test('is reached by two items in the wrong order as far apart as can be', () => {
    const value = (spec: ListLossSpec, scoreBound: number) => {
      const { loss, ceiling } = boundedLoss(spec)
      const reached = loss.evaluate(Float64Array.of(-scoreBound, scoreBound), Float64Array.of(1, 0), new Float64Array(2))
      return reached / ceiling({ greatestLabel: 1, labelRange: 1, longestList: 2, scoreBound }).value
    }
    expect(value({ loss: 'ranksvm', hinge: 'plain', pairs: 'sum' }, 3)).toBeCloseTo(1, 12)
    expect(value({ loss: 'ranksvm', hinge: 'squared', pairs: 'mean' }, 3)).toBeCloseTo(1, 12)
    expect(value({ loss: 'ranknet', lambdaWeights: 'none', pairs: 'mean' }, 3)).toBeCloseTo(1, 12)
    expect(value({ loss: 'listmle' }, 3)).toBeCloseTo(1, 12)
    expect(value({ loss: 'smoothed-dcg', sigma: 0.1, cutoff: 1 }, 3)).toBeCloseTo(1, 12)
    expect(value({ loss: 'listnet' }, 20)).toBeGreaterThan(0.65)
  })

  test('of ListNet does not grow with the list', () => {
    const { ceiling } = boundedLoss({ loss: 'listnet' })
    const at = (longestList: number) => ceiling({ greatestLabel: 4, labelRange: 4, longestList, scoreBound: 1 }).value
    expect(at(10)).toBe(36 / 8)
    expect(at(1e6)).toBe(at(10))
  })

  test('stays finite for scores without a sensible limit', () => {
    const { ceiling } = boundedLoss({ loss: 'ranknet', lambdaWeights: 'none', pairs: 'mean' })
    expect(ceiling({ greatestLabel: 1, labelRange: 1, longestList: 5, scoreBound: 1e6 }).value).toBeCloseTo(2e6, 6)
  })
})
