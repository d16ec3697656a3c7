import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { encodersToDocument } from '../encoders/tableEncoders.ts'
import { toDense } from '../lists/layout.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { columnTable } from './columnTable.ts'
import {
  type Asking,
  encodedPart,
  type PartTargetRow,
  partedFitting,
  partedGrades,
  partReading,
  partTargetRows,
  tablePart,
} from './partedTable.ts'
import type { TableColumns, TableReaderOptions } from './tableColumns.ts'
import { mergedAnswer, partAnswer, type TargetQuestion } from './tableQuestions.ts'
import { RunningStatistic } from './targetStatistics.ts'

const random = seededRandom(7)
const pick = (texts: readonly string[]) => texts[random.integer(texts.length)]
const words = Array.from({ length: 80 }, (_, word) => `word${String.fromCharCode(97 + (word % 26), 97 + word / 26)}`)
const brands = Array.from({ length: 60 }, (_, brand) => `Brand ${brand}`)
const kinds = Array.from({ length: 12 }, (_, kind) => `${words[2 * kind]} ${words[2 * kind + 1]}`)
const names = ['query', 'clicks', 'stars', 'title', 'brand', 'kind', 'price', 'listed', 'shape']
const columns: TableColumns = {
  names,
  list: 0,
  label: 1,
  item: undefined,
  key: undefined,
  orderBy: undefined,
  features: [2],
  raw: [3, 4, 5, 6, 7, 8],
}

const listRows = Array.from({ length: 120 }, () => 1 + random.integer(9))
const starts = Uint32Array.from([0, ...listRows.map((_, list) => listRows.slice(0, list + 1).reduce((sum, own) => sum + own, 0))])
const total = starts[120]
const rows = <Value>(of: (row: number) => Value) => Array.from({ length: total }, (_, row) => of(row))
const orMissing = (text: string) => (random.integer(10) === 0 ? pick(['', 'n/a']) : text)
const ids = listRows.map((_, list) => `${pick(words)} ${pick(words)} no ${list}`)
const lists = rows((row) => ids[starts.findLastIndex((start) => start <= row)])
const labels = Float64Array.from(rows(() => random.integer(12) / 3))
const stars = Float32Array.from(rows(() => random.integer(6)))
const texts = [
  rows(() => orMissing(Array.from({ length: 2 + random.integer(6) }, () => pick(words)).join(' '))),
  rows(() => orMissing(pick(brands))),
  rows(() => orMissing(pick(kinds))),
  rows(() => orMissing(`$${random.integer(900)}.50`)),
  rows(() => orMissing(`${1 + random.integer(28)}/${1 + random.integer(12)}/2020`)),
  rows(() => `[${random.integer(9)},${random.integer(9)}]`),
]

function readHere(options: TableReaderOptions): RankingLists {
  const table = columnTable('table', columns, options)
  table.add({ rows: total, lists, labels, features: [stars], texts })
  return table.finish()
}

/** The same lists in parts of so many lists. */
function readInParts(options: TableReaderOptions, length: number): { readonly made: readonly RankingLists[]; readonly encoders: unknown } {
  const reading = partReading('table', columns, options)
  const firsts = Array.from({ length: Math.ceil(120 / length) }, (_, part) => part * length)
  const parts = firsts.map((first) => {
    const last = Math.min(first + length, 120)
    const [from, to] = [starts[first], starts[last]]
    const own: RankingLists = {
      width: 1,
      offsets: starts.slice(first, last + 1).map((start) => start - from),
      labels: labels.slice(from, to),
      features: { kind: 'dense', values: stars.slice(from, to) },
      listIds: ids.slice(first, last),
      featureNames: ['stars'],
    }
    const cells = texts.map((column) => column.slice(from, to))
    return { table: tablePart(reading, own, cells, from), before: { lists: first, rows: from } }
  })
  let trained: { readonly question: TargetQuestion; readonly values: readonly Float64Array[] } | undefined
  let grades: ReturnType<typeof answered<typeof options.grades>> | undefined
  function answered<Result>(asking: Asking<Result>): Result {
    let step = asking.next()
    while (step.done !== true) {
      const question = step.value
      if (question.op === 'target') {
        const found = parts.flatMap(({ table, before }) => [
          ...partTargetRows(reading, table, { ...(typeof grades === 'object' && { grades }) }, question.columns, before, 120),
        ])
        const { statistics, values } = targets(question, found)
        trained = { question, values }
        step = asking.next(statistics.map((own) => ({ statistics: own })))
      } else
        step = asking.next(
          mergedAnswer(
            question,
            parts.map(({ table, before }) => partAnswer(table, question, before.rows)),
          ),
        )
    }
    return step.value
  }
  grades = answered(partedGrades(options))
  const encoders = answered(partedFitting(reading, options, { rows: total, lists: 120, ids }))!
  const encoding = { encoders, ...(typeof grades === 'object' && { grades }) }
  const made = parts.map(({ table, before }) => {
    const values = new Map(
      trained?.question.columns.map(({ name }, place) => [
        encoders.columns.findIndex(({ column }) => column === name),
        trained!.values[place].subarray(before.rows, before.rows + table.lists.labels.length),
      ]),
    )
    return encodedPart(reading, table, encoding, values).lists
  })
  return { made, encoders: encodersToDocument(encoders) }
}

