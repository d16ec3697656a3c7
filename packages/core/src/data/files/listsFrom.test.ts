import { expect, test } from 'vitest'
import { parseLetor } from '../letor/letorParser.ts'
import { openStored } from '../sources/openStored.ts'
import { storedInput } from '../sources/storedInput.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { listsFrom, type ReadListsOptions } from './listsFrom.ts'

const readers = { parquet: async () => expect.fail('there is no Parquet here') }

async function* oneByOne(text: string): AsyncGenerator<Uint8Array> {
  for (const byte of encodeUtf8(text)) yield Uint8Array.of(byte)
}

async function read(text: string, options: ReadListsOptions = {}) {
  const stored = await storedInput(oneByOne(text), options.name)
  return listsFrom(await openStored(stored, options, { unpack: () => expect.fail('nothing here is compressed') }), options, readers)
}

test.each([
  ['# note\n\n2 qid:a 1:1\n1 qid:b 1:3\n'],
  ['qid\tlabel\t1\na\t2\t1\nb\t1\t3\n'],
  ['qid,label,1\na,2,1\nb,1,3'],
  ['{"qid":"a","label":2,"1":1}\n{"qid":"b","label":1,"1":3}\n'],
])('%j, byte by byte and without a name, is known by its first line', async (text) => {
  const expected = parseLetor('2 qid:a 1:1\n1 qid:b 1:3\n')
  const { features, labels, listIds } = await read(text)
  expect({ features, labels, listIds }).toMatchObject({ features: expected.features, labels: expected.labels, listIds: ['a', 'b'] })
})

test('the format that is given counts before the name, and the name before the content', async () => {
  expect((await read('2 qid:a,b 1:1\n', { name: 'x.csv', format: 'letor' })).listIds).toEqual(['a,b'])
  await expect(read('2 qid:a 1:1\n', { name: 'x.csv' })).rejects.toThrow('x.csv:1')
})

test('a name of LETOR files counts where the first line is none of a table', async () => {
  const tables = [
    'qid,label,price\na,2,1\n',
    'qid\tlabel\tprice\na\t2\t1\n',
    'qid;label;price\na;2;1\n',
    '{"qid":"a","label":2,"price":1}\n',
  ]
  for (const text of tables)
    expect(await read(text, { name: 'export.txt' })).toMatchObject({ listIds: ['a'], featureNames: ['price'], labels: Float64Array.of(2) })
  expect((await read('2 qid:a 1:1\n', { name: 'x.txt' })).listIds).toEqual(['a'])
  await expect(read('hello\n', { name: 'x.txt' })).rejects.toMatchObject({ problems: [{ area: 'data', code: 'label-not-a-number' }] })
})

test.each(['list', 'label', 'item'] as const)('%s has no meaning in LETOR and is refused', async (option) => {
  await expect(read('2 qid:a 1:1\n', { [option]: 'x' })).rejects.toMatchObject({
    problems: [{ code: 'option-without-effect', option, needs: expect.stringMatching(/^tables \(CSV, .*Parquet\), and data is letor$/) }],
  })
})

test('nothing, and what looks like nothing, are refused', async () => {
  await expect(read('')).rejects.toMatchObject({ problems: [{ code: 'no-rows' }] })
  await expect(read('hello')).rejects.toMatchObject({ problems: [{ code: 'unknown-format' }] })
  for (const array of ['[{"qid":1,"label":0}]', '[\n  {\n "qid":1'])
    await expect(read(array, { name: 'rows.json' })).rejects.toThrow(
      'rows.json:1:1: the file is a JSON array. Write one object on each line',
    )
})

test('the place at which rows were shown is no feature, with numbers and with text beside it', async () => {
  const tables = [
    ['qid,label,x,place\nb,1,5,2\na,0,6,1\nb,0,7,N/A\n', {}],
    ['qid,label,x,place\nb,1,red,2\na,0,blue,1\nb,0,red,N/A\n', {}],
    ['qid,label,x,y,place\nb,1,5,3,2\na,0,6,3,1\nb,0,7,3,\n', { features: ['x'] }],
  ] as const
  for (const [text, options] of tables) {
    const { featureNames, shownAt } = await read(text, { ...options, position: 'place' })
    expect(shownAt).toEqual(Float64Array.of(2, Number.NaN, 1))
    expect(featureNames?.join()).not.toMatch(/place|y/)
  }
  await expect(read('qid,label,x,place\nb,1,5,top\n', { position: 'place' })).rejects.toThrow('row 1: column "place" holds "top"')
})
