import { expect, test } from 'vitest'
import { joined } from '../data/lists/folds.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { delimitedTextParser } from '../data/tables/delimitedText.ts'
import { planFromSample } from '../data/tables/tableSample.ts'
import { delimitedText } from '../data/tables/tableText.ts'
import { encodeUtf8 } from '../data/text/utf8.ts'
import { meanOverLists, measureLists } from '../metrics/measureLists.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import { finish } from '../runtime/training.ts'
import { train } from './train.ts'
import { refit, tune } from './tune.ts'
import { tunePlan } from './tunePlan.ts'

const roles = { text: ['title'], category: ['shop'], date: ['added'] }

function read(bytes: Uint8Array, encoders?: RankingLists['encoders']): RankingLists {
  const plan = planFromSample(bytes, true, 'csv', roles)
  const parser = delimitedTextParser('t.csv', { plan, ...(encoders ? { encoders } : { ...roles, keepCells: true }) })
  parser.push(bytes)
  return parser.finish()
}

/** Many shops, so their labels become a statistic; words and dates that some folds do not have. */
function table(): Uint8Array {
  const random = seededRandom(3)
  const rows = Array.from({ length: 240 }, (_, row) => {
    const title = Array.from({ length: 4 }, () => `w${random.integer(30)}`).join(' ')
    return [
      `q${row % 24}`,
      random.integer(3),
      title,
      `shop ${random.integer(60)}`,
      `2026-0${1 + random.integer(9)}-11`,
      random.normal(),
    ].join(',')
  })
  return encodeUtf8(`qid,label,title,shop,added,x\n${rows.join('\n')}\n`)
}

test('a fold is measured as a table of its own: no encoder has seen the lists that are left out', () => {
  const lists = read(table())
  const metric = 'pairwise-accuracy'
  const options = { method: 'least-squares', fixed: { lambda: 0.1 }, folds: 3, metric, seed: 1 } as const
  const plan = tunePlan(lists, options)
  const expected = plan.folds.map((test, fold) => {
    const rows = selectLists(lists, joined(plan.folds.filter((_, other) => other !== fold)))
    const model = train(read(Uint8Array.from([...delimitedText(rows)].flatMap((piece) => [...piece]))), {
      method: 'least-squares',
      lambda: 0.1,
    })
    const unseen = read(Uint8Array.from([...delimitedText(selectLists(lists, test))].flatMap((piece) => [...piece])), model.encoders)
    return meanOverLists(measureLists(score(model, unseen), unseen, { metrics: [metric], profile: 'rankwright' }).values[0])
  })
  const result = tune(lists, options)
  for (const [fold, value] of expected.entries()) expect(result.best.folds[fold]).toBeCloseTo(value, 9)
  expect(finish(refit(lists, plan, result)).model).toMatchObject({ encoders: lists.encoders })
})

test('lists whose features follow from labels are not left out one by one', () => {
  const lists = read(table())
  expect(tunePlan(lists, { method: 'rankrls' }).leavesListsOut).toBe(false)
})
