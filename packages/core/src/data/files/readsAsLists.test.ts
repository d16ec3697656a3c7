import { expect, test } from 'vitest'
import { parseLetor } from '../letor/letorParser.ts'
import { letorText } from '../letor/letorWriter.ts'
import { joinedBytes } from '../sources/byteSource.ts'
import { delimitedText, jsonLines } from '../tables/tableText.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { readsAsLists } from './readsAsLists.ts'

const lists = parseLetor('1 qid:a 1:0.5 2:NULL\n0 qid:a 1:2 2:3\n2 qid:b 1:0 2:0\n')

test.each([
  ['LETOR', letorText],
  ['CSV', (each: typeof lists) => delimitedText(each)],
  ['TSV', (each: typeof lists) => delimitedText(each, '\t')],
  ['JSON lines', jsonLines],
])('%s as we write it reads as lists, cut anywhere after its first line', (_, write) => {
  const bytes = joinedBytes([...write(lists)])
  expect(readsAsLists(bytes, true)).toBe(true)
  for (let cut = bytes.indexOf(10) + 1; cut < bytes.length; cut++)
    expect([cut, readsAsLists(bytes.subarray(0, cut), false)]).toEqual([cut, true])
})

test.each(['qid,label,f1\n1,2,three\n', 'search_term,clicks,title,price\nred shoes,3,"Shoes, red",$4\n'])(
  '%j, a table of text, does too',
  (text) => {
    expect(readsAsLists(encodeUtf8(text), true)).toBe(true)
  },
)

test('a table with unusual names does if they are given, and only then', () => {
  const table = encodeUtf8('Suchanfrage,Note,Preis\nrote Schuhe,2,12 €\n')
  expect(readsAsLists(table, true)).toBe(false)
  expect(readsAsLists(table, true, { list: 'Suchanfrage', label: 'Note' })).toBe(true)
  expect(readsAsLists(encodeUtf8('name,age\nAnn,30\n'), true, { list: 'Suchanfrage', label: 'Note' })).toBe(false)
})

test.each([
  'Dear Ann, thank you,\nand see you, Bob\n',
  'name,age\nAnn,30\n',
  'qid,label,f1\n1,2,3\nDear Ann\n',
  '{"settings":true}\n',
  '1 qid:1 1:2\nDear Ann\n',
  'a,b',
  '',
  '\n',
])('%j does not', (text) => {
  expect(readsAsLists(encodeUtf8(text), true)).toBe(false)
})
