import { expect, test } from 'vitest'
import { foldFrom, foldText, partFrom, partText, stepFrom, stepText } from './experimentDocuments.ts'

const values = Float64Array.from({ length: 100 }, (_, list) => (list % 7 === 0 ? Number.NaN : list / 3))

test('what is written is read back', () => {
  const step = { values: [values, 'it failed', undefined] }
  expect(stepFrom(stepText(step), 's.json')).toEqual(step)
  const part = {
    ...{ data: 'd', fold: 'Fold1', method: 'm', seed: 1, share: 0.5, lists: 3, seconds: 0.25 },
    chosen: { options: { lambda: 0.1 }, on: 'folds' as const, score: 0.5, trials: 3 },
    measured: { values: [values], unseen: Uint32Array.of(0, 2), first: Uint32Array.from(values.keys()), untested: 'why', notes: ['n'] },
  }
  expect(partFrom(partText(part), 'p.json')).toEqual(part)
  const lists = { lists: 2, rows: 4, fingerprint: 'f' }
  const fold = { data: 'd', fold: 'Fold1', train: lists, test: lists, ids: ['a', 'b'], weights: Float64Array.of(1, 2), notes: [] }
  expect(foldFrom(foldText(fold), 'f.json')).toEqual(fold)
})

test('a file that was cut or changed is said to be damaged, and what to do', () => {
  const text = stepText({ values: [values] })
  for (const wrong of [text.slice(0, -20), text.replace('"missing":[0', '"missing":[1'), '{}'])
    expect(() => stepFrom(wrong, 's.json')).toThrow(/^s\.json: the file of the experiment is damaged.*Remove it and run again/)
})
