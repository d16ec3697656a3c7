import { parsedInChunks, problemOfText } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Place } from '../../problems/place.ts'
import { explain, type Problem, RankwrightError } from '../../problems/problem.ts'
import { fileRows } from '../lists/fileRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { featureValue } from '../text/tableNumber.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { type DelimitedTextOptions, delimitedTextParser } from './delimitedText.ts'

function parse(text: string | Uint8Array, options: DelimitedTextOptions = {}, chunk?: number): RankingLists {
  return parsedInChunks(delimitedTextParser('table.csv', options), text, chunk)
}

function problemOf(text: string | Uint8Array, options: DelimitedTextOptions = {}): Problem {
  return problemOfText(() => delimitedTextParser('table.csv', options), text)
}

interface TableRow {
  readonly list: string
  readonly label: number
  readonly item?: string
  readonly values: readonly number[]
}

const rowsInFileOrder = (lists: RankingLists): readonly TableRow[] =>
  Array.from(fileRows(lists), (row) => ({ ...row, values: [...row.values] }))

const rows = (text: string | Uint8Array, options: DelimitedTextOptions = {}): readonly TableRow[] => rowsInFileOrder(parse(text, options))

describe('columns', () => {
  test('are separated by semicolons where the first line has no comma outside quotes', () => {
    const text = 'qid;label;"a, b";price\n7;2;1;3\n7;0;"4";"5"\n'
    for (const chunk of [1, 5, 1000]) {
      const lists = parse(text, {}, chunk)
      expect(lists.featureNames).toEqual(['a, b', 'price'])
      expect(rowsInFileOrder(lists).map(({ values }) => values)).toEqual([
        [1, 3],
        [4, 5],
      ])
    }
    expect(parse('qid,label,a;b\n1,0,5\n').featureNames).toEqual(['a;b'])
  })

  test.each([
    ['tabs', '\t'],
    ['semicolons', ';'],
    ['vertical bars', '|'],
  ])('are separated by %s where the header has no comma, which a note says', (name, separator) => {
    const lines = ['qid,label,brand,price', '7,2,"a, ""b""",3', '7,0,"two\nlines",5', '8,1,c,4']
    const written = lines.map((line) => line.replace(/,(?! )/g, separator)).join('\r\n')
    const plan = { raw: new Set(['brand']), reasons: new Map() }
    const expected = parse(lines.join('\r\n'), { plan })
    for (const chunk of [1, 7, 1000]) {
      const notes: Problem[] = []
      expect(parse(written, { plan, onNote: (note) => void notes.push(note) }, chunk)).toEqual(expected)
      expect(notes.map(explain)).toEqual([expect.stringContaining(`table.csv:1:1: the columns are separated by ${name}, `)])
    }
    expect(problemOf(written.replace('4', 'four'), { plan })).toMatchObject({ code: 'cell-not-a-number', at: { line: 5, column: 7 } })
    expect(problemOf(`${written}${separator}9`, { plan })).toMatchObject({ code: 'row-of-wrong-length', found: 5, expected: 4 })
  })

  test('are separated by what stands in the header most often, and of equals by the first', () => {
    expect(parse('qid|label|a;b\n1|0|5\n').featureNames).toEqual(['a;b'])
    expect(parse('qid\tlabel\ta|b\n1\t0\t5\n').featureNames).toEqual(['a|b'])
    expect(problemOf('qid;label|a\n')).toMatchObject({ columns: ['qid', 'label|a'] })
    expect(problemOf('qid|label;a\n')).toMatchObject({ columns: ['qid', 'label;a'] })
  })

  test.each([',', ';', '\t', '|'])('are separated by %j where the line before the header says so', (separator) => {
    const header = ['qid', 'label', 'a,b', 'c;d|e'].map((name) => `"${name}"`).join(separator)
    const row = ['1', '0', '5', '6'].join(separator)
    for (const [chunk, before] of [
      [1, `sep=${separator}\n`],
      [3, `\ufeffSEP=${separator}\r\n`],
      [1000, `"sep=${separator}"\r\n\r\n`],
    ] as const) {
      const notes: Problem[] = []
      const onNote = (note: Problem) => void notes.push(note)
      expect(parse(`${before}${header}\n${row}\n`, { onNote }, chunk).featureNames).toEqual(['a,b', 'c;d|e'])
      expect(notes).toEqual([])
    }
    for (const named of [',', '\t'] as const)
      expect(rows(`sep=${separator}\n${header}\n${row}\n`, { separator: named })).toEqual([{ list: '1', label: 0, values: [5, 6] }])
    expect(problemOf(`sep=${separator}\n${header}\n${row}\n${row}x\n`)).toMatchObject({ at: { line: 4, column: 7 } })
    expect(problemOf(`sep=${separator}`)).toMatchObject({ code: 'table-empty' })
  })

  test('a second line with a separator is a header, and so is one with another letter', () => {
    expect(problemOf('sep=;\nsep=;\n')).toMatchObject({ code: 'role-without-column', columns: ['sep=', ''], at: { line: 2 } })
    expect(problemOf('sep=x\nqid,label\n')).toMatchObject({ code: 'role-without-column', columns: ['sep=x'], at: { line: 1 } })
  })

  test('default names are found in any case, the rest are features in file order', () => {
    const lists = parse('f2,Label,QID,Doc,f1\n1,2,a,x,3\n4,5,b,y,6\n')
    expect(lists.featureNames).toEqual(['f2', 'f1'])
    expect(rowsInFileOrder(lists)).toEqual([
      { list: 'a', label: 2, item: 'x', values: [1, 3] },
      { list: 'b', label: 5, item: 'y', values: [4, 6] },
    ])
  })

  test('given names come before default ones, and ignored columns are left out', () => {
    const lists = parse('qid,label,session,clicks,title\n7,1,s1,3,hello\n', { list: 'session', label: 'clicks', ignore: ['title', 'qid'] })
    expect(lists.featureNames).toEqual(['label'])
    expect(rowsInFileOrder(lists)).toEqual([{ list: 's1', label: 3, values: [1] }])
  })

  test('features selects columns, in the order of the file', () => {
    expect(parse('qid,label,a,b,c\n1,0,10,11,12\n', { features: ['c', 'a'] }).featureNames).toEqual(['a', 'c'])
  })

  test('two candidates for a use ask the user to choose', () => {
    expect(problemOf('qid,group,label\n1,2,3\n')).toMatchObject({ code: 'role-with-many-columns', role: 'list', found: ['qid', 'group'] })
    expect(rows('qid,group,label\n1,2,3\n', { list: 'group' })).toEqual([{ list: '2', label: 3, values: [1] }])
    expect(rows('qid,group,label\n1,2,3\n', { ignore: ['group'] })).toEqual([{ list: '1', label: 3, values: [] }])
  })

  test('a table without a list or label column says what columns there are', () => {
    expect(problemOf('a,label\n1,2\n')).toMatchObject({ code: 'role-without-column', role: 'list', columns: ['a', 'label'] })
    expect(problemOf('qid,b\n1,2\n')).toMatchObject({ code: 'role-without-column', role: 'label' })
  })

  test('a name that is not there is refused, whichever option gives it', () => {
    for (const option of ['list', 'label', 'item'])
      expect(problemOf('qid,label\n1,2\n', { [option]: 'price' })).toMatchObject({ code: 'unknown-column', option, found: 'price' })
    for (const option of ['features', 'ignore'])
      expect(problemOf('qid,label\n1,2\n', { [option]: ['price'] })).toMatchObject({ code: 'unknown-column', option })
    for (const option of ['weight', 'position'])
      expect(problemOf('qid,label,x\n1,2,3\n', { features: ['x'], [option]: 'price' })).toMatchObject({ code: 'unknown-column', option })
  })

  test('one column cannot have two uses', () => {
    expect(problemOf('a,b\n1,2\n', { list: 'a', label: 'a' })).toMatchObject({ code: 'column-with-two-uses', uses: ['list', 'label'] })
    expect(problemOf('qid,label,x\n1,2,3\n', { ignore: ['x'], features: ['x'] })).toMatchObject({ code: 'column-with-two-uses' })
  })

  test('a repeated name and a used column without a name are refused', () => {
    expect(problemOf('qid,label,x,x\n1,2,3,4\n')).toMatchObject({ code: 'column-named-twice', positions: [3, 4] })
    expect(problemOf(',qid,label\n0,2,3\n', { features: ['1'] })).toMatchObject({ code: 'column-without-name', position: 1 })
    expect(rows(',qid,label\n0,2,3\n', { ignore: ['1'] })).toEqual([{ list: '2', label: 3, values: [] }])
  })

  test('columns without a name are left out and told: the index of pandas, and what is left of a deleted column', () => {
    const notes: Problem[] = []
    const onNote = (note: Problem) => void notes.push(note)
    expect(rows(',qid,label,x,\n0,2,3,4,\n', { onNote })).toEqual([{ list: '2', label: 3, values: [4] }])
    expect(notes.map(explain)).toEqual([
      'table.csv:1:1: columns 1, 5 have no names and are left out. Name them in the first line to use them.',
    ])
  })

  test('lines of separators alone are blank, wherever they stand and however the text is cut', () => {
    const text = ',,\nqid,label,x\r\n,,\r\n1,2,3\n,,\n1,0,4\n,,,,\n,,'
    for (const chunk of [1, 2, 3, 1000])
      expect(rowsInFileOrder(parse(text, {}, chunk))).toEqual([
        { list: '1', label: 2, values: [3] },
        { list: '1', label: 0, values: [4] },
      ])
    expect(problemOf('qid,label,x\n,,\n1,2,red\n')).toMatchObject({ at: { line: 3 } })
  })

  test('numbers name columns when the first line is all numbers', () => {
    const lists = parse('0,9.5,8.25,1\n1,7,6,1\n', { list: '4', label: '1' })
    expect(lists.featureNames).toEqual(['2', '3'])
    expect(rowsInFileOrder(lists)).toEqual([
      { list: '1', label: 0, values: [9.5, 8.25] },
      { list: '1', label: 1, values: [7, 6] },
    ])
  })

  test('a first line of numbers is never taken for names', () => {
    expect(problemOf('0,9.5,1\n')).toMatchObject({ code: 'table-without-header', columns: 3 })
    expect(problemOf('0,9.5,1\n', { list: '3' })).toMatchObject({ code: 'table-without-header' })
  })

  test('numbers name columns of a first line with text where only text columns are text', () => {
    expect(rows('0.5,a,http://x,2\n0.5,a,http://y,3\n', { list: '2', label: '1', item: '3' })).toEqual([
      { list: 'a', label: 0.5, item: 'http://x', values: [2] },
      { list: 'a', label: 0.5, item: 'http://y', values: [3] },
    ])
  })

  test('numbers are places in a table with a header too, unless a column bears that name', () => {
    expect(rows('grade,session,x\n1,s,5\n', { list: '2', label: '1' })).toEqual([{ list: 's', label: 1, values: [5] }])
    expect(rows('grade,2,session\n1,5,s\n', { list: 'session', ignore: ['2'] })).toEqual([{ list: 's', label: 1, values: [] }])
  })
})

