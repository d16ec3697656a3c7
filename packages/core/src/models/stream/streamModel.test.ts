import { driftingSeries, withoutChecksum } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { streamLearnerNames } from '../../streaming/learners.ts'
import { RankingStream } from '../../streaming/rankingStream.ts'
import type { RankedSeries } from '../../streaming/series.ts'
import { matchLists } from '../matchLists.ts'
import { modelToJson, parsedModel } from '../modelJson.ts'
import { score } from '../score.ts'
import { streamModel } from './streamModel.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const learned = (learner: (typeof streamLearnerNames)[number], count = 12) => {
  const stream = new RankingStream({ options: { learner } })
  for (const one of driftingSeries(count)) stream.learn(one)
  return stream
}

/** Series as lists of a file, without what became of them. */
function listsOf(all: readonly RankedSeries[], order: readonly number[] = [0, 1, 2, 3, 4]) {
  const rows = all.flatMap(({ id, items, features, width, utilities }) =>
    Array.from(utilities, (_, item) => ({ id, name: items?.[item] ?? '', row: order.map((column) => features[item * width + column]) })),
  )
  return rankingLists({
    features: rows.map(({ row }) => row),
    labels: rows.map(() => 0),
    lists: rows.map(({ id }) => id),
    items: rows.map(({ name }) => name),
    featureNames: order.map((column) => names[column]),
  })
}

describe.each(streamLearnerNames)('a stream model of the learner %s', (learner) => {
  const next = driftingSeries(15).slice(12)

  test('scores lists as the stream would rank them next, and learns nothing', () => {
    const stream = learned(learner)
    const model = streamModel(stream, names)
    const before = modelToJson(model)
    const lists = listsOf(next)
    const expected = next.flatMap((one) => {
      const features = Float64Array.from(one.features, Math.fround)
      return Array.from(stream.rank({ ...one, features }) ?? [])
    })
    expect(Array.from(score(model, lists))).toEqual(expected)
    expect(Array.from(score(model, lists))).toEqual(expected)
    expect(modelToJson(model)).toBe(before)
  })

  test('finds its features by name, whatever their order', () => {
    const model = streamModel(learned(learner), names)
    expect(score(model, listsOf(next, [4, 2, 0, 1, 3]))).toEqual(score(model, listsOf(next)))
  })
})

test('a stream that has learned nothing scores everything 0', () => {
  const lists = listsOf(driftingSeries(2))
  expect(score(streamModel(new RankingStream(), []), lists)).toEqual(new Float64Array(lists.labels.length))
})

test('features that are lacking are taken as missing and those never met are ignored, both with a note', () => {
  const model = streamModel(learned('linear'), names)
  const [one] = driftingSeries(1)
  const { lists, notes } = matchLists(model, { ...listsOf([one], [0, 1, 2]), featureNames: ['a', 'b', 'new'] })
  expect(notes).toEqual([
    'the data lacks the features c, d, e of the stream: treated as missing',
    'the stream has not seen the feature new: ignored',
  ])
  const gaps = { ...one, features: one.features.map((value, at) => (at % 5 < 2 ? Math.fround(value) : Number.NaN)) }
  expect(score(model, lists)).toEqual(learned('linear').rank(gaps))
})

test('a state that was changed or cut is refused with the part that is wrong', () => {
  const text = modelToJson(streamModel(learned('kernel', 3), names))
  expect(parsedModel(text, 's.json')).toMatchObject({ kind: 'stream', features: names, state: { options: { learner: 'kernel' } } })
  const changed = (from: string, to: string) => () => {
    expect(text).toContain(from)
    parsedModel(withoutChecksum(text).replace(from, to), 's.json')
  }
  expect(() => parsedModel(text.slice(0, -40), 's.json')).toThrow(/s\.json.*cut short/s)
  expect(changed('"spread":', '"spread":-')).toThrow(/spread/)
  expect(changed('"version": 1', '"version": 9')).toThrow(/version/)
  expect(changed('"learner":"kernel"', '"learner":"linear"')).toThrow('s.json: the file is damaged at')
  expect(changed('"window":50', '"window":51')).toThrow('options.window: it is 51, expected 50')
  expect(changed('"window":50', '"window":50,"width":3')).toThrow('options.width: it is 3, expected undefined')
  expect(changed('"given": ["learner"]', '"given": ["learner","window","clusters"]')).not.toThrow()
  expect(changed('"given": ["learner"]', '"given": ["learner","forgetting"]')).toThrow(
    's.json: the file is damaged at given: there is no option "forgetting"',
  )
})
