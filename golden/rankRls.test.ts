import { readFileSync } from 'node:fs'
import { finish, rankingLists, score, train } from '@rankwright/core'
import { rankRlsHeldOut } from '@rankwright/core/trainers'
import { describe, expect, test } from 'vitest'

interface Golden {
  readonly software: string
  readonly sizes: number[]
  readonly features: number[][]
  readonly labels: number[]
  readonly unseen: number[][]
  readonly fits: {
    readonly centre: 'list' | 'global'
    readonly kernel: 'linear' | 'rbf' | 'polynomial'
    readonly kernelWidth?: number
    readonly degree?: number
    readonly lambda: number
    readonly scores: number[]
    readonly unseen: number[]
    readonly heldOut?: number[]
  }[]
}

const golden: Golden = JSON.parse(readFileSync(new URL('rankRls.json', import.meta.url), 'utf8'))

describe(`rankrls against QueryRankRLS and GlobalRankRLS of ${golden.software}`, () => {
  const { features, labels, sizes } = golden
  const listOf = sizes.flatMap((size, list) => Array.from({ length: size }, () => `q${list}`))
  const weights = Object.fromEntries(sizes.map((size, list) => [`q${list}`, size]))
  const plain = rankingLists({ features, labels, lists: listOf })
  const weighted = rankingLists({ features, labels, lists: listOf, weights })
  const unseen = rankingLists({ features: golden.unseen, labels: golden.unseen.map(() => 0), lists: golden.unseen.map(() => 'new') })

  test.each(golden.fits)('$kernel, centred by $centre, lambda $lambda', ({ scores, unseen: theirs, heldOut, lambda, ...options }) => {
    const data = options.centre === 'list' ? weighted : plain
    const fixed = { ...options, scale: 'none', missing: 'zero' } as const
    const model = train(data, { method: 'rankrls', ...fixed, lambda })
    // Scores of all rows together: their constant is the same everywhere.
    const ours = [...score(model, data), ...score(model, unseen)]
    expect(distance(ours, [...scores, ...theirs])).toBeLessThan(1e-6)
    if (heldOut === undefined) return
    const { scores: left } = finish(rankRlsHeldOut(data, { ...fixed, lambdas: [lambda] }))
    for (let list = 0, first = 0; list < sizes.length; first += sizes[list++]) {
      const last = first + sizes[list]
      expect(distance([...left[0].subarray(first, last)], heldOut.slice(first, last))).toBeLessThan(1e-6)
    }
  })
})

/** The largest difference, but for a common constant, as a share of the largest value. */
function distance(ours: readonly number[], theirs: readonly number[]): number {
  const differences = ours.map((value, i) => value - theirs[i])
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length
  const size = Math.max(...theirs.map(Math.abs))
  return Math.max(...differences.map((difference) => Math.abs(difference - mean))) / size
}
