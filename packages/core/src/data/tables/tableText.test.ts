import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileRows } from '../lists/fileRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { rowCollector } from '../lists/rowCollector.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { delimitedTextParser } from './delimitedText.ts'
import { jsonLinesParser } from './jsonLines.ts'
import { delimitedText, jsonLines } from './tableText.ts'

const formats = {
  csv: { write: (lists: RankingLists) => delimitedText(lists), parser: () => delimitedTextParser('x.csv') },
  tsv: { write: (lists: RankingLists) => delimitedText(lists, '\t'), parser: () => delimitedTextParser('x.tsv', { separator: '\t' }) },
  jsonl: { write: (lists: RankingLists) => jsonLines(lists), parser: () => jsonLinesParser('x.jsonl') },
} as const

const float32 = fc.integer({ min: 0, max: 0xffffffff }).map((bits) => new Float32Array(new Uint32Array([bits]).buffer)[0])
const value = fc.oneof(
  float32.filter((bits) => Math.abs(bits) !== Infinity),
  fc.constantFrom(0, -0, Number.NaN, 1),
)
const text = fc.oneof(
  fc.string({ maxLength: 5, unit: 'binary' }).filter((letters) => !/[\p{Surrogate}\0]/u.test(letters)),
  fc.constantFrom('', ' a', 'a ', '"', '""', 'a\nb', 'a\r\nb', 'a,b', 'a\tb', '\ufeff', 'NaN', '1'),
)
const table = fc
  .record({
    names: fc.uniqueArray(
      text.filter((name) => name !== ''),
      { maxLength: 4 },
    ),
    items: fc.boolean(),
    rows: fc.array(
      fc.record({
        list: text,
        label: fc.double({ noNaN: true, noDefaultInfinity: true }),
        item: text,
        values: fc.array(value, { minLength: 4, maxLength: 4 }),
      }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  })
  .map(({ names, items, rows }) => {
    const collector = rowCollector()
    for (const { list, label, item, values } of rows)
      collector.addDense(list, label, values.slice(0, names.length), items ? item : undefined)
    return collector.finish({ featureNames: names, width: names.length })
  })

describe.each(Object.entries(formats))('%s', (_, { write, parser }) => {
  function readBack(lists: RankingLists): RankingLists {
    const reader = parser()
    for (const piece of write(lists)) reader.push(piece)
    return reader.finish()
  }

  test('every table reads back the same, to the bit', () => {
    fc.assert(
      fc.property(table, (lists) => {
        const back = readBack(lists)
        expect([...fileRows(back)]).toEqual([...fileRows(lists)])
        expect(back.featureNames).toEqual(lists.featureNames)
        expect(back.listIds).toEqual(lists.listIds)
      }),
      { numRuns: 400 },
    )
  })

  test('a table of many pieces is whole', () => {
    const collector = rowCollector()
    for (let row = 0; row < 20_000; row++) collector.addDense(String(row % 700), row % 5, [row / 3, Number.NaN, -row])
    const lists = collector.finish({ width: 3 })
    expect([...write(lists)].length).toBeGreaterThan(1)
    const back = readBack(lists)
    expect(back.features).toEqual(lists.features)
    expect(back.labels).toEqual(lists.labels)
    expect(back.sourceRows).toEqual(lists.sourceRows)
    expect(back.featureNames).toEqual(['f1', 'f2', 'f3'])
  })
})

test('wide sparse lists are written with their zeros', () => {
  const collector = rowCollector()
  for (let row = 0; row < 400; row++) collector.addSparse('q', row, [row * 10], [1])
  const lists = collector.finish({ width: 4000 })
  expect(lists.features.kind).toBe('sparse')
  const reader = delimitedTextParser('wide.csv')
  for (const piece of delimitedText(lists)) reader.push(piece)
  expect(reader.finish().features).toEqual(lists.features)
})

const joined = (pieces: Iterable<Uint8Array>) => Array.from(pieces, (piece) => decodeUtf8(piece, 0, piece.length)).join('')

test('columns get other default names where features have the first ones', () => {
  const collector = rowCollector()
  collector.addDense('7', 2, [1, 2], 'a')
  const lists = collector.finish({ featureNames: ['qid', 'doc'] })
  expect(joined(delimitedText(lists))).toBe('query,label,item,qid,doc\n7,2,a,1,2\n')
  expect(joined(jsonLines(lists))).toBe('{"qid":"7","label":2,"doc":"a","features":{"qid":1,"doc":2}}\n')
})

test('names that no table could hold are refused', () => {
  const lists = (featureNames: readonly string[]) => {
    const collector = rowCollector()
    collector.addDense('7', 2, featureNames.map(Number))
    return collector.finish({ featureNames })
  }
  expect(() => [...delimitedText(lists(['a', 'a']))]).toThrow('two features have the same name')
  expect(() => [...jsonLines(lists(['']))]).toThrow('a feature has an empty name')
  expect(() => [...delimitedText(lists(['label', 'relevance', 'grade']))]).toThrow('no name is left for the label column')
})
