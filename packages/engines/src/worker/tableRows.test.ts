// A table with categories, texts and dates, through the lines that Spark and its workers give each other.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Problem, RankwrightError, seededRandom } from '@rankwright/core'
import {
  type Asking,
  columnTable,
  mergedAnswer,
  partedFitting,
  partReading,
  type TableAnswers,
  type TableColumns,
  type TableQuestion,
} from '@rankwright/core/data'
import { afterAll, expect, test } from 'vitest'
import { aboutOf, ListPacker } from '../packed/listPacker.ts'
import { murmur3 } from '../spark/murmur3.ts'
import { version } from '../version.ts'
import { encodeRows } from './encodeRows.ts'
import { CONTROL_A } from './fields.ts'
import { packedPartLines } from './packedPartLines.ts'
import { tableAnswers } from './tableAnswers.ts'
import { targetRows, targetStatistics } from './targetRows.ts'
import { wireBytes, wireValue } from './wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-table-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

const columns: TableColumns = {
  names: ['qid', 'label', 'stars', 'title', 'brand', 'listed'],
  list: 0,
  label: 1,
  item: undefined,
  key: undefined,
  orderBy: undefined,
  features: [2],
  raw: [3, 4, 5],
}
const random = seededRandom(3)
const rowsPerList = 5
const lists = 60
const rows = Array.from({ length: lists * rowsPerList }, (_, row) => ({
  list: `q${Math.floor(row / rowsPerList)}`,
  label: random.integer(4),
  stars: random.integer(5) / 2,
  texts: [
    Array.from({ length: 4 }, () => `word${'abcdefghijklmnop'[random.integer(16)]}`).join(' '),
    row % 9 === 0 ? null : `brand ${random.integer(40)}`,
    `2020-01-${10 + random.integer(20)}`,
  ],
}))
/** Two parts: where a part ends is said by whoever plans. */
const [firstLists, firstRows] = [25, 25 * rowsPerList]
const sizes = [
  { lists: firstLists, rows: firstRows },
  { lists: lists - firstLists, rows: rows.length - firstRows },
]
const before = [
  { lists: 0, rows: 0, blocks: 0 },
  { lists: firstLists, rows: firstRows, blocks: 1 },
]
const bits = new Int32Array(1)
const base64 = (text: string) => Buffer.from(text).toString('base64')
const lines = rows.map(({ list, label, stars, texts }, row) => {
  new Float32Array(bits.buffer)[0] = stars
  const features = Buffer.alloc(4)
  features.writeInt32BE(murmur3(bits[0]))
  const part = row < firstRows ? 0 : 1
  const cells = JSON.stringify(texts.map((text) => text ?? ''))
  return [part, Math.floor(row / rowsPerList), base64(list), `${label}.0`, cells, features.toString('base64')].join(CONTROL_A)
})
const reading = partReading('table', columns, {})
const plan = { version, reading, sizes, before }

async function outOf(made: AsyncIterable<string>): Promise<string[][]> {
  const out: string[] = []
  for await (const text of made) out.push(...text.split('\n'))
  return out.map((line) => line.split(CONTROL_A))
}
const input = (given: readonly string[]) => Readable.from(given.map((line) => Buffer.from(`${line}\n`)))
const answerIn = (text: string) => wireValue(Buffer.from(text, 'base64'), 'The answer')

/** Each task has a worker of its own. */
async function answer(question: TableQuestion, tasks: readonly (readonly string[])[]): Promise<unknown> {
  if (question.op === 'target') throw new Error('not asked of parts')
  const found = []
  for (const task of tasks) found.push(...(await outOf(tableAnswers(input(task), wireBytes({ ...plan, question })))))
  expect(found.map((fields) => fields.slice(0, 4).join())).toEqual(
    tasks.length === 1 ? ['0,2,300,answer'] : ['0,1,125,answer', '1,1,175,answer'],
  )
  return mergedAnswer(question, found.map((fields) => answerIn(fields[4])) as never)
}

/** What Spark does between the two steps. */
function sorted(given: readonly string[][]): string[] {
  const order = [...given].sort((a, b) => {
    const place = [0, 1, 2, 3].find((field) => a[field] !== b[field]) ?? 0
    return Number(a[place]) - Number(b[place])
  })
  return order.map((fields) => fields.join(CONTROL_A))
}

