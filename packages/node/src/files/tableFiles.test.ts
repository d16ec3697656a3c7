import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { evaluate, rankingLists, selectLists, train } from '@rankwright/core'
import { fileRows, tableLayout } from '@rankwright/core/data'
import { afterAll, expect, test } from 'vitest'
import { readSeries } from '../streams/readSeries.ts'
import { readLists, readListsWithProblems } from './readLists.ts'
import { writeLists } from './writeLists.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lists = rankingLists({
  features: [
    [0.1, Number.NaN],
    [2.5, -3],
    [1e-7, 16777216],
  ],
  labels: [2, 0, 1],
  lists: ['a', 'b', 'a'],
  items: ['x', 'y,"z"', 'w'],
  featureNames: ['price', 'rating'],
})

test.each(['t.csv', 't.tsv', 't.jsonl', 't.csv.gz', 't.jsonl.gz', 't.parquet', 't.parquet.gz'])(
  '%s reads back what was written',
  async (name) => {
    const path = join(folder, name)
    await writeLists(lists, path)
    expect(await readLists(path)).toEqual(lists)
  },
)

const messy = `query,sku,clicks,title,brand,price,vec
red shoes,A-1,3,"Big, red ""shoes""",Acme,$5,"[1, 2]"
wool hat,A-2,0,Warm hat of wool,Ibis,$7,"[3,4.5]"
red shoes,A-3,1,Blue shoes for rain,,N/A,
wool hat,A-4,2,Hat,Acme,$9,"[0,1]"
`

test.each(['csv', 'tsv', 'jsonl', 'parquet'])(
  'cells that are kept are written as %s and read back as the table that they were',
  async (format) => {
    const options = { keepCells: true, text: ['title'], category: ['brand'] }
    const read = await readLists(new TextEncoder().encode(messy), { name: 'm.csv', ...options })
    const path = join(folder, `cells.${format}`)
    await writeLists(read, path)
    expect({ ...(await readLists(path, options)), cells: undefined }).toEqual({ ...read, cells: undefined })
    const part = selectLists(read, [1])
    const titles = tableLayout(part).columns.find(({ name }) => name === 'title')
    expect(titles?.holds === 'text' && [titles.cells.values.length, titles.textAt(0), titles.textAt(1)]).toEqual([
      2,
      'Warm hat of wool',
      'Hat',
    ])
    await writeLists(part, path, { force: true })
    const other = `${messy
      .split('\n')
      .filter((_, line) => line % 2 === 0)
      .join('\n')}\n`
    expect((await readLists(path, { text: ['title'], category: ['brand'] })).encoders).toEqual(
      (await readLists(new TextEncoder().encode(other), { name: 'm.csv', text: ['title'], category: ['brand'] })).encoders,
    )
  },
)

test('cells are copied as they stand, also those that say nothing: in CSV and in JSON lines, in one file and in two', async () => {
  const header = 'query,label,price,share,size,x'
  const [first, second] = [['a,1,"57,894円",77 %,12,1.5', 'a,0,ask us,5 %,L,2'], ['b,1,$7,8 %,11,3']]
  const paths = [first, second].map((lines, part) => {
    const path = join(folder, `odd${part}.csv`)
    writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
    return path
  })
  const lists = await readLists(paths, { copyCells: true })
  expect([lists.featureNames, lists.encoders]).toEqual([['x'], undefined])
  const csv = join(folder, 'copied.csv')
  await writeLists(lists, csv)
  expect(readFileSync(csv, 'utf8')).toBe(`${[header, ...first, ...second].join('\n')}\n`)
  const json = join(folder, 'copied.jsonl')
  await writeLists(await readLists(paths[0], { copyCells: true }), json)
  expect(readFileSync(json, 'utf8').split('\n')[1]).toBe('{"query":"a","label":0,"price":"ask us","share":"5 %","size":"L","x":2}')
})

