import { parsedInChunks, problemOfText } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { fileRows } from '../lists/fileRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { jsonLinesParser } from './jsonLines.ts'
import { objectLists } from './objectLists.ts'
import type { TableReaderOptions } from './tableColumns.ts'
import { planFromSample } from './tableSample.ts'

function parse(text: string | Uint8Array, options: TableReaderOptions = {}, chunk?: number): RankingLists {
  return parsedInChunks(jsonLinesParser('rows.jsonl', options), text, chunk)
}

function problemOf(text: string | Uint8Array, options: TableReaderOptions = {}): Problem {
  return problemOfText(() => jsonLinesParser('rows.jsonl', options), text)
}

const plain = (lists: RankingLists) => Array.from(fileRows(lists), (row) => ({ ...row, values: [...row.values] }))
const rows = (text: string, options: TableReaderOptions = {}) => plain(parse(text, options))

describe('one row per line', () => {
  test('keys are columns, features may stand apart', () => {
    const expected = [
      { list: '7', label: 2, item: 'a', values: [9.5, 1] },
      { list: '7', label: 0, item: 'b', values: [3, 0] },
    ]
    for (const text of [
      '{"qid":7,"label":2,"doc":"a","price":9.5,"new":true}\n{"qid":7,"label":0,"doc":"b","price":3,"new":false}\n',
      '{"qid":"7","label":2,"doc":"a","features":{"price":9.5,"new":true}}\r\n{"features":{"new":false,"price":3},"doc":"b","label":0,"qid":"7"}',
      '\ufeff { "qid" : 7 , "label" : 2.0 , "doc" : "a" , "features" : [ 9.5 , 1 ] } \n\n{"qid":7,"label":0,"doc":"b","features":[3,0]}\n',
    ])
      expect(rows(text), text).toEqual(expected)
  })

  test('objects within a row are columns, as far as the first rows show them', () => {
    const text = [
      '{"qid":1,"label":2,"price":{"amount":9.5,"currency":"EUR"},"at":{"city":{"zip":7}},"tags":["new","red"]}',
      '{"qid":1,"label":0,"at":{"city":{"zip":8}},"price":null,"tags":[]}',
      '{"qid":2,"label":1,"price":{"currency":"CHF","amount":3},"tags":["red"]}\n',
    ].join('\n')
    const plan = planFromSample(encodeUtf8(text), true, 'jsonl', {})
    const lists = parse(text, { plan, keep: ['price.currency'] })
    expect(lists.encoders?.columns.map(({ column, kind }) => [column, kind])).toEqual([
      ['price.amount', 'number'],
      ['price.currency', 'one-hot'],
      ['at.city.zip', 'number'],
      ['tags', 'one-hot'],
    ])
    expect(lists.featureNames).toContain('tags=new, red')
    const objects = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const columns = { list: { column: 'qid' }, item: undefined }
    expect(objectLists(objects, lists.encoders!, columns).features).toEqual(lists.features)
    const wrong = text.replace('"price":null', '"price":7')
    expect(problemOf(wrong, { plan: planFromSample(encodeUtf8(wrong), true, 'jsonl', {}) })).toMatchObject({
      code: 'json-not-an-object',
      at: { line: 2 },
    })
  })

  test('array features are named by their place', () => {
    expect(parse('{"qid":1,"label":0,"features":[5,6]}').featureNames).toEqual(['1', '2'])
    expect(parse('{"qid":1,"label":0,"features":[5,6]}', { ignore: ['1'] }).featureNames).toEqual(['2'])
  })

  test('null and absent keys are missing, and a late key is missing in the rows before it', () => {
    const lists = parse('{"qid":1,"label":0,"a":1}\n{"qid":2,"label":0,"b":2,"a":null}\n{"qid":1,"label":1,"c":3}\n')
    expect(lists.featureNames).toEqual(['a', 'b', 'c'])
    const none = Number.NaN
    expect(plain(lists).map((row) => row.values)).toEqual([
      [1, none, none],
      [none, 2, none],
      [none, none, 3],
    ])
    expect(lists.listIds).toEqual(['1', '2'])
  })

  test('labels are numbers, also in texts', () => {
    expect(rows('{"qid":1,"label":"2"}\n{"qid":1,"label":" -0.5 "}\n{"qid":1,"label":1}').map(({ label }) => label)).toEqual([2, -0.5, 1])
    expect(problemOf('{"qid":1,"label":"1e400"}\n')).toMatchObject({ code: 'cell-not-a-label', found: '1e400' })
  })

  test('ids are texts as they are and numbers as they are written', () => {
    const [row] = rows('{"qid":12345678901234567890,"label":1,"doc":"\\u00e9\\n\\"x\\""}')
    expect(row).toMatchObject({ list: '12345678901234567890', item: 'é\n"x"' })
  })

  test('columns are chosen as in other tables', () => {
    const text = '{"session":"s","clicks":3,"qid":1,"x":2,"title":"t"}\n'
    expect(rows(text, { list: 'session', label: 'clicks', ignore: ['title'], features: ['x'] })).toEqual([
      { list: 's', label: 3, values: [2] },
    ])
    expect(problemOf(text, { list: 'session', label: 'clicks' })).toMatchObject({ code: 'cell-not-a-number', column: 'title', found: 't' })
    expect(problemOf('{"qid":1,"label":0}\n', { ignore: ['title'] })).toMatchObject({ code: 'unknown-column', option: 'ignore' })
    expect(problemOf('{"qid":1,"label":0}\n', { features: ['x'] })).toMatchObject({ code: 'unknown-column', option: 'features' })
    expect(problemOf('{"qid":1,"group":2,"label":0}\n')).toMatchObject({ code: 'role-with-many-columns', found: ['qid', 'group'] })
    expect(problemOf('{"qid":1,"label":0}\n', { item: 'sku' })).toMatchObject({ code: 'json-key-missing', role: 'item', tried: ['sku'] })
    expect(problemOf('{"qid":1,"label":0}\n', { list: 'qid', label: 'qid' })).toMatchObject({ code: 'column-with-two-uses' })
    const row = '{"qid":1,"label":0,"x":1}\n'
    expect(problemOf(row, { category: ['y'] })).toMatchObject({ code: 'unknown-column', option: 'category', found: 'y' })
    expect(problemOf(row, { category: ['x'], date: ['x'] })).toMatchObject({ code: 'column-with-two-uses', column: 'x' })
    expect(problemOf(row, { category: ['qid'] })).toMatchObject({ code: 'column-with-two-uses', uses: ['list', 'category'] })
    expect(problemOf(row, { category: ['x'], ignore: ['x'] })).toMatchObject({ code: 'column-with-two-uses', uses: ['ignore', 'category'] })
  })
})

