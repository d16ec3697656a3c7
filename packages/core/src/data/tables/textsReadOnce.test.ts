import { expect, test } from 'vitest'
import { TextRoom } from '../cells/textRoom.ts'
import { type CellColumn, cellAt } from '../lists/tableCells.ts'
import { delimitedTextParser } from './delimitedText.ts'
import { RawColumn } from './rawTexts.ts'
import { TextsReadOnce } from './textsReadOnce.ts'

const rows = 40_000

/** Columns that share their memory, some megabytes of it. */
function columnsOf(texts: readonly ((row: number) => string | undefined)[]): readonly CellColumn[] {
  const room = new TextRoom()
  const columns = texts.map((_, place) => new RawColumn(`t${place}`, new Set(), { room }))
  for (let row = 0; row < rows; row++) for (const [place, column] of columns.entries()) column.add(texts[place](row))
  return columns.map((column) => column.finish(undefined))
}

function memoryOf(columns: readonly CellColumn[]): ReadonlySet<ArrayBufferLike> {
  return new Set(columns.flatMap(({ values }) => values.pages.map(({ bytes }) => bytes.buffer)))
}

function heldBytes(memory: Iterable<ArrayBufferLike>): number {
  return [...memory].reduce((total, { byteLength }) => total + byteLength, 0)
}

const long = (row: number) => `${row} ${'x'.repeat(100)}`
const rare = (row: number) => (row % 5000 === 4999 ? long(row - 4999) : long(row))
const few = (row: number) => `shop ${row % 7}`
const often = (row: number) => long((row * 7919) % 20_000)
const gaps = (row: number) => (row % 3 === 0 ? undefined : long(row))

test.each([
  ['all different', [long, gaps]],
  ['a few of them twice, far apart', [rare, few]],
  ['many of them in any order', [often, long]],
])('texts that are read once, row by row, are all there when they are read: %s', (_, texts) => {
  const columns = columnsOf(texts)
  const once = new TextsReadOnce(columns)
  const wrong: number[] = []
  for (let row = 0; row < rows; row++) {
    once.readUpTo(row)
    if (columns.some((column, place) => cellAt(column, row) !== texts[place](row))) wrong.push(row)
  }
  expect(wrong).toEqual([])
})

test('memory is given back on the way', () => {
  const columns = columnsOf([rare, few])
  const memory = memoryOf(columns)
  const before = heldBytes(memory)
  const once = new TextsReadOnce(columns)
  once.readUpTo(0)
  expect(heldBytes(memory)).toBe(before)
  once.readUpTo(rows - 1)
  expect(before - heldBytes(memory)).toBeGreaterThan(1e6)
})

test('a table keeps the texts that are asked for, and has the same features without them', () => {
  const text = ['list,label,title', ...Array.from({ length: rows }, (_, row) => `q${row >> 3},${row % 3},${long(row)}`)].join('\n')
  const [kept, gone] = [true, false].map((keepCells) => {
    const parser = delimitedTextParser('t.csv', { text: ['title'], plan: { raw: new Set(['title']), reasons: new Map() }, keepCells })
    parser.push(new TextEncoder().encode(text))
    return parser.finish()
  })
  expect([gone.cells, gone.width]).toEqual([undefined, kept.width])
  expect(gone.features.values.every((value, at) => value === kept.features.values[at])).toBe(true)
  expect([0, 1234, rows - 1].map((row) => cellAt(kept.cells!.texts[0], row))).toEqual([0, 1234, rows - 1].map(long))
})
