import { driftingSeries } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { RankingStream } from './rankingStream.ts'
import type { StreamOptions } from './streamOptions.ts'

function after(count: number, options: StreamOptions): RankingStream {
  const stream = new RankingStream({ options, metrics: ['kendall-tau', 'ndcg@10'] })
  for (const one of driftingSeries(count, { items: 4 })) stream.learn(one)
  return stream
}

test('a short stream has a point for each series, and the last one is what the stream says of itself', () => {
  const stream = after(12, { window: 5 })
  const { every, series, curves, lower, experts = [], clusters } = stream.history(0.1)
  expect(every).toBe(1)
  expect(series).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
  expect(Object.keys(curves)).toEqual(['kendall-tau', 'ndcg@10'])
  expect(curves['kendall-tau'][0]).toBeNaN() // nothing was known before the first series
  for (const [metric, mean] of Object.entries(stream.evaluation.windowMeans())) expect(curves[metric].at(-1)).toBe(mean)
  expect(lower.at(-1)).toBe(stream.evaluation.lowerAccuracy(0.1))
  expect(experts.map(({ name, weights }) => [name, weights.at(-1)])).toEqual(
    stream.mixture?.experts.map(({ name, weight }) => [name, weight]),
  )
  expect(experts.length).toBeGreaterThan(0)
  expect(clusters).toBeUndefined()
})

test.each([199, 200, 399, 1000, 1601])('%i series have at most 200 points, evenly apart up to the latest', (count) => {
  const stream = after(count, { learner: 'mean-rank', window: 5 })
  const { every, series, curves, lower } = stream.history()
  expect(series.length).toBeLessThanOrEqual(200)
  expect(series.length).toBeGreaterThanOrEqual(99)
  expect(series.at(-1)).toBe(count)
  expect(series.slice(0, -1)).toEqual(Array.from({ length: series.length - 1 }, (_, n) => (n + 1) * every))
  for (const curve of [lower, ...Object.values(curves)]) expect(curve).toHaveLength(series.length)
})

test('clusters that are chosen are part of it, and asking changes nothing', () => {
  const stream = after(8, { learner: 'linear', clusters: 'auto' })
  const first = stream.history()
  expect(first.clusters?.at(-1)).toBe(stream.chosenClusters)
  expect(stream.history()).toEqual(first)
  expect(new RankingStream().history().series).toEqual([])
})