describe('cells', () => {
  test('quotes hold separators, line ends and doubled quotes', () => {
    expect(rows('qid,label,"a ""b"", c",doc\r\n"x\r\ny",1,"2.5","say ""hi"", you"\r\n')).toEqual([
      { list: 'x\r\ny', label: 1, item: 'say "hi", you', values: [2.5] },
    ])
  })

  test('the byte order mark, CRLF, blank lines and a missing last line end change nothing', () => {
    const plain = rows('qid,label,x\n1,0,5\n2,1,6\n')
    for (const text of [
      '\ufeffqid,label,x\n1,0,5\n2,1,6\n',
      'qid,label,x\r\n1,0,5\r\n2,1,6\r\n',
      'qid,label,x\n1,0,5\n2,1,6',
      'qid,label,x\r\n1,0,5\r\n2,1,6\r',
      '\n\nqid,label,x\n\n1,0,5\n\r\n2,1,6\n\n',
      'qid, label ,x\n 1,0 , 5\n2,1,6  \n',
    ])
      expect(rows(text), JSON.stringify(text)).toEqual(plain)
  })

  test('empty cells and NA, NaN, null in any case are missing features', () => {
    const [row] = rows('qid,label,a,b,c,d,e,f\n1,0,,NA,NaN,null,NULL,""\n')
    expect(row.values).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN])
  })

  test('true and false are 1 and 0', () => {
    expect(rows('qid,label,a,b\n1,0,true,FALSE\n')[0].values).toEqual([1, 0])
  })

  test('numbers are the floats nearest to what is written', () => {
    const written = [
      '1',
      '-1.5',
      '+2',
      '.5',
      '5.',
      '1e3',
      '1E-3',
      '-2.5e+2',
      '0.1',
      '3.4028234e38',
      '0.30000000000000004',
      '123456789012345678',
      '-0',
    ]
    const names = written.map((_, index) => `f${index}`).join(',')
    expect(rows(`qid,label,${names}\n1,0,${written.join(',')}\n`)[0].values).toEqual(written.map((text) => Math.fround(Number(text))))
  })

  test('labels keep all their digits', () => {
    expect(rows('qid,label\n1,0.30000000000000004\n1,-1.7976931348623157e308\n').map((row) => row.label)).toEqual([
      0.30000000000000004, -1.7976931348623157e308,
    ])
  })

  test('rows of a list may be scattered', () => {
    const lists = parse('qid,label,x\na,1,1\nb,2,2\na,3,3\n')
    expect(lists.listIds).toEqual(['a', 'b'])
    expect([...lists.labels]).toEqual([1, 3, 2])
    expect([...lists.sourceRows!]).toEqual([0, 2, 1])
  })

  test('ids keep their text as it stands', () => {
    expect(rows('qid,label,doc\n007,1,"  é漢🎈 "\n1.0,1,-\n').map(({ list, item }) => [list, item])).toEqual([
      ['007', '  é漢🎈 '],
      ['1.0', '-'],
    ])
  })

  test('a quoted empty id is an id, an unquoted one is missing', () => {
    expect(rows('qid,label,doc\n"",1,""\n')).toEqual([{ list: '', label: 1, item: '', values: [] }])
    expect(problemOf('qid,label\n,1\n')).toMatchObject({ code: 'cell-without-id', role: 'list', at: { line: 2, column: 1 } })
    expect(problemOf('qid,label,doc\n1,1,\n')).toMatchObject({ code: 'cell-without-id', role: 'item', at: { line: 2, column: 5 } })
  })

  test('in TSV tabs separate and a quote inside a cell is a letter', () => {
    expect(rows('qid\tlabel\tdoc\n1\t0\t5" pipe, black\n', { separator: '\t' })).toEqual([
      { list: '1', label: 0, item: '5" pipe, black', values: [] },
    ])
  })
})