test('white space at the ends of cells is copied, in every format', async () => {
  const table = 'qid,label,brand,title\n1,0,"  Acme ","two\nlines "\n1,1,Ibis,"\u00a0x, y"\n2,1," N/A ",""\n'
  const path = join(folder, 'spaces.csv')
  writeFileSync(path, table)
  for (const format of ['jsonl', 'parquet', 'tsv', 'csv']) {
    const copy = join(folder, `spaces.${format}`)
    await writeLists(await readLists(path, { copyCells: true }), copy)
    const back = join(folder, 'back.csv')
    await writeLists(await readLists([copy], { copyCells: true }), back)
    expect([format, readFileSync(back, 'utf8')]).toEqual([format, table.replace('" N/A ",""', ',')])
  }
  expect((await readLists(path)).featureNames).toContain('brand=Acme')
})

test('a role that no cell has is refused with the first cell', async () => {
  const read = (role: object) => readLists(new TextEncoder().encode('qid,label,x\n1,0,\n1,1,two 39\n'), { name: 't.csv', ...role })
  for (const role of ['number', 'date', 'vector'])
    await expect(read({ [role]: ['x'] })).rejects.toThrow(`t.csv: row 2: column "x" holds "two 39", and none of its cells is a ${role}`)
  expect((await read({ text: ['x'] })).encoders?.columns[0]).toMatchObject({ kind: 'text' })
})

test('rows are written in the order of their file', async () => {
  const path = join(folder, 'order.csv')
  await writeLists(lists, path)
  expect(readFileSync(path, 'utf8')).toBe('qid,label,doc,price,rating\na,2,x,0.1,\nb,0,"y,""z""",2.5,-3\na,1,w,1e-7,16777216\n')
})

test('files of megabytes are read piece by piece', async () => {
  const path = join(folder, 'large.csv.gz')
  const text = Array.from({ length: 100_000 }, (_, row) => `q${row % 1000},${row % 4},"${row}\n",${row / 8}\n`).join('')
  writeFileSync(path, gzipSync(`qid,label,doc,x\n${text}`))
  let reported = 0
  const read = await readLists(path, { onProgress: (done) => (reported = done) })
  let row = 0
  for (const { list, item, values } of fileRows(read)) {
    if (list !== `q${row % 1000}` || item !== `${row}\n` || values[0] !== row / 8) expect.fail(`row ${row}`)
    row++
  }
  expect(row).toBe(100_000)
  expect(reported).toBe(readFileSync(path).length)
})

test('every faulty row of a table is reported', async () => {
  const path = join(folder, 'faulty.tsv')
  writeFileSync(path, `qid\tlabel\n${'1\tbad\n'.repeat(150)}1\t2\n`)
  const { lists: sound, problems, problemCount } = await readListsWithProblems(path)
  expect([sound.labels.length, problems.length, problemCount]).toEqual([1, 100, 150])
  expect(problems[7]).toMatchObject({ code: 'cell-not-a-label', at: { file: path, line: 9, column: 3 } })
})

test('a column that is text further down than anybody looks at first is read as text', async () => {
  const rows = (cell: (row: number) => string) =>
    new TextEncoder().encode(
      `qid,label,size,x\n${Array.from({ length: 60_000 }, (_, row) => `${row >> 3},${row & 1},${cell(row)},${row}.25\n`).join('')}`,
    )
  const late = rows((row) => (row < 25_000 ? String(row % 9) : `size ${row % 7}`))
  const read = await readLists(late, { name: 'late.csv' })
  expect(read.labels.length).toBe(60_000)
  expect(read.featureNames).toEqual(expect.arrayContaining(['size=size 1', 'x']))
  const packed = await readLists(gzipSync(late), { name: 'late.csv.gz', encoding: 'windows-1252' })
  expect(packed.featureNames).toEqual(read.featureNames)
  const odd = rows((row) => (row === 59_000 ? 'junk' : String(row % 9)))
  await expect(readLists(odd, { name: 'odd.csv' })).rejects.toThrow('odd.csv:59002:8: column "size" holds "junk", not a number.')
})

