import { expect, test } from 'vitest'
import { fileRows } from './fileRows.ts'
import { rowCollector } from './rowCollector.ts'

test('rows come in the order of their file, each with its list and item', () => {
  const collector = rowCollector()
  collector.addDense('b', 1, [1, 2], 'x')
  collector.addDense('a', 2, [3, 4], 'y')
  collector.addDense('b', 3, [5, Number.NaN], 'z')
  expect([...fileRows(collector.finish())]).toEqual([
    { list: 'b', label: 1, item: 'x', values: Float32Array.of(1, 2) },
    { list: 'a', label: 2, item: 'y', values: Float32Array.of(3, 4) },
    { list: 'b', label: 3, item: 'z', values: Float32Array.of(5, Number.NaN) },
  ])
})

test('sparse rows come with their zeros', () => {
  const collector = rowCollector()
  for (let row = 0; row < 3000; row++) collector.addSparse(`q${row % 2}`, row, [row], [row + 1])
  const lists = collector.finish()
  expect(lists.features.kind).toBe('sparse')
  let place = 0
  for (const { label, values } of fileRows(lists)) {
    if (label !== place || values[place] !== place + 1 || values.length !== 3000 || values.some((value, at) => at !== place && value !== 0))
      expect.fail(`row ${place}`)
    place++
  }
  expect(place).toBe(3000)
})
