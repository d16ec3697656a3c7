import { seriesLists } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { modelToJson, streamStateFromJson } from '../models/modelJson.ts'
import { resumedFeed } from '../models/stream/resumedFeed.ts'
import { streamModel } from '../models/stream/streamModel.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { RankingStream } from './rankingStream.ts'
import { MOST_REMEMBERED } from './rememberedSeries.ts'
import { rivalStreams } from './rivalStreams.ts'
import { SeriesColumns } from './seriesOfList.ts'
import { StreamFeed } from './streamFeed.ts'

/** The state after an input, from an earlier state or from nothing. */
function fed(input: readonly RankingLists[], before?: string): string {
  const feed =
    before === undefined ? new StreamFeed(new RankingStream({ options: { learner: 'ogd' } }), { target: 'rank' }) : resumed(before)
  for (const lists of input) feed.take(lists)
  return modelToJson(streamModel(feed.stream, feed.features, feed))
}

function resumed(state: string): StreamFeed {
  return resumedFeed(streamStateFromJson(state, 'state.json'))
}

/** Few ids, so that they come again; numbers that fall; names; single items, which are left out. */
const anyInput = fc
  .array(fc.record({ id: fc.constantFrom('1', '2', '3', '-1', '2.5', 'a', 'b', ''), items: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((series) => series.map(({ id, items }, place) => seriesLists({ id, items, seed: place })))

describe('a run that was cut off', () => {
  test('and is repeated from the start of its input ends as one that was not, for any ids and any cut', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const unbroken = fed(input)
        for (let cut = 0; cut <= input.length; cut++) expect(fed(input, fed(input.slice(0, cut)))).toBe(unbroken)
      }),
      { numRuns: 40 },
    )
  })

  test('and goes on with the rest of its input does too', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const unbroken = fed(input)
        for (let cut = 0; cut <= input.length; cut++) expect(fed(input.slice(cut), fed(input.slice(0, cut)))).toBe(unbroken)
      }),
      { numRuns: 40 },
    )
  })

  test('several times does too', () => {
    fc.assert(
      fc.property(anyInput, fc.array(fc.nat(12), { maxLength: 5 }), (input, cuts) => {
        let state: string | undefined
        for (const cut of cuts.toSorted((a, b) => a - b)) state = fed(input.slice(0, cut), state)
        expect(fed(input, state)).toBe(fed(input))
      }),
      { numRuns: 40 },
    )
  })
})

test('ids that come again are no reason to learn a series twice', () => {
  const input = ['a', 'b', 'a', 'c'].map((id, seed) => seriesLists({ id, items: 3, seed }))
  const feed = resumed(fed(input.slice(0, 3)))
  expect(input.map((lists) => feed.take(lists).kind)).toEqual(['known', 'known', 'known', 'learned'])
})

test('an input that begins as the earlier one and goes on differently is refused', () => {
  const input = ['a', 'b', 'c', 'd', 'e'].map((id, seed) => seriesLists({ id, items: 3, seed }))
  const state = fed(input)
  for (let place = 1; place < input.length; place++) {
    const other = input.with(place, seriesLists({ id: input[place].listIds[0], items: 3, seed: 99 }))
    const feed = resumed(state)
    expect(() => {
      for (const lists of other) feed.take(lists)
    }).toThrow('goes on differently here')
  }
})

test('ids may fall and come again: only a series that was learned before is left out, and counted', () => {
  const [first, second, third] = ['7', '2', '7'].map((id, seed) => seriesLists({ id, items: 3, seed }))
  const feed = new StreamFeed(new RankingStream({ options: { learner: 'ogd' } }), { target: 'rank' })
  expect([first, second, third, second].map((lists) => feed.take(lists))).toMatchObject([
    { kind: 'learned', number: 1 },
    { kind: 'learned', number: 2 },
    { kind: 'learned', number: 3, sameId: true },
    { kind: 'skipped', id: '2', reason: 'learned-before' },
  ])
  expect(feed.stream.skipped).toBe(1)
})

test('what was learned before is remembered when a stream goes on with another input', () => {
  const input = ['b', 'a', 'c'].map((id, seed) => seriesLists({ id, items: 3, seed }))
  const feed = resumed(fed(input.slice(0, 2)))
  expect([input[2], input[1], input[0]].map((lists) => feed.take(lists).kind)).toEqual(['learned', 'skipped', 'skipped'])
})

test('a series without labels is ranked and changes nothing; with labels it is learned', () => {
  const [first, second] = ['1', '2'].map((id, seed) => seriesLists({ id, items: 3, seed }))
  const open = { ...second, labels: second.labels.map(() => Number.NaN) }
  const feed = new StreamFeed(new RankingStream({ options: { learner: 'ogd' } }), { target: 'rank' })
  expect(feed.take(open)).toMatchObject({ kind: 'predicted', id: '2', length: 3, scores: undefined })
  feed.take(first)
  const before = modelToJson(streamModel(feed.stream, feed.features, feed))
  const guess = feed.take({ ...open, featureNames: ['new', 'x', 'y'] })
  expect(guess).toMatchObject({ kind: 'predicted', scores: { length: 3 } })
  const ranked = feed.take(open)
  expect(modelToJson(streamModel(feed.stream, feed.features, feed))).toBe(before)
  const outcome = feed.take(second)
  expect(outcome.kind === 'learned' && outcome.scores).toEqual(ranked.kind === 'predicted' && ranked.scores)
  const partly = { ...second, labels: second.labels.map((label, item) => (item === 1 ? Number.NaN : label)) }
  expect(() => feed.take(partly)).toThrow('Series 2: 1 of 3 items have no label')
})

test('columns that were named beforehand are met by a series that is only ranked', () => {
  const columns = new SeriesColumns(['y', 'z'])
  const lists = seriesLists({ id: '1', items: 3, seed: 1 })
  const open = { ...lists, featureNames: ['w', 'x', 'y'], labels: lists.labels.map(() => Number.NaN) }
  new StreamFeed(new RankingStream({ options: { learner: 'ogd' } }), { target: 'rank', columns }).take(open)
  expect(columns.unmet).toEqual(['z'])
  expect(columns.names).toEqual(['y', 'z'])
})

test('the memory of series is bounded, and forgets the oldest first', () => {
  const feed = new StreamFeed(new RankingStream({ options: { learner: 'last', drift: 'none' } }), { target: 'rank' })
  const input = Array.from({ length: MOST_REMEMBERED + 1 }, (_, seed) => seriesLists({ id: String(seed), items: 2, seed }))
  for (const lists of input) feed.take(lists)
  expect(feed.remembered.wholes).toHaveLength(MOST_REMEMBERED)
  expect([1, 0].map((place) => feed.take(input[place]).kind)).toEqual(['skipped', 'learned'])
})

test('a series that is refused leaves no trace in the stream, its rivals and what was fed', () => {
  const rivals = rivalStreams(['ogd'], ['kendall-tau'], plainRuntime)
  const feed = new StreamFeed(new RankingStream({ options: { learner: 'ogd' }, metrics: ['kendall-tau'] }), { target: 'utility', rivals })
  const [good, other] = ['1', '2'].map((id, seed) => seriesLists({ id, items: 3, seed }))
  feed.take(good)
  const before = modelToJson(streamModel(feed.stream, feed.features, feed))
  expect(() => feed.take({ ...other, labels: other.labels.map(() => 1e300) })).toThrow('too large')
  expect(modelToJson(streamModel(feed.stream, feed.features, feed))).toBe(before)
})