test('a table in another encoding is read as the same table in UTF-8, as a whole and list by list', async () => {
  const text = messy.replaceAll('Acme', 'Café').replace('$5', '5 €').replace('Warm hat', '“Warm” hat')
  const bytes = { 'utf-8': Buffer.from(text), 'utf-16le': Buffer.from(text, 'utf16le'), 'windows-1252': inWindows(text) } as const
  const expected = await readLists(bytes['utf-8'], { name: 't.csv' })
  expect(expected.featureNames).toContain('brand=Café')
  for (const encoding of ['utf-16le', 'windows-1252'] as const) {
    expect(await readLists(bytes[encoding], { name: 't.csv', encoding })).toEqual(expected)
    expect(await readLists(gzipSync(bytes[encoding]), { name: 't.csv.gz', encoding })).toEqual(expected)
    const path = join(folder, `${encoding}.csv`)
    writeFileSync(path, bytes[encoding])
    expect(await readLists([path], { encoding })).toEqual(expected)
    expect(await seriesIn(path, { encoding })).toEqual(await seriesIn(bytes['utf-8'], { name: 't.csv' }))
  }
  await expect(readLists(bytes['windows-1252'], { name: 't.csv' })).rejects.toThrow(
    "t.csv:2:38: the text is not UTF-8. Save the file as UTF-8, or give its encoding, such as `encoding: 'windows-1252'` for most files of Windows.",
  )
  await writeLists(lists, join(folder, 'numbers.parquet'))
  await expect(readLists(join(folder, 'numbers.parquet'), { encoding: 'latin1' })).rejects.toThrow('it only works with text')
})

/** Text as Windows-1252. */
function inWindows(text: string): Buffer {
  const beyond: Readonly<Record<string, string>> = { '€': '\x80', '“': '\x93', '”': '\x94' }
  return Buffer.from(
    text.replaceAll(/[€“”]/g, (character) => beyond[character]),
    'latin1',
  )
}

async function seriesIn(...input: Parameters<typeof readSeries>) {
  const found: unknown[] = []
  for await (const batch of readSeries(...input)) found.push(...batch)
  return found
}

/** What the columns of a text are used as. */
async function rolesIn(text: string, options: Parameters<typeof readLists>[1]) {
  const roles: Record<string, string> = {}
  const onColumns = (columns: readonly { readonly name: string; readonly role: string; readonly reason: string }[]) => {
    for (const { name, role, reason } of columns) roles[name] = `${role}, ${reason}`
  }
  const read = await readLists(new TextEncoder().encode(text), { ...options, onColumns })
  return { roles, read }
}

test.each([
  ['plain numbers', 'price', '3', '7'],
  ['words', 'brand', 'Acme', 'Ibis'],
])('a column without any value beside %s is ignored, and may hold anything later', async (_, name, one, other) => {
  const table = (cell: string) =>
    `qid,label,${name},x\n1,1,${one},${cell}\n1,0,${other},${cell}\n2,1,${one},${cell}\n2,0,${other},${cell}\n`
  const { roles, read } = await rolesIn(table(''), { name: 't.csv', ignoreEmpty: true })
  expect(roles['x']).toBe('ignored, no row has a value')
  expect(read.featureNames).not.toContain('x')
  const model = train(read, { method: 'least-squares' })
  for (const cell of ['red', '5', '']) {
    const own = model.encoders === undefined ? { encode: false } : { encoders: model.encoders }
    const again = await readLists(new TextEncoder().encode(table(cell)), { name: 'u.csv', ...own, ignoreEmpty: true })
    expect(evaluate(model, again).metrics['ndcg@10']).toBe(1)
  }
})

