import { describe, expect, test } from 'vitest'
import { letorParser } from '../letor/letorParser.ts'
import { delimitedTextParser } from '../tables/delimitedText.ts'
import { jsonLinesParser } from '../tables/jsonLines.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { keyedList, keyOfList } from './listByList.ts'
import type { RankingLists } from './rankingLists.ts'

const formats = {
  letor: { text: '1 qid:a 1:2\n2 qid:a 1:3\n1 qid:b 1:4\n3 qid:a 1:5\n', parser: letorParser },
  csv: { text: 'list,label,x\na,1,2\na,2,3\nb,1,4\na,3,5\n', parser: delimitedTextParser },
  jsonl: {
    text: '{"list":"a","label":1,"x":2}\n{"list":"a","label":2,"x":3}\n{"list":"b","label":1,"x":4}\n{"list":"a","label":3,"x":5}\n',
    parser: jsonLinesParser,
  },
}

describe.each(Object.entries(formats))('%s', (_, { text, parser }) => {
  test('a list is handed over when a row of another begins, and the last one in the end', () => {
    const lists: RankingLists[] = []
    const reading = parser('file', { onList: (list) => lists.push(list) })
    const counts: number[] = []
    for (const line of text.split(/(?<=\n)/)) {
      reading.push(encodeUtf8(line))
      counts.push(lists.length)
    }
    const rest = reading.finish()
    expect(counts.slice(-4)).toEqual([0, 0, 1, 2])
    expect(lists.map(({ listIds, labels }) => [listIds, [...labels]])).toEqual([
      [['a'], [1, 2]],
      [['b'], [1]],
      [['a'], [3]],
    ])
    expect(rest.labels).toHaveLength(0)
  })

  test('the bytes may be cut anywhere', () => {
    const lists: RankingLists[] = []
    const reading = parser('file', { onList: (list) => lists.push(list) })
    for (const byte of encodeUtf8(text)) reading.push(Uint8Array.of(byte))
    reading.finish()
    expect(lists.map(({ labels }) => labels.length)).toEqual([2, 1, 1])
  })
})

test('a line that holds a whole list is handed over at its end', () => {
  const lists: RankingLists[] = []
  const reading = jsonLinesParser('file', { onList: (list) => lists.push(list) })
  reading.push(encodeUtf8('{"list":"a","items":[{"label":1,"x":2},{"label":2,"x":1}]}\n'))
  expect(lists.map(({ listIds }) => listIds)).toEqual([['a']])
})

test('a key stands before the id of its list, and is found again', () => {
  const lists: RankingLists[] = []
  const reading = delimitedTextParser('file', { key: 'shop', onList: (list) => lists.push(list) })
  reading.push(encodeUtf8('shop,list,label,x\neast,1,1,2\neast,1,2,1\nwest,1,1,3\n'))
  reading.finish()
  expect(lists.map(({ listIds: [id] }) => keyOfList(id))).toEqual([
    { key: 'east', list: '1' },
    { key: 'west', list: '1' },
  ])
  expect(lists[0].featureNames).toEqual(['x'])
  expect(keyOfList(keyedList('a b', '7'))).toEqual({ key: 'a b', list: '7' })
})

describe('labels that are not known yet', () => {
  const rowsOf = {
    csv: (rows: readonly string[][]) => ['list,label,x', ...rows.map((row) => row.join(','))].join('\n'),
    jsonl: (rows: readonly string[][]) =>
      rows.map(([list, label, x]) => JSON.stringify({ list, label: label === '' ? null : Number(label), x: Number(x) })).join('\n'),
  }
  const parsers = { csv: delimitedTextParser, jsonl: jsonLinesParser }
  const read = (format: keyof typeof rowsOf, ...rows: string[][]) => {
    const lists: RankingLists[] = []
    const labelOf = (text: string) => (text === '' ? Number.NaN : undefined)
    const reading = parsers[format]('file', { openLabels: true, labelOf, onList: (list) => lists.push(list) })
    try {
      reading.push(encodeUtf8(`${rowsOf[format](rows)}\n`))
      reading.finish()
    } catch (error) {
      return [...lists.map(({ labels }) => [...labels]), String(error)]
    }
    return lists.map(({ labels }) => [...labels])
  }
  const open = [Number.NaN, Number.NaN]

  test.each(['csv', 'jsonl'] as const)('%s: rows without labels, then the same rows with them, are two lists', (format) => {
    expect(read(format, ['a', '', '1'], ['a', '', '2'], ['a', '1', '1'], ['a', '2', '2'], ['b', '', '3'], ['b', '', '4'])).toEqual([
      open,
      [1, 2],
      open,
    ])
    expect(read(format, ['a', '', '1'], ['a', '', '2'], ['a', '1', '1'], ['a', '2', '2'], ['a', '', '3'], ['a', '', '4'])).toEqual([
      open,
      expect.stringContaining('Series a: 2 of 6 items have no label'),
    ])
  })

  test.each(['csv', 'jsonl'] as const)('%s: a list of which some labels are missing is not cut in two', (format) => {
    expect(read(format, ['a', '', '1'], ['a', '2', '2'], ['a', '1', '3'])).toEqual([
      [Number.NaN],
      expect.stringContaining('Series a: 1 of 3 items have no label'),
    ])
    expect(read(format, ['a', '2', '2'], ['a', '', '1'], ['a', '1', '3'])).toEqual([[2, Number.NaN, 1]])
  })
})
