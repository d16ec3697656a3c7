import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyRow, type RankingLists } from './rankingLists.ts'
import { rowCollector } from './rowCollector.ts'

interface Row {
  list: string
  label: number
  values: number[]
}

const rowOf = (lists: RankingLists, index: number): number[] => {
  const values = new Float32Array(lists.width)
  copyRow(lists, index, values)
  return [...values]
}

/** The rows back in file order. */
function inFileOrder(lists: RankingLists): Row[] {
  const rows: Row[] = []
  lists.listIds.forEach((list, number) => {
    for (let index = lists.offsets[number]; index < lists.offsets[number + 1]; index++) {
      rows[lists.sourceRows?.[index] ?? index] = { list, label: lists.labels[index], values: rowOf(lists, index) }
    }
  })
  return rows
}

const rows = (width: number, count: number) =>
  fc.array(
    fc.record({
      list: fc.constantFrom('a', 'b', 'c', 'd'),
      label: fc.integer({ min: 0, max: 4 }),
      values: fc.array(fc.constantFrom(0, 0, 0, 1, -0, 2.5, Number.NaN), { minLength: width, maxLength: width }),
    }),
    { minLength: 1, maxLength: count },
  )

test('every row comes back, in the order of the file, with its list', () => {
  fc.assert(
    fc.property(rows(3, 40), fc.boolean(), (given, dense) => {
      const collector = rowCollector()
      for (const { list, label, values } of given) {
        const columns = [0, 1, 2].filter((column) => !Object.is(values[column], 0))
        if (dense) collector.addDense(list, label, values)
        else
          collector.addSparse(
            list,
            label,
            columns,
            columns.map((column) => values[column]),
          )
      }
      const lists = collector.finish({ width: 3 })
      expect(inFileOrder(lists)).toEqual(given)
      expect(lists.listIds).toEqual([...new Set(given.map(({ list }) => list))])
      const contiguous = given.every(
        ({ list }, index) => index === given.findIndex((row) => row.list === list) || given[index - 1].list === list,
      )
      expect(lists.sourceRows === undefined).toBe(contiguous)
    }),
  )
})

/** 20,000 rows of 1,000 features: some rows have `first` values in front, the others `rest`. */
function collected(first: number, rest: number, scattered = false): RankingLists {
  const collector = rowCollector()
  for (let row = 0; row < 20_000; row++) {
    const count = row < 1000 ? first : rest
    const columns = Array.from({ length: count }, (_, i) => Math.floor((i * 1000) / count))
    collector.addSparse(
      scattered ? `q${row % 3}` : 'q',
      row,
      columns,
      columns.map((column) => column + row),
    )
  }
  return collector.finish({ width: 1000 })
}

test.each([
  ['sparse', 2, 2],
  ['dense', 500, 500],
  ['dense', 2, 500],
  ['sparse', 1000, 2],
])('features end up %s with %i values a row at first and %i later, whatever was thought at first', (kind, first, rest) => {
  const lists = collected(first, rest)
  expect(lists.features.kind).toBe(kind)
  for (const row of [0, 999, 1000, 19_999]) {
    const count = row < 1000 ? first : rest
    const expected = new Array(1000).fill(0)
    for (let i = 0; i < count; i++) expected[Math.floor((i * 1000) / count)] = Math.floor((i * 1000) / count) + row
    expect(rowOf(lists, row)).toEqual(expected)
  }
})

test('scattered sparse rows move with their values', () => {
  const lists = collected(2, 2, true)
  expect(lists.features.kind).toBe('sparse')
  for (const row of [0, 1, 7000, 19_999]) {
    const source = lists.sourceRows![row]
    expect(lists.labels[row]).toBe(source)
    expect(rowOf(lists, row)[500]).toBe(500 + source)
  }
})

test('data that is small stays dense however empty it is', () => {
  const collector = rowCollector()
  collector.addSparse('q', 0, [99_999], [1])
  expect(collector.finish().features.kind).toBe('dense')
})

test('item ids are kept only when every row has one', () => {
  const [all, some] = [rowCollector(), rowCollector()]
  all.addDense('q', 0, [1], 'x')
  some.addDense('q', 0, [1], 'x')
  all.addDense('q', 0, [1], 'y')
  some.addDense('q', 0, [1])
  expect(all.finish().itemIds).toEqual(['x', 'y'])
  expect(some.finish().itemIds).toBeUndefined()
})

test('no rows are no lists', () => {
  const lists = rowCollector().finish()
  expect([lists.labels.length, lists.listIds.length, [...lists.offsets]]).toEqual([0, 0, [0]])
})