describe('faults', () => {
  test.each<[string, string, string, number, number, DelimitedTextOptions?]>([
    ['text in a feature column', 'qid,label,price,title\n1,0,2,red shoe\n', 'cell-not-a-number', 2, 7],
    ['a word in a feature column', 'qid,label,price\n1,0,cheap\n', 'cell-not-a-number', 2, 5],
    ['an infinite feature', 'qid,label,x\n1,0,inf\n', 'cell-not-a-number', 2, 5],
    ['a hexadecimal number', 'qid,label,x\n1,0,0x10\n', 'cell-not-a-number', 2, 5],
    ['two points', 'qid,label,x\n1,0,1.2.3\n', 'cell-not-a-number', 2, 5],
    ['only a sign', 'qid,label,x,y\n1,0,+,3\n', 'cell-not-a-number', 2, 5],
    ['a feature beyond a double', 'qid,label,x\n1,0,1e400\n', 'cell-beyond-float32', 2, 5],
    ['a feature beyond a float', 'qid,label,x\n1,0,-3.5e38\n', 'cell-beyond-float32', 2, 5],
    ['a text label', 'qid,label\n1,good\n', 'cell-not-a-label', 2, 3],
    ['a NaN label', 'qid,label\n1,NaN\n', 'cell-not-a-label', 2, 3],
    ['an empty label', 'qid,label,x\n1,,3\n', 'cell-not-a-label', 2, 3],
    ['a label beyond a double', 'qid,label\n1,1e400\n', 'cell-not-a-label', 2, 3],
    ['a boolean label', 'qid,label\n1,true\n', 'cell-not-a-label', 2, 3],
    ['too few cells', 'qid,label,x\n1,0,3\n1,0\n', 'row-of-wrong-length', 3, 1],
    ['too many cells', 'qid,label,x\n1,0,3,4,5\n', 'row-of-wrong-length', 2, 7],
    ['a separator at the end', 'qid,label,x\n1,0,3,\n', 'row-of-wrong-length', 2, 7],
    ['a quote never closed', 'qid,label,doc\n1,0,"abc\n2,1,def\n', 'quote-never-closed', 2, 5],
    ['a quote inside a cell', 'qid,label,doc\n1,0,a"b"\n', 'quote-inside-cell', 2, 6],
    ['text after a quote', 'qid,label,doc\n1,0,"ab"c\n', 'text-after-quote', 2, 9],
    ['a NUL byte in a number', 'qid,label,x\n1,0,3\0\n', 'nul-byte', 2, 6],
    ['a NUL byte in an ignored cell', 'qid,label,x\n1,0,a\0\n', 'nul-byte', 2, 6, { ignore: ['x'] }],
    ['a NUL byte in a quoted id', 'qid,label,doc\n1,0,"a\0"\n', 'nul-byte', 2, 7],
    ['a lone carriage return', 'qid,label,x\n1,0,3\r4\n', 'carriage-return-inside-cell', 2, 6],
    ['a fault behind a quoted line end', 'qid,label,doc,x\n1,0,"a\nbc",oops\n', 'cell-not-a-number', 3, 5],
    ['a fault after rows with quoted line ends', 'qid,label,doc,x\n1,0,"a\n\n",1\n\n1,0,b,oops\n', 'cell-not-a-number', 6, 7],
  ])('%s is refused where it stands', (_, text, code, line, column, options = {}) => {
    expect(problemOf(text, options)).toMatchObject({ code, at: { file: 'table.csv', line, column } })
  })

  test('an empty file, a header alone and text in another encoding are refused', () => {
    expect(problemOf('')).toMatchObject({ code: 'table-empty' })
    expect(problemOf('\n\n')).toMatchObject({ code: 'table-empty' })
    expect(problemOf('qid,label\n')).toMatchObject({ code: 'table-without-rows' })
    expect(problemOf(new Uint8Array([0xff, 0xfe, 0x71, 0]))).toMatchObject({ code: 'in-utf-16' })
    expect(problemOf(new Uint8Array([...encodeUtf8('qid,label\n'), 0xe9, ...encodeUtf8(',1\n')]))).toMatchObject({
      code: 'not-utf-8',
      at: { line: 2, column: 1 },
    })
  })

  test('the message names the place and what to do', () => {
    expect(() => parse('qid,label,price,title\n1,0,2,red shoe\n')).toThrow(
      'table.csv:2:7: column "title" holds "red shoe", not a number. Correct it, or leave it empty if the value is missing. Or name it in `missingWords`, name the column in `category` or `text`, or leave it out with `ignore: \'title\'`.',
    )
  })

  test('with somebody to tell, faulty rows are left out and the rest is read', () => {
    const text = 'qid,label,x\n1,0,3\n1,zero,4\n1,1,"5\n6"\n1,2,7,8\n1,3,9\n'
    for (const chunk of [Infinity, 1, 5]) {
      const problems: Problem[] = []
      const lists = parse(text, { onProblem: (problem) => problems.push(problem) }, chunk)
      expect(rowsInFileOrder(lists).map((row) => row.label)).toEqual([0, 3])
      expect(problems.map((problem) => [problem.code, (problem as { at?: Place }).at?.line])).toEqual([
        ['cell-not-a-label', 3],
        ['cell-not-a-number', 4],
        ['row-of-wrong-length', 6],
      ])
    }
  })

  test('a feature too small for a float is read as 0 and noted once', () => {
    for (const chunk of [Infinity, 1]) {
      const notes: Problem[] = []
      const lists = parse('qid,label,x\n1,0,1e-60\n', { onNote: (note) => notes.push(note) }, chunk)
      expect(rowsInFileOrder(lists)[0].values).toEqual([0])
      expect(notes).toMatchObject([{ code: 'cell-becomes-zero', at: { line: 2, column: 5 } }])
    }
  })

  test('a row of ten million bytes that comes in small pieces is read', () => {
    const parser = delimitedTextParser('table.csv', { ignore: ['text'] })
    parser.push(encodeUtf8('qid,label,text,x\n1,2,'))
    const piece = new Uint8Array(4096).fill(97)
    for (let sent = 0; sent < 10_000_000; sent += piece.length) parser.push(piece)
    parser.push(encodeUtf8(',3\n'))
    expect(rowsInFileOrder(parser.finish())).toEqual([{ list: '1', label: 2, values: [3] }])
  })
})