describe('one list per line', () => {
  test('items are rows of the list beside them, whatever the order of keys', () => {
    const text = [
      '{"id":"q1","text":"red shoes","items":[{"id":"a","label":1,"features":{"x":1}},{"id":"b","label":0,"features":{"x":2}}]}',
      '{"items":[{"x":3,"label":2,"doc":"c"}],"qid":"q2"}',
    ].join('\n')
    expect(() => rows(text)).toThrow('could each be the column of the item id')
    expect(rows(text.replace('"doc"', '"id"'))).toEqual([
      { list: 'q1', label: 1, item: 'a', values: [1] },
      { list: 'q1', label: 0, item: 'b', values: [2] },
      { list: 'q2', label: 2, item: 'c', values: [3] },
    ])
  })

  test('a line without items or without an id is refused', () => {
    const first = '{"id":1,"items":[{"label":1}]}\n'
    expect(problemOf(`${first}{"id":2,"label":3}\n`)).toMatchObject({ code: 'json-malformed', at: { line: 2, column: 1 } })
    expect(problemOf(`${first}{"items":[]}\n`)).toMatchObject({ code: 'json-key-missing', role: 'list' })
    expect(problemOf('{"id":1,"items":[{"label":1,"qid":2}]}\n')).toMatchObject({ code: 'json-malformed' })
  })
})