/** As rows of a category are added that come from anywhere. */
function targets({ columns: asked }: TargetQuestion, found: readonly PartTargetRow[]) {
  const values = asked.map(() => new Float64Array(total))
  const statistics = asked.map((column) => new Float64Array(column.values.length + 1))
  for (const [place, column] of asked.entries()) {
    for (let category = 0; category <= column.values.length; category++) {
      const own = found.filter((row) => row.column === place && row.category === category)
      own.sort((a, b) => a.rank - b.rank || a.row - b.row)
      const statistic = new RunningStatistic()
      let known = 0
      for (const [at, row] of own.entries()) {
        if (at === 0 || own[at - 1].rank !== row.rank) known = statistic.value
        values[place][row.row] = known
        statistic.add(row.better)
      }
      statistics[place][category] = statistic.value
    }
  }
  return { statistics, values }
}

const dense = ({ features, labels: own, width }: RankingLists) =>
  features.kind === 'dense' ? features.values : toDense(features, own.length, width)

/** To the bit; comparing values one by one would take long. */
function isSame(parts: readonly (Float32Array | Float64Array)[], whole: Float32Array | Float64Array): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: Float32Array | Float64Array) => Buffer.from(buffer, byteOffset, byteLength)
  return Buffer.concat(parts.map(bytes)).equals(bytes(whole))
}

test.each<[what: string, options: TableReaderOptions, kinds: readonly string[]]>([
  ['usual choices', {}, ['number', 'text', 'target', 'one-hot', 'number', 'date', 'vector']],
  [
    'grades by quantiles, words and trigrams, codes',
    { grades: 'quantile:4', textFeatures: 'both', categoryEncoding: 'codes' },
    ['number', 'text', 'codes', 'codes', 'number', 'date', 'vector'],
  ],
  [
    'grades by logarithms, trigrams, statistics of labels, pairs',
    { grades: 'log', textFeatures: 'trigrams', categoryEncoding: 'target', match: ['query~title', 'query~brand'] },
    ['number', 'text', 'target', 'target', 'number', 'date', 'vector'],
  ],
  ['hashes', { categoryEncoding: 'hash', words: 5 }, ['number', 'text', 'hashed', 'hashed', 'number', 'date', 'vector']],
])('a table in parts has the encoders and features of the whole table: %s', (_, options, kinds) => {
  const here = readHere(options)
  if (options.match === undefined) expect(here.encoders?.matches.map(({ column }) => column)).toEqual(['title', 'kind'])
  expect(here.encoders?.columns.map(({ kind }) => kind)).toEqual(kinds)
  for (const length of [120, 50, 7]) {
    const { made, encoders } = readInParts(options, length)
    expect(encoders).toEqual(encodersToDocument(here.encoders!))
    expect(isSame(made.map(dense), dense(here))).toBe(true)
    expect(
      isSame(
        made.map((part) => part.labels),
        here.labels,
      ),
    ).toBe(true)
  }
})