/** A slow reader by the book: characters one by one, Number for numbers. Undefined when anything is wrong. */
function slowTable(text: string): readonly (readonly { text: string; quoted: boolean }[])[] | undefined {
  const table: { text: string; quoted: boolean }[][] = []
  const source = text.replace(/^\ufeff/, '')
  let at = 0
  const atLineEnd = () =>
    at >= source.length || source[at] === '\n' || (source[at] === '\r' && (source[at + 1] === '\n' || at + 1 === source.length))
  while (at < source.length) {
    const row: { text: string; quoted: boolean }[] = []
    for (;;) {
      let cell = ''
      const quoted = source[at] === '"'
      if (quoted) {
        at++
        for (;;) {
          if (at >= source.length) return undefined
          if (source[at] === '"' && source[at + 1] === '"') at++
          else if (source[at] === '"') break
          cell += source[at++]
        }
        at++
      } else {
        while (!atLineEnd() && source[at] !== ',') {
          if (source[at] === '"' || source[at] === '\r') return undefined
          cell += source[at++]
        }
        cell = cell.replace(/^ +| +$/g, '')
      }
      if (cell.includes('\0')) return undefined
      row.push({ text: cell, quoted })
      if (atLineEnd()) break
      if (source[at] !== ',') return undefined
      at++
    }
    if (source[at] === '\r') at++
    at++
    if (!(row.length === 1 && row[0].text === '' && !row[0].quoted)) table.push(row)
    else if (!/^(?:\r?\n|\r)?$/.test(source.slice(Math.max(0, at - 1), at))) return undefined
  }
  return table
}

