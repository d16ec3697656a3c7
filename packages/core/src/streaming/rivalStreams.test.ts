import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { RankingStream } from './rankingStream.ts'
import { rivalStreams, takeBeside } from './rivalStreams.ts'
import { StreamFeed } from './streamFeed.ts'

const listOf = (id: string, labels: readonly number[]) =>
  rankingLists({ features: labels.map((label) => [label]), labels, lists: labels.map(() => id), items: labels.map((_, item) => item) })

test('rivals see the same series, and a learner is never ahead of itself', () => {
  const feed = new StreamFeed(new RankingStream({ options: { learner: 'elo' } }), 'utility')
  const rivals = rivalStreams(['elo', 'last'], ['kendall-tau'], plainRuntime)
  for (const [id, labels] of [
    [1, 2, 3],
    [3, 1, 2],
    [1, 3, 2],
  ].entries())
    takeBeside(feed, rivals, listOf(String(id), labels))
  expect(rivals.map(({ stream }) => stream.evaluation.series)).toEqual([3, 3])
  expect(rivals.map(({ difference }) => difference.count)).toEqual([2, 2])
  expect(rivals[0].difference.mean).toBe(0)
})
