import { madeLists } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { inspection } from '../data/features/inspection.ts'
import { dataGuards } from '../data/guards/dataGuards.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { guardsHeld, inspectHeld } from './inspectHeld.ts'
import { LocalLists } from './localLists.ts'

const made = madeLists(3, { lists: 900, longest: 9, width: 5, shown: 5 })

test.each<[what: string, lists: RankingLists]>([
  ['grades', made],
  ['labels that are counts', { ...made, labels: made.labels.map((label, row) => label * row) }],
  ['labels that are places', { ...made, labels: placesOf(made) }],
])('%s: what is found by questions is what is found here', (_, lists) => {
  const found = finish(inspectHeld(LocalLists.of(lists, plainRuntime), 'clicks'))
  expect(found).toEqual({ inspection: inspection(lists), guards: dataGuards(lists, 'clicks') })
  expect(found.guards.length).toBeGreaterThan(0)
})

test('validation lists with ids of training lists are told', () => {
  const held = LocalLists.of(made, plainRuntime)
  const guards = finish(guardsHeld(held, 'clicks', held))
  expect(guards).toEqual(dataGuards(made, 'clicks', made))
  expect(guards.map(({ code }) => code)).toContain('valid-shares-lists')
})

function placesOf({ labels, offsets }: RankingLists): Float64Array {
  const places = labels.slice()
  for (let list = 0; list + 1 < offsets.length; list++)
    for (let row = offsets[list]; row < offsets[list + 1]; row++) places[row] = row - offsets[list] + 1
  return places
}