/** The rows of a table with columns qid, label, doc, x, y by the book, or undefined when it must be refused. */
function slowRows(bytes: Uint8Array): readonly TableRow[] | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
  const table = slowTable(text)
  if (table === undefined || table.length < 2) return undefined
  const [header, ...body] = table
  if (header.length !== 5 || header.map((cell) => cell.text).join() !== 'qid,label,doc,x,y') return undefined
  const numeric = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
  const read: TableRow[] = []
  for (const row of body) {
    if (row.length !== 5) return undefined
    const [list, label, item, ...features] = row.map(({ text: cell, quoted }, column) => ({
      text: column === 0 || column === 2 ? cell : cell.trim(), // ids stay as they are
      quoted,
    }))
    if ((list.text === '' && !list.quoted) || (item.text === '' && !item.quoted)) return undefined
    if (!numeric.test(label.text) || !Number.isFinite(Number(label.text))) return undefined
    const values = features.map((cell) => {
      if (/^(na|nan|null)?$/i.test(cell.text)) return Number.NaN
      if (/^(true|false)$/i.test(cell.text)) return Number(cell.text.toLowerCase() === 'true')
      // Numbers as people write them have tests of their own.
      return Math.fround(numeric.test(cell.text) ? Number(cell.text) : (featureValue(cell.text) ?? Infinity))
    })
    if (values.some((value) => Math.abs(value) === Infinity)) return undefined
    read.push({ list: list.text, label: Number(label.text), item: item.text, values })
  }
  return read
}

