import { readFileSync } from 'node:fs'
import { rankingLists, type TrainOptions, training } from '@rankwright/core'
import { describe, expect, test } from 'vitest'

interface Golden {
  readonly software: string
  readonly perList: number
  readonly features: number[][]
  readonly labels: number[]
  readonly fits: {
    readonly loss: string
    readonly ball: 'none' | 'l1' | 'l2'
    readonly radius: number | null
    readonly lambda: number
    readonly objective: number
    readonly weights: number[]
  }[]
}

const golden: Golden = JSON.parse(readFileSync(new URL('linearRankers.json', import.meta.url), 'utf8'))

describe(`linear rankers against ${golden.software}`, () => {
  const { features, labels, perList } = golden
  const lists = rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / perList)) })

  test.each(golden.fits)('$loss, ball $ball of radius $radius, lambda $lambda', ({ loss, ball, radius, lambda, objective, weights }) => {
    const [method, hinge, pairs] = loss.split('-')
    const own = method === 'ranksvm' ? { hinge, pairs } : method === 'ranknet' ? { pairs: 'mean' } : {}
    const options = { method, scale: 'none', ball, lambda, ...(radius !== null && { radius }), ...own } as TrainOptions
    const steps = training(lists, options)
    let step = steps.next()
    while (!step.done) step = steps.next()
    const { model, objective: ours, optimality } = step.value
    if (model.kind !== 'linear') throw new Error('these rankers are linear')
    expect(Math.abs(ours - objective) / objective).toBeLessThan(hinge === 'plain' ? 1e-6 : 1e-8)
    expect(optimality).toBeLessThan(hinge === 'plain' ? 1e-6 : 1e-7)
    if (hinge === 'plain' && lambda === 0) return // a linear program may have many solutions
    const size = Math.max(...weights.map(Math.abs))
    for (const [place, weight] of model.weights.entries()) {
      expect(Math.abs(weight - weights[place]) / size).toBeLessThan(hinge === 'plain' ? 5e-3 : 1e-3)
    }
  })
})
