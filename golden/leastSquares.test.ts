import { readFileSync } from 'node:fs'
import { type LinearModel, rankingLists, score, train } from '@rankwright/core'
import { describe, expect, test } from 'vitest'

interface Golden {
  readonly software: string
  readonly perList: number
  readonly features: number[][]
  readonly labels: number[]
  readonly listWeights: number[]
  readonly fits: {
    readonly scale: 'none' | 'min-max' | 'standard'
    readonly weighted: boolean
    readonly lambda: number
    readonly coefficients: number[]
    readonly intercept: number
    readonly scores: number[]
  }[]
}

const golden: Golden = JSON.parse(readFileSync(new URL('leastSquares.json', import.meta.url), 'utf8'))

describe(`least-squares against Ridge of ${golden.software}`, () => {
  const { features, labels, perList, listWeights } = golden
  const lists = features.map((_, row) => `q${Math.floor(row / perList)}`)
  const weights = Object.fromEntries(listWeights.map((weight, list) => [`q${list}`, weight]))

  test.each(golden.fits)(
    '$scale, list weights $weighted, lambda $lambda',
    ({ scale, weighted, lambda, coefficients, intercept, scores }) => {
      const data = rankingLists({ features, labels, lists, ...(weighted && { weights }) })
      for (const solver of ['direct', 'iterative'] as const) {
        const tolerance = solver === 'iterative' ? { tolerance: 1e-13 } : {}
        const model = train(data, { method: 'least-squares', scale, lambda, solver, ...tolerance }) as LinearModel
        const share = scale === 'none' ? 1e-9 : 2e-6
        expect(distance(score(model, data), scores)).toBeLessThan(share)
        // Features 0 and 3 are nearly the same: rounding moves weight between them, by its share times the condition number.
        if (scale === 'none') expect(distance([...model.weights, model.intercept], [...coefficients, intercept])).toBeLessThan(share)
      }
    },
  )
})

/** The largest difference as a share of the largest value. */
function distance(ours: ArrayLike<number>, theirs: readonly number[]): number {
  const size = Math.max(...theirs.map(Math.abs))
  return Math.max(...theirs.map((value, i) => Math.abs(ours[i] - value))) / size
}