test('a column that is empty in data to be measured is still there', async () => {
  const bytes = new TextEncoder().encode('qid,label,x\n1,1,\n1,0,\n')
  expect((await readLists(bytes, { name: 't.csv' })).featureNames).toEqual(['x'])
  expect((await readLists(bytes, { name: 't.csv', encode: false, ignoreEmpty: true })).featureNames).toEqual(['x'])
})

test('a column that is empty in one of two files has the values of the other', async () => {
  const path = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const files = [path('full.csv', 'qid,label,x\n1,1,2\n1,0,3\n'), path('bare.csv', 'qid,label,x\n2,1,\n2,0,\n')]
  const told: string[] = []
  const lists = await readLists(files, { ignoreEmpty: true, onColumns: (columns) => told.push(...columns.map(({ reason }) => reason)) })
  expect([lists.featureNames, told.at(-1)]).toEqual([['x'], 'numbers'])
})

test('rows with a fault do not change what columns are taken for', async () => {
  const text = 'qid,label,a,t\n1,1,2,"red" shoe\n1,0,z,hat\n2,1,z,hat\n2,0,q,hat\n'
  const { problems } = await readListsWithProblems(new TextEncoder().encode(text), { name: 't.csv' })
  expect(problems.map(({ code }) => code)).toEqual(['text-after-quote'])
  const lines = '{"qid":1,"label":1,"a":"hat"\n{"qid":1,"label":0,"a":"cap"}\n{"qid":1,"label":1,"a":"hat"}\n'
  const json = await readListsWithProblems(new TextEncoder().encode(lines), { name: 't.jsonl' })
  expect(json.problems.map(({ code }) => code)).toEqual(['json-malformed'])
})

test('objects within the features of JSON lines are columns, and every key is told', async () => {
  const row = (item: string, days: number, how: string) =>
    `{"doc":"${item}","label":${days},"features":{"price":${days},"ship":{"days":${days},"how":"${how}"}}}`
  const text = `{"query":"a","season":"x","items":[${row('p', 1, 'air')},${row('q', 0, 'sea')}]}\n`
  const { roles, read } = await rolesIn(text, { name: 't.jsonl' })
  expect(roles).toEqual({
    query: 'list, it is called query',
    doc: 'item, it is called doc',
    label: 'label, it is called label',
    price: 'number, numbers',
    'ship.days': 'number, numbers',
    'ship.how': 'category, 2 different values',
    season: 'ignored, beside the items, not in them',
  })
  expect(read.featureNames).toEqual(['price', 'ship.days', 'ship.how=air', 'ship.how=sea'])
})

test('labels are read as they are written where all are written so', async () => {
  const labelsOf = async (name: string, text: string, options = {}) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return Array.from((await readLists(path, options)).labels)
  }
  expect(await labelsOf('words.csv', 'qid,label,x\n1,yes,1\n1,No,2\n')).toEqual([1, 0])
  expect(await labelsOf('truths.jsonl', '{"qid":1,"label":true,"x":1}\n{"qid":1,"label":false,"x":2}\n')).toEqual([1, 0])
  const commas = 'qid;label;brand\n1;2,5;a\n1;0;b\n1;1.000;b\n'
  expect(await labelsOf('commas.csv', commas)).toEqual([2.5, 0, 1000])
  const { encoders } = await readLists(join(folder, 'commas.csv'))
  expect(await labelsOf('commas.csv', commas, { encoders })).toEqual([2.5, 0, 1000])
  expect(await labelsOf('commas.csv', commas, { encoders, unlabelled: true })).toEqual([2.5, 0, 1000])
  const twice = [join(folder, 'commas.csv'), join(folder, 'commas.csv')]
  expect(Array.from((await readLists(twice, { sameLists: 'apart' })).labels)).toEqual([2.5, 0, 1000, 2.5, 0, 1000])
  await expect(labelsOf('slip.csv', 'qid,label,x\n1,0,1\n1,yes,2\n')).rejects.toThrow('slip.csv:3:3: the label in column "label" is "yes"')
})
