import { driftingSeries } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { requireStream } from '../models/requireModel.ts'
import { streamModel } from '../models/stream/streamModel.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { streamLearnerNames } from '../streaming/learners.ts'
import { RankingStream } from '../streaming/rankingStream.ts'
import type { RankedSeries } from '../streaming/series.ts'
import { recognise } from './recognise.ts'
import { sketcher } from './sketchedForms.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const [learned, fresh] = [driftingSeries(40), driftingSeries(40, { seed: 9 })]

/** Series as lists of a file, with the columns in some order. */
function listsOf(all: readonly RankedSeries[], order: readonly number[] = [0, 1, 2, 3, 4]): RankingLists {
  const rows = all.flatMap(({ items, features, width, utilities }, list) =>
    Array.from(utilities, (utility, item) => ({
      list: `s${list}`,
      name: items?.[item] ?? '',
      utility,
      row: order.map((column) => features[item * width + column]),
    })),
  )
  return rankingLists({
    features: rows.map(({ row }) => row),
    labels: rows.map(({ utility }) => utility),
    lists: rows.map(({ list }) => list),
    items: rows.map(({ name }) => name),
    featureNames: order.map((column) => names[column]),
  })
}

describe.each(streamLearnerNames)('a state of the learner %s', (learner) => {
  const stream = new RankingStream({ options: { learner } })
  for (const one of learned) stream.learn(one)
  const model = requireStream(parsedModel(modelToJson(streamModel(stream, names)), 'state.json'))
  const found = (lists: RankingLists) => recognise(model, lists, sketcher(plainCompute))

  test('knows the series again that it has learned, whatever the order of columns', () => {
    expect(found(listsOf(learned)).known.training).toMatchObject({ same: 40, found: 40 })
    expect(found(listsOf(learned, [4, 2, 0, 1, 3])).known.training.same).toBe(40)
    expect(found(listsOf(learned.slice(10, 13))).known.training.same).toBe(3)
    expect(found(listsOf(learned)).share).toBe(1)
  })

  test('takes no other series for one of them', () => {
    expect(found(listsOf(fresh))).toMatchObject({ seen: 0, known: { training: { found: 0 } } })
  })
})
