import { readFileSync } from 'node:fs'
import { finish, rankingLists, training } from '@rankwright/core'
import { describe, expect, test } from 'vitest'

interface Golden {
  readonly software: string
  readonly perList: number
  readonly labels: number[]
  readonly features: Readonly<Record<'1' | 'inf', number[][]>>
  readonly fits: { readonly norm: '1' | 'inf'; readonly radius: number; readonly objective: number }[]
}

const golden: Golden = JSON.parse(readFileSync(new URL('abstainingHinge.json', import.meta.url), 'utf8'))

describe(`the hinge in balls of weights against ${golden.software}`, () => {
  test.each(golden.fits)('rows in the ball of norm $norm, radius $radius', ({ norm, radius, objective }) => {
    const { labels, perList } = golden
    const features = golden.features[norm]
    const lists = rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / perList)) })
    const options = { method: 'abstaining', surrogate: 'hinge', scale: 'none', norm, radius } as const
    const { objective: ours, optimality } = finish(training(lists, options))
    expect(Math.abs(ours - objective) / objective).toBeLessThan(1e-6)
    expect(optimality).toBeLessThan(1e-6)
    expect(optimality).toBeGreaterThanOrEqual((ours - objective) / ours - 1e-12) // the gap it claims covers the one it has
  })
})
