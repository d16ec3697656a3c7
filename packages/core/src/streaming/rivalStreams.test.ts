import { withoutChecksum } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { modelToJson, parsedModel, streamStateFromJson } from '../models/modelJson.ts'
import { resumedFeed } from '../models/stream/resumedFeed.ts'
import { streamModel } from '../models/stream/streamModel.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { RankingStream } from './rankingStream.ts'
import { rivalStreams } from './rivalStreams.ts'
import { StreamFeed } from './streamFeed.ts'

const orders = [
  [1, 2, 3],
  [3, 1, 2],
  [1, 3, 2],
  [2, 3, 1],
]
const series = orders.map((labels, id) =>
  rankingLists({
    features: labels.map((label) => [label]),
    labels,
    lists: labels.map(() => String(id)),
    items: labels.map((_, item) => item),
  }),
)

function started(): StreamFeed {
  const rivals = rivalStreams(['elo', 'last'], ['kendall-tau'], plainRuntime)
  return new StreamFeed(new RankingStream({ options: { learner: 'elo' }, metrics: ['kendall-tau'] }), { target: 'utility', rivals })
}

test('rivals see the same series, and a learner is never ahead of itself', () => {
  const { rivals, stream } = fed(started(), series.slice(0, 3))
  expect(rivals.map(({ stream }) => stream.evaluation.series)).toEqual([3, 3])
  expect(rivals.map(({ difference }) => difference.count)).toEqual([2, 2])
  expect(rivals[0].difference.mean).toBe(0)
  expect(stream.evaluation.series).toBe(3)
})

test('rivals that are put away with their stream go on to the bit', () => {
  const broken = resumedFeed(streamStateFromJson(stateOf(fed(started(), series.slice(0, 2))), 'state.json'))
  expect(stateOf(fed(broken, series))).toBe(stateOf(fed(started(), series)))
  expect(broken.rivals.map(({ difference }) => difference.count)).toEqual([3, 3])
})

test('a rival that was changed is refused with the path to what is wrong', () => {
  const text = withoutChecksum(stateOf(fed(started(), series)))
  const own = /"metrics":\s*\["kendall-tau"\]/g
  const last = [...text.matchAll(own)].at(-1)
  const changed = `${text.slice(0, last?.index)}"metrics":["kendall-tau","kendall-tau"]${text.slice((last?.index ?? 0) + (last?.[0].length ?? 0))}`
  expect(() => parsedModel(changed, 'state.json')).toThrow('rivals[1].stream.metrics')
})

function fed(feed: StreamFeed, input: typeof series): StreamFeed {
  for (const lists of input) feed.take(lists)
  return feed
}

function stateOf(feed: StreamFeed): string {
  return modelToJson(streamModel(feed.stream, feed.features, feed))
}
