import { seededRandom } from '@rankwright/core'
import { expect, test } from 'vitest'
import { rowsByCells } from './rowsByCells.ts'

const cells: readonly (readonly [label: number, ...features: number[]])[] = [
  [2, -1, 5],
  [1, Number.NEGATIVE_INFINITY, 7],
  [1, -0, 3],
  [1, 0, 3],
  [1, 0, Number.NaN],
  [1, 2, -0],
  [1, 2, 0],
  [1, Number.NaN, 0],
  [1, Number.NaN, 1],
  [-0, 1, 1],
]

function rowsOf(rows: typeof cells) {
  const values = Float32Array.from(rows.flatMap(([, ...features]) => features))
  return { labels: Float64Array.from(rows, ([label]) => label), bits: new Int32Array(values.buffer) }
}

test('rows of a list are in the order of their cells, however they come', () => {
  const random = seededRandom(1)
  for (let times = 0; times < 20; times++) {
    const order = cells.map((row) => ({ row, key: random.uniform() })).sort((a, b) => a.key - b.key)
    const mixed = [...cells.slice(5), ...order.map(({ row }) => row), ...cells.slice(0, 1)]
    const offsets = Uint32Array.of(5, 5 + cells.length)
    const sorted = rowsByCells(rowsOf(mixed), offsets, 2)
    expect(sorted.labels.subarray(5, 5 + cells.length)).toEqual(rowsOf(cells).labels)
    expect(sorted.bits.subarray(10, 10 + 2 * cells.length)).toEqual(rowsOf(cells).bits)
  }
})

test('lists stay where they are', () => {
  const sorted = rowsByCells(rowsOf([cells[3], cells[0], cells[9], cells[0]]), Uint32Array.of(0, 2, 3, 4), 2)
  expect(sorted).toEqual(rowsOf([cells[0], cells[3], cells[9], cells[0]]))
})