describe('faults', () => {
  test.each<[string, string, string, number, number]>([
    ['an array instead of an object', '[{"qid":1,"label":0}]\n', 'json-malformed', 1, 1],
    ['a missing comma', '{"qid":1,"label":0}\n{"qid":1 "label":0}\n', 'json-malformed', 2, 10],
    ['a missing brace', '{"qid":1,"label":0\n', 'json-malformed', 1, 19],
    ['text behind the object', '{"qid":1,"label":0} x\n', 'json-malformed', 1, 21],
    ['two objects on a line', '{"qid":1,"label":0}{"qid":1,"label":0}\n', 'json-malformed', 1, 20],
    ['a comma before the brace', '{"qid":1,"label":0,}\n', 'json-malformed', 1, 20],
    ['a key without quotes', '{qid:1,"label":0}\n', 'json-malformed', 1, 2],
    ['a bare NaN', '{"qid":1,"label":0,"x":NaN}\n', 'json-malformed', 1, 24],
    ['a leading zero', '{"qid":1,"label":0,"x":01}\n', 'json-malformed', 1, 24],
    ['a number cut short', '{"qid":1,"label":0,"x":1.}\n', 'json-malformed', 1, 26],
    ['a text cut short', '{"qid":1,"label":0,"doc":"ab\n', 'json-malformed', 1, 29],
    ['an unsound escape', '{"qid":1,"label":0,"doc":"\\x"}\n', 'json-malformed', 1, 26],
    ['half a surrogate pair', '{"qid":1,"label":0,"doc":"\\ud800"}\n', 'json-malformed', 1, 26],
    ['a NUL byte', '{"qid":1,"label":0,"x":\0}\n', 'nul-byte', 1, 24],
    ['a NUL byte in a text', '{"qid":1,"label":0,"doc":"\0"}\n', 'nul-byte', 1, 27],
    ['a key given twice', '{"qid":1,"label":0,"x":1,"x":2}\n', 'json-key-twice', 1, 30],
    ['a label given twice', '{"qid":1,"label":0,"label":2}\n', 'json-key-twice', 1, 28],
    ['no label', '{"qid":1,"x":0}\n', 'json-key-missing', 1, 1],
    ['no list', '{"label":1,"x":0}\n', 'json-key-missing', 1, 1],
    ['a text label', '{"qid":1,"label":"good"}\n', 'cell-not-a-label', 1, 18],
    ['a null label', '{"qid":1,"label":null}\n', 'cell-not-a-label', 1, 18],
    ['a label beyond a double', '{"qid":1,"label":1e400}\n', 'cell-not-a-label', 1, 18],
    ['a text feature', '{"qid":1,"label":0,"x":"red"}\n', 'cell-not-a-number', 1, 24],
    ['a nested feature', '{"qid":1,"label":0,"x":{"y":1}}\n', 'column-not-numeric', 1, 24],
    ['a feature beyond a float', '{"qid":1,"label":0,"x":1e39}\n', 'cell-beyond-float32', 1, 24],
    ['a null list', '{"qid":null,"label":0}\n', 'cell-without-id', 1, 8],
    ['a list of lists', '{"qid":[1],"label":0}\n', 'cell-not-an-id', 1, 8],
    [
      'fewer array features',
      '{"qid":1,"label":0,"features":[1,2]}\n{"qid":1,"label":0,"features":[1]}\n',
      'json-features-of-other-length',
      2,
      31,
    ],
    ['items on some rows of a list only', '{"id":1,"items":[{"id":"a","label":0},{"label":1}]}\n', 'items-only-sometimes', 1, 39],
    ['items on some rows only', '{"qid":1,"label":0,"doc":"a"}\n{"qid":1,"label":0}\n', 'items-only-sometimes', 2, 1],
  ])('%s is refused where it stands', (_, text, code, line, column) => {
    expect(problemOf(text)).toMatchObject({ code, at: { file: 'rows.jsonl', line, column } })
  })

  test('an empty file, one without rows and other encodings are refused', () => {
    expect(problemOf('')).toMatchObject({ code: 'table-empty' })
    expect(problemOf('\n \n')).toMatchObject({ code: 'table-without-rows' })
    expect(problemOf(new Uint8Array([0xff, 0xfe, 0x7b, 0]))).toMatchObject({ code: 'in-utf-16' })
    const latin = Uint8Array.from('{"qid":"\u00e9","label":0}', (letter) => letter.charCodeAt(0))
    expect(problemOf(latin)).toMatchObject({ code: 'not-utf-8', at: { line: 1, column: 8 } })
  })

  test('deep nesting is refused, not a crash', () => {
    expect(problemOf(`{"qid":1,"label":0,"x":${'['.repeat(100_000)}}`, { ignore: ['x'] })).toMatchObject({ code: 'json-malformed' })
  })

  test('with somebody to tell, faulty lines are left out', () => {
    const problems: Problem[] = []
    const text = '{"qid":1,"label":0}\nnonsense\n{"qid":1,"label":"x"}\n{"qid":1,"label":3}\n'
    expect(plain(parse(text, { onProblem: (problem) => problems.push(problem) })).map((row) => row.label)).toEqual([0, 3])
    expect(problems.map((problem) => problem.code)).toEqual(['json-malformed', 'cell-not-a-label'])
  })
})

