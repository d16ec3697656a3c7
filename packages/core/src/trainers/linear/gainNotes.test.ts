import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { training } from '../../library/train.ts'
import { finish } from '../../runtime/training.ts'
import { gainNotes } from './gainNotes.ts'

const smoothed = { loss: 'smoothed-dcg', sigma: 1, cutoff: 10 } as const
const weighted = { loss: 'ranknet', lambdaWeights: 'ndcg', pairs: 'sum' } as const

test.each([smoothed, weighted])('%o: labels of 0 and below have no gain', (loss) => {
  const [note] = gainNotes(loss, { graded: true, greatestLabel: 0 })
  expect(note).toContain('no label is above 0')
  expect(gainNotes(loss, { graded: true, greatestLabel: -2 })).toEqual([note])
})

test.each([smoothed, weighted])('%o: huge labels outweigh all others, and above 900 are all the same', (loss) => {
  expect(gainNotes(loss, { graded: true, greatestLabel: 30 })).toEqual([])
  const [large] = gainNotes(loss, { graded: true, greatestLabel: 60 })
  expect(large).toContain('the greatest label is 60')
  expect(large).not.toContain('count as')
  expect(gainNotes(loss, { graded: true, greatestLabel: 1e6 })[0]).toContain('labels above 900 count as 900')
})

test('losses without gains take any labels, and labels that do not differ have another note', () => {
  expect(gainNotes({ loss: 'listnet' }, { graded: true, greatestLabel: 1e6 })).toEqual([])
  expect(gainNotes({ loss: 'ranknet', lambdaWeights: 'none', pairs: 'sum' }, { graded: true, greatestLabel: -1 })).toEqual([])
  expect(gainNotes(smoothed, { graded: false, greatestLabel: 0 })).toEqual([])
})

test.each([
  [(row: number) => -(row % 3), ['no label is above 0']],
  [(row: number) => 1000 * (row % 4), ['labels above 900 count as 900']],
] as const)('a training says it, and blames nothing else', (labelOf, [wanted]) => {
  const rows = Array.from({ length: 40 }, (_, row) => row)
  const lists = rankingLists({
    features: rows.map((row) => [Math.sin(row), Math.cos(3 * row)]),
    labels: rows.map(labelOf),
    lists: rows.map((row) => row >> 3),
  })
  const { notes } = finish(training(lists, { method: 'smoothed-dcg' }))
  expect(notes.join()).toContain(wanted)
  expect(notes.join()).not.toMatch(/no feature|too little/)
})