describe('against a slow reader', () => {
  const numberText = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.float({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map(String),
    fc.stringMatching(/^[+-]?[0-9]{0,20}\.?[0-9]{0,20}$/),
    fc.constantFrom('', 'NA', 'null', 'true', '1e400', '0.5'),
  )
  const idText = fc.oneof(
    fc.integer({ min: 0, max: 3 }).map(String),
    fc.string({ maxLength: 6, unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
  )
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const cellText = fc.oneof({ weight: 3, arbitrary: numberText }, { weight: 1, arbitrary: numberText.map(quote) })
  const line = fc
    .tuple(idText.map(quote), fc.oneof(fc.integer({ min: -2, max: 9 }).map(String), numberText), idText.map(quote), cellText, cellText)
    .map((cells) => cells.join(','))
  const csv = fc
    .tuple(fc.array(line, { minLength: 0, maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([lines, lineEnd, last]) => encodeUtf8(['qid,label,doc,x,y', ...lines].join(lineEnd) + (last ? lineEnd : '')))

  function agrees(bytes: Uint8Array, chunk: number): void {
    const expected = slowRows(bytes)
    let found: readonly TableRow[] | undefined
    try {
      found = rowsInFileOrder(parse(bytes, {}, chunk))
    } catch (error) {
      if (!(error instanceof RankwrightError)) throw error
    }
    // Mutations of the header may make other, equally good tables; those the slow reader does not know.
    if (expected !== undefined || found === undefined) expect(found).toEqual(expected)
    else expect(new TextDecoder().decode(bytes)).not.toMatch(/^qid,label,doc,x,y\r?\n/)
  }

  test('random tables, in pieces of any size', () => {
    fc.assert(
      fc.property(csv, fc.integer({ min: 1, max: 40 }), (bytes, chunk) => agrees(bytes, chunk)),
      { numRuns: 1500 },
    )
  })

  test('tables with bytes changed, dropped or put in', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('change', 'drop', 'insert'),
      fc.oneof(fc.constantFrom(34, 44, 10, 13, 0, 46, 45, 101, 32, 0xef), fc.integer({ min: 0, max: 255 })),
    )
    fc.assert(
      fc.property(csv, fc.array(change, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 40 }), (bytes, changes, chunk) => {
        const mutated = [...bytes]
        for (const [place, kind, byte] of changes) {
          const at = place % mutated.length
          if (kind === 'change') mutated[at] = byte
          else if (kind === 'drop') mutated.splice(at, 1)
          else mutated.splice(at, 0, byte)
        }
        agrees(Uint8Array.from(mutated), chunk)
      }),
      { numRuns: 3000 },
    )
  })
})