describe('against JSON.parse', () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
  )
  const text = fc.string({ maxLength: 5, unit: 'binary' }).filter((letters) => !/\p{Surrogate}/u.test(letters))
  const row = fc.record(
    {
      qid: fc.oneof(text, fc.integer()),
      label: number,
      doc: text,
      x: fc.oneof(number, fc.constantFrom(null, true, false)),
      y: number,
      ignored: fc.json().map((json) => JSON.parse(json)),
    },
    { requiredKeys: ['qid', 'label', 'doc'] },
  )
  const file = fc.array(row, { minLength: 1, maxLength: 5 }).map((all) => encodeUtf8(all.map((one) => `${JSON.stringify(one)}\n`).join('')))

  /** The rows by the book, or undefined when the file must be refused. */
  function slowRows(bytes: Uint8Array) {
    const read: { list: string; label: number; item: string; x: number; y: number }[] = []
    let lines: string[]
    try {
      lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')
    } catch {
      return undefined
    }
    for (const line of lines) {
      if (/^[ \t\r]*$/.test(line)) continue
      let object: Record<string, unknown>
      try {
        object = JSON.parse(line)
      } catch {
        return undefined
      }
      if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined
      const keys = Object.keys(object)
      if (keys.some((key) => !['qid', 'label', 'doc', 'x', 'y', 'ignored'].includes(key))) return 'other keys'
      const id = (value: unknown) =>
        typeof value === 'string'
          ? /\p{Surrogate}/u.test(value)
            ? undefined
            : value
          : typeof value === 'number'
            ? `number ${value}`
            : undefined
      const feature = (value: unknown) => {
        if (value === undefined || value === null) return Number.NaN
        if (typeof value === 'boolean') return Number(value)
        return typeof value === 'number' ? Math.fround(value) : Infinity
      }
      const { label } = object
      const list = id(object['qid'])
      const item = id(object['doc'])
      const [x, y] = [feature(object['x']), feature(object['y'])]
      if (list === undefined || item === undefined || typeof label !== 'number' || !Number.isFinite(label)) return undefined
      if (Math.abs(x) === Infinity || Math.abs(y) === Infinity) return undefined
      read.push({ list, label, item, x, y })
    }
    return read.length === 0 ? undefined : read
  }

  function hasIgnored(bytes: Uint8Array): boolean {
    return new TextDecoder()
      .decode(bytes)
      .split('\n')
      .some((line) => {
        try {
          return Object.hasOwn(JSON.parse(line), 'ignored')
        } catch {
          return false
        }
      })
  }

  function agrees(bytes: Uint8Array, chunk: number): void {
    const expected = slowRows(bytes)
    let lists: RankingLists | undefined
    let code: string | undefined
    try {
      lists = parse(bytes, hasIgnored(bytes) ? { ignore: ['ignored'] } : {}, chunk)
    } catch (error) {
      if (!(error instanceof RankwrightError)) throw error
      code = error.problems[0].code
    }
    if (expected === 'other keys') return // perhaps another, equally good table
    if (expected === undefined) {
      expect(lists).toBeUndefined()
      return
    }
    if (lists === undefined) {
      expect(['json-key-twice', 'unknown-column']).toContain(code)
      return
    }
    const names = lists.featureNames!
    const found = plain(lists).map(({ list, label, item, values }) => ({
      list,
      label,
      item,
      x: values[names.indexOf('x')] ?? Number.NaN,
      y: values[names.indexOf('y')] ?? Number.NaN,
    }))
    const asWritten = (written: string, read: string) => (read.startsWith('number ') ? `number ${Number(written)}` : written)
    expect(
      found.map((one, at) => ({ ...one, list: asWritten(one.list, expected[at].list), item: asWritten(one.item!, expected[at].item) })),
    ).toEqual(expected)
  }

  test('random rows, in pieces of any size', () => {
    fc.assert(fc.property(file, fc.integer({ min: 1, max: 60 }), agrees), { numRuns: 1000 })
  })

  test('rows with bytes changed, dropped or put in', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('change', 'drop', 'insert'),
      fc.oneof(fc.constantFrom(34, 44, 10, 13, 58, 92, 123, 125, 91, 48, 45), fc.integer({ min: 0, max: 255 })),
    )
    fc.assert(
      fc.property(file, fc.array(change, { minLength: 1, maxLength: 2 }), fc.integer({ min: 1, max: 60 }), (bytes, changes, chunk) => {
        const mutated = [...bytes]
        for (const [place, kind, byte] of changes) {
          const at = place % mutated.length
          if (kind === 'change') mutated[at] = byte
          else if (kind === 'drop') mutated.splice(at, 1)
          else mutated.splice(at, 0, byte)
        }
        agrees(Uint8Array.from(mutated), chunk)
      }),
      { numRuns: 2500 },
    )
  })
})

test('rows that name a new column each are refused before they fill the memory', () => {
  const text = Array.from({ length: 30_000 }, (_, row) => `{"qid":1,"label":0,"f${row}":1}\n`).join('')
  const parser = jsonLinesParser('f')
  expect(() => parser.push(encodeUtf8(text))).toThrow(/^f:\d{4}: the \d{4} rows so far name \d{4} different columns/)
})
