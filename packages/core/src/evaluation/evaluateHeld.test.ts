import { madeLists } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { selectLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { LocalLists } from '../work/localLists.ts'
import { evaluate } from './evaluate.ts'
import { evaluateHeld } from './evaluateHeld.ts'

const made = madeLists(5, { lists: 60, longest: 9, width: 4, shown: 4 })
const model = train(
  selectLists(
    made,
    Array.from({ length: 30 }, (_, list) => list),
  ),
  { method: 'listnet', iterations: 3 },
)

test('lists that are held elsewhere are measured as here, also seen and repeated ones', () => {
  const lists = selectLists(made, [...Array.from({ length: 40 }, (_, list) => list + 20), 50, 51, 52])
  const held = LocalLists.of(lists, plainRuntime)
  const report = finish(evaluateHeld(model, held, { perList: true }))
  expect(report).toEqual(evaluate(model, lists, { perList: true }))
  expect(report.seen).toMatchObject({ training: 10, repeated: 3 })
})

test('a model that leaves some undecided needs the rows', () => {
  const undecided = { ...model, abstention: { rule: 'margin', threshold: 0.1, origin: { by: 'hand' } } } as const
  expect(() => evaluateHeld(undecided, LocalLists.of(made, plainRuntime))).toThrow('measuring it needs the rows in memory')
})
