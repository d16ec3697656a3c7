import { expect, test } from 'vitest'
import type { Problem } from '../../problems/problem.ts'
import type { TablePlace } from '../../problems/tableProblem.ts'
import { fileRows } from '../lists/fileRows.ts'
import { columnTable } from './columnTable.ts'
import { tableColumns } from './tableColumns.ts'

const columns = tableColumns(['qid', 'label', 'doc', 'x'], {}, { file: 't.parquet' })
const sound = { rows: 2, lists: ['a', 'b'], labels: [1, 0], items: ['d1', 'd2'], features: [[0.1, Number.NaN]] }

test('chunks become rows, floats as near as they can be', () => {
  const table = columnTable('t.parquet', columns)
  table.expect(4)
  table.add(sound)
  table.add(sound)
  expect(Array.from(fileRows(table.finish()), (row) => [row.list, row.label, row.item, ...row.values])).toEqual([
    ['a', 1, 'd1', Math.fround(0.1)],
    ['b', 0, 'd2', Number.NaN],
    ['a', 1, 'd1', Math.fround(0.1)],
    ['b', 0, 'd2', Number.NaN],
  ])
})

test('a faulty row is reported with its number and left out, or thrown', () => {
  const faulty = [
    { ...sound, lists: ['a', null] },
    { ...sound, labels: [1, Number.NaN] },
    { ...sound, labels: [1, Infinity] },
    { ...sound, items: ['d1', null] },
    { ...sound, features: [[0, 1e39]] },
  ]
  for (const chunk of faulty) expect(() => columnTable('t.parquet', columns).add(chunk)).toThrow('t.parquet: row 2: ')
  const problems: Problem[] = []
  const table = columnTable('t.parquet', columns, { onProblem: (problem) => problems.push(problem) })
  for (const chunk of faulty) table.add(chunk)
  expect(table.finish().labels.length).toBe(faulty.length)
  expect(problems.map((problem) => [problem.code, (problem as { at?: TablePlace }).at?.row])).toEqual([
    ['cell-without-id', 2],
    ['cell-not-a-label', 4],
    ['cell-not-a-label', 6],
    ['cell-without-id', 8],
    ['cell-beyond-float32', 10],
  ])
})

test('a value too small for a float is noted', () => {
  const notes: Problem[] = []
  const table = columnTable('t.parquet', columns, { onNote: (note) => notes.push(note) })
  table.add({ ...sound, features: [[1e-60, 0]] })
  expect(notes).toMatchObject([{ code: 'cell-becomes-zero', column: 'x', at: { row: 1 } }])
  expect([...fileRows(table.finish())][0].values).toEqual(Float32Array.of(0))
})

test('a table without rows is refused', () => {
  expect(() => columnTable('t.parquet', columns).finish()).toThrow('t.parquet: there are no rows.')
})