test.each([1, 2])('%i workers make the parts of a table that is read here', async (tasks) => {
  const table = columnTable('table', columns)
  table.add({
    rows: rows.length,
    lists: rows.map(({ list }) => list),
    labels: rows.map(({ label }) => label),
    features: [rows.map(({ stars }) => stars)],
    texts: [0, 1, 2].map((place) => rows.map(({ texts }) => texts[place])),
  })
  const here = table.finish()
  expect(here.encoders?.columns.map(({ kind }) => kind)).toEqual(['number', 'text', 'target', 'date'])

  const cut = tasks === 1 ? [lines] : [lines.slice(0, firstRows), lines.slice(firstRows)]
  let trained: string[] = []
  const fitting: Asking<unknown> = partedFitting(
    reading,
    {},
    { rows: rows.length, lists, ids: rows.map(({ list }) => list).filter((_, row) => row % rowsPerList === 0) },
  )
  let step = fitting.next()
  while (step.done !== true) {
    const question = step.value
    if (question.op !== 'target') {
      step = fitting.next((await answer(question, cut)) as TableAnswers[TableQuestion['op']])
      continue
    }
    const given: string[][] = []
    for (const task of cut) given.push(...(await outOf(targetRows(input(task), wireBytes({ ...plan, columns: question.columns, lists })))))
    const found = await outOf(targetStatistics(input(sorted(given))))
    const statistics = new Float64Array(question.columns[0].values.length + 1)
    for (const [, category, row, , statistic] of found) if (row === '-1') statistics[Number(category)] = Number(statistic)
    trained = found
      .filter(([, , row]) => row !== '-1')
      .map(([, , row, part, statistic]) => [part, -1, 2, `${row}.0`, '', statistic].join(CONTROL_A))
    step = fitting.next([{ statistics }])
  }
  expect(step.value).toEqual(here.encoders)

  const about = aboutOf(here)
  const encoding = { encoders: step.value }
  const withTrained = [...trained, ...lines].sort(
    (a, b) => Number(a[0]) - Number(b[0]) || Number(b.startsWith(`${b[0]}${CONTROL_A}-1`)) - Number(a.startsWith(`${a[0]}${CONTROL_A}-1`)),
  )
  const packed = await outOf(encodeRows(input(withTrained), wireBytes({ ...plan, encoding, about, trained: [2] })))
  const path = join(folder, `${tasks}.packed`)
  const packer = new ListPacker()
  writeFileSync(path, Buffer.concat([...packer.add(here), ...packer.end()]))
  // One section here, two parts there.
  const [section] = [...packedPartLines(path, CONTROL_A)].map((line) => line.split(CONTROL_A))
  const facts = packed.map((fields) => JSON.parse(fields[3]))
  expect(facts.map((each) => [each.lists, each.rows, each.width])).toEqual(sizes.map((size) => [size.lists, size.rows, here.width]))
  expect(JSON.parse(section[3]).width).toBe(here.width)
  const featuresOf = (fields: readonly string[], own: { readonly lists: number; readonly rows: number }) => {
    const start = Math.ceil((4 * (own.lists + 1)) / 8) * 8 + 8 * own.rows
    return Buffer.from(fields[4], 'base64').subarray(start, start + 4 * own.rows * here.width)
  }
  const together = Buffer.concat(packed.map((fields, part) => featuresOf(fields, sizes[part])))
  expect(together.equals(featuresOf(section, { lists, rows: rows.length }))).toBe(true)
})

test.each([
  ['a row less', lines.slice(1), {}, 'part-changed'],
  ['a row more', [...lines, lines.at(-1)!], {}, 'part-changed'],
  ['a part that is not planned', [`7${lines[0].slice(1)}`], {}, 'part-unknown'],
  ['a label that is no number', [lines[0].replace(/\d\.0/, 'NaN'), ...lines.slice(1)], {}, 'cell-not-a-label'],
  ['a plan of another version', lines, { version: '9.9.9' }, 'worker-version'],
])('%s is a problem, also if it comes last', async (_, given, other, code) => {
  const question = { op: 'sample', step: 1 }
  const [answered] = await outOf(tableAnswers(input(given), wireBytes({ ...plan, ...other, question })))
  expect(answered.slice(0, 4)).toEqual(['-1', '0', '0', 'problem'])
  const packed = await outOf(
    encodeRows(input(given), wireBytes({ ...plan, ...other, encoding: {}, about: { width: 1, layout: 'dense', weighted: false } })),
  )
  for (const payload of [answered[4], packed.at(-1)![3]])
    expect(new RankwrightError(...(answerIn(payload) as [Problem])).problems[0].code).toBe(code)
})

test('rows that lack what they get in training are a problem', async () => {
  const about = { width: 1, layout: 'dense', weighted: false }
  const packed = await outOf(encodeRows(input(lines), wireBytes({ ...plan, encoding: {}, about, trained: [2] })))
  expect(new RankwrightError(...(answerIn(packed[0][3]) as [Problem])).problems[0].code).toBe('part-changed')
})
