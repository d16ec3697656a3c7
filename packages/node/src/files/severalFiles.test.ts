import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Problem, type RankingLists, RankwrightError } from '@rankwright/core'
import { fingerprint } from '@rankwright/core/data'
import { expect, test } from 'vitest'
import { dataFiles } from './dataFiles.ts'
import { readLists, readListsWithProblems } from './readLists.ts'
import { withTemporaryFolder } from './temporaryFolder.ts'
import { writeLists } from './writeLists.ts'

/** Writes files and hands over their paths. */
async function withFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (path: (name: string) => string) => Promise<void>,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    await use((name) => join(folder, name))
  })
}

async function problemOf(reading: Promise<unknown>): Promise<Problem> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof RankwrightError)) throw new Error(`not refused: ${String(error)}`)
  return error.problems[0]
}

const plainly = ({ encoders, ...lists }: RankingLists) => ({ ...lists, listIds: [...lists.listIds], encoders: JSON.stringify(encoders) })

const letor = {
  'a.txt': '2 qid:1 1:0.5 2:1\n0 qid:1 1:0.25\n1 qid:2 3:4\n',
  'b.txt': '0 qid:3 1:2 7:0.5\n1 qid:3 2:1\n',
}

test('LETOR files are read as one, with the features of the widest', async () => {
  await withFiles({ ...letor, 'all.txt': letor['a.txt'] + letor['b.txt'], 'b.txt.gz': gzipSync(letor['b.txt']) }, async (path) => {
    const one = await readLists(path('all.txt'))
    const many = await readLists([path('a.txt'), path('b.txt')])
    expect(many).toEqual(one)
    expect(many.width).toBe(7)
    expect(await readLists([path('a.txt'), path('b.txt.gz')])).toEqual(one)
    expect(fingerprint(many)).toEqual(fingerprint(one))
    expect((await readLists([path('b.txt'), path('a.txt')])).listIds).toEqual(['3', '1', '2'])
  })
})

test('features that occur rarely get the columns that they would get in one file', async () => {
  const rows = (lists: string, feature: number) =>
    Array.from({ length: 400 }, (_, row) => `${row % 2} qid:${lists}${row >> 2} ${feature + row}:1 ${900_000 + row}:2\n`).join('')
  await withFiles({ 'a.txt': rows('a', 5), 'b.txt': rows('b', 300_000), 'all.txt': rows('a', 5) + rows('b', 300_000) }, async (path) => {
    const one = await readLists(path('all.txt'))
    expect(one.othersAreZero).toBe(true)
    expect(await readLists([path('a.txt'), path('b.txt')])).toEqual(one)
  })
})

test('files beside LETOR files belong to their file, and lists without names are numbered on', async () => {
  const files = {
    'a.txt': '1 1:1\n0 1:2\n2 1:3\n',
    'a.txt.query': '2\n1\n',
    'a.txt.weight': '3\n3\n1\n',
    'b.txt': '0 1:4\n1 1:5\n',
    'b.txt.query': '2\n',
  }
  await withFiles(files, async (path) => {
    const notes: Problem[] = []
    const { listIds, offsets, listWeights } = await readLists([path('a.txt'), path('b.txt')], { onNote: (note) => notes.push(note) })
    expect([listIds, [...offsets], [...listWeights!]]).toEqual([
      ['1', '2', '3'],
      [0, 2, 3, 5],
      [3, 1, 1],
    ])
    expect(notes).toEqual([{ area: 'data', code: 'weights-in-some-files', at: { file: path('b.txt') }, others: path('a.txt') }])
    writeFileSync(path('b.txt.query'), '3\n')
    expect(await problemOf(readLists([path('a.txt'), path('b.txt')]))).toMatchObject({
      code: 'group-sizes-do-not-add-up',
      at: { file: path('b.txt.query'), line: 1 },
    })
  })
})

test('a list in two files is refused with both places, unless it is said what that means', async () => {
  await withFiles({ 'a.txt': letor['a.txt'], 'b.txt': '# rows\n3 qid:9 1:1\n1 qid:2 1:1\n' }, async (path) => {
    const both = [path('a.txt'), path('b.txt')]
    expect(await problemOf(readLists(both))).toEqual({
      area: 'data',
      code: 'list-in-two-files',
      at: { file: path('b.txt'), line: 3, column: 1 },
      list: '2',
      first: { file: path('a.txt'), line: 3, column: 1 },
    })
    const joined = await readLists(both, { sameLists: 'join' })
    expect([joined.listIds, [...joined.labels], [...joined.sourceRows!]]).toEqual([
      ['1', '2', '9'],
      [2, 0, 1, 1, 3],
      [0, 1, 2, 4, 3],
    ])
    const apart = await readLists(both, { sameLists: 'apart' })
    expect([apart.listIds, [...apart.labels]]).toEqual([
      ['1', `${path('a.txt')}:2`, '9', `${path('b.txt')}:2`],
      [2, 0, 1, 3, 1],
    ])
  })
})

test('a faulty row is told with the file it stands in', async () => {
  await withFiles(
    { ...letor, 'c.txt': '1 qid:8 1:1\n1 qid:8 1:x\n', 'a.csv': 'qid,label,a\n1,1,2\n', 'b.csv': 'qid,label,a\n\n2,x,2\n2,1,3\n' },
    async (path) => {
      expect(await problemOf(readLists([path('a.txt'), path('b.txt'), path('c.txt')]))).toMatchObject({
        code: 'value-not-a-number',
        at: { file: path('c.txt'), line: 2, column: 11 },
      })
      expect(await problemOf(readLists([path('a.csv'), path('b.csv')]))).toMatchObject({ at: { file: path('b.csv'), line: 3, column: 3 } })
      const { lists, problemCount } = await readListsWithProblems([path('a.csv'), path('b.csv')])
      expect([lists.listIds, problemCount]).toEqual([['1', '2'], 1])
      expect(await problemOf(readLists([path('a.txt'), path('a.csv')]))).toMatchObject({
        code: 'files-of-two-kinds',
        at: { file: path('a.csv') },
      })
      expect(await problemOf(readLists([]))).toMatchObject({ area: 'argument' })
      expect(await problemOf(readLists([path('a.csv'), path('b.csv')], { name: 'x' }))).toMatchObject({ option: 'name' })
    },
  )
})

const header = 'query,grade,title,brand,price,day\n'
const monday = [
  'red cup,2,"a red cup, new",Acme,"$1,200.50",2026-01-02\n',
  'red cup,0,a lid,Ibis,n/a,2025-11-30\n',
  'blue jar,1,a blue jar,Acme,$3,2025-12-24\n',
]
const tuesday = ['green hat,0,a grey hat,Lynx,$8,2026-02-01\n', 'green hat,1,a green hat,Acme,$9,2026-02-02\n']

test('a column of the model that some files lack is missing there, one that none has is an error', async () => {
  const files = {
    'a.csv': 'qid,label,x,brand\n1,1,2,Acme\n1,0,3,Ibis\n',
    'b.csv': 'qid,label,x,brand,colour\n2,1,2,Acme,red\n2,0,3,Ibis,blue\n',
    'c.jsonl': '{"qid":3,"label":1,"x":1,"brand":"Acme"}\n',
  }
  await withFiles(files, async (path) => {
    const trained = await readLists([path('a.csv'), path('b.csv')])
    const encoders = trained.encoders!
    const notes: Problem[] = []
    const again = await readLists([path('a.csv'), path('b.csv')], { encoders, onNote: (note) => void notes.push(note) })
    expect(again.features).toEqual(trained.features)
    expect(notes).toMatchObject([{ code: 'columns-of-other-files', at: { file: path('a.csv') }, missing: ['colour'] }])
    const beside = await readLists([path('b.csv'), path('c.jsonl')], { encoders })
    expect(beside.labels.length).toBe(3)
    for (const lacking of [['a.csv'], ['c.jsonl'], ['a.csv', 'c.jsonl']])
      expect(await problemOf(readLists(lacking.map(path), { encoders }))).toMatchObject({
        code: 'columns-of-model-missing',
        missing: ['colour'],
      })
  })
})

test('a column without any value is ignored in files of every kind, alone and together', async () => {
  const lines = '{"qid":1,"label":1,"x":1,"n":null}\n{"qid":1,"label":0,"x":2,"n":null}\n'
  await withFiles({ 'n.jsonl': lines }, async (path) => {
    const { featureNames: _, ...whole } = await readLists(path('n.jsonl'))
    await writeLists({ ...whole, featureNames: ['x', 'n'] }, path('n.parquet'))
    for (const files of [['n.jsonl'], ['n.parquet']]) {
      const found: string[] = []
      const lists = await readLists(path(files[0]), {
        ignoreEmpty: true,
        onColumns: (columns) => void found.push(...columns.map(({ name, role, reason }) => `${name} ${role} ${reason}`)),
      })
      expect(lists.featureNames).toEqual(['x'])
      expect(found).toContain('n ignored no row has a value')
    }
    const both = await readLists([path('n.jsonl'), path('n.parquet')], { ignoreEmpty: true, sameLists: 'apart' })
    expect(both.featureNames).toEqual(['x'])
  })
})

test('a key called features that holds a value is a column', async () => {
  const lines = '{"qid":1,"label":1,"features":"sea view","x":1}\n{"qid":1,"label":0,"features":"garden","x":2}\n'
  await withFiles({ 'f.jsonl': lines, 'g.jsonl': lines.replaceAll('"qid":1', '"qid":2') }, async (path) => {
    const names = ['features=garden', 'features=sea view', 'x']
    expect((await readLists(path('f.jsonl'))).featureNames).toEqual(names)
    expect((await readLists([path('f.jsonl'), path('g.jsonl')])).featureNames).toEqual(names)
    const { encoders } = await readLists(path('f.jsonl'), { ignore: ['features'], missingWords: ['none'] })
    expect((await readLists(path('g.jsonl'), { encoders: encoders! })).featureNames).toEqual(['x'])
  })
})

test('tables are joined before encoders are fitted', async () => {
  const files = {
    'a.csv': header + monday.join(''),
    'b.csv': header + tuesday.join(''),
    'all.csv': header + monday.join('') + tuesday.join(''),
  }
  await withFiles(files, async (path) => {
    const one = await readLists(path('all.csv'))
    expect(one.encoders).toBeDefined()
    const columns: string[] = []
    const many = await readLists([path('a.csv'), path('b.csv')], { onColumns: (told) => columns.push(...told.map(({ name }) => name)) })
    expect(plainly(many)).toEqual(plainly(one))
    expect(columns).toEqual(header.trim().split(','))
    // Columns in another order, and in another format.
    const turned = tuesday.map((row) => row.trim().split(',').reverse().join('\t')).join('\n')
    writeFileSync(path('b.tsv'), `${header.trim().split(',').reverse().join('\t')}\n${turned}\n`)
    expect(plainly(await readLists([path('a.csv'), path('b.tsv')]))).toEqual(plainly(one))
    // With the encoders of a model.
    const scored = await readLists([path('a.csv'), path('b.csv')], { encoders: one.encoders! })
    expect(scored.featureNames).toEqual(one.featureNames)
  })
})

test('what is text in one table is text in all, wherever the text stands', async () => {
  await withFiles(
    { 'a.csv': 'qid,label,size\n1,1,5\n1,0,6\n', 'b.csv': 'qid,label,size\n2,1,small\n2,0,large\n3,1,small\n3,0,medium\n' },
    async (path) => {
      const { featureNames } = await readLists([path('a.csv'), path('b.csv')])
      expect(featureNames).toContain('size=small')
      expect(featureNames).toContain('size=5')
    },
  )
})

test('a column that a file lacks is missing there, and that is said', async () => {
  await withFiles({ 'a.csv': 'qid,label,a,b\n1,1,2,3\n', 'b.csv': 'qid,label,c,a\n2,1,5,6\n' }, async (path) => {
    const notes: Problem[] = []
    const { features, featureNames } = await readLists([path('a.csv'), path('b.csv')], { onNote: (note) => notes.push(note) })
    expect(featureNames).toEqual(['a', 'b', 'c'])
    expect([...(features.values as Float32Array)]).toEqual([2, 3, Number.NaN, 6, Number.NaN, 5])
    expect(notes).toMatchObject([
      { code: 'columns-of-other-files', at: { file: path('a.csv') }, missing: ['c'] },
      { code: 'columns-of-other-files', at: { file: path('b.csv') }, missing: ['b'] },
    ])
    expect((await readLists([path('a.csv'), path('b.csv')], { category: ['b'] })).featureNames).toContain('b=3')
    expect(await problemOf(readLists([path('a.csv'), path('b.csv')], { category: ['x'] }))).toMatchObject({ code: 'unknown-column' })
  })
})

test('the list is in the same column of every table', async () => {
  await withFiles({ 'a.csv': 'qid,label,a\n1,1,2\n', 'b.csv': 'query,label,a\n2,1,5\n' }, async (path) => {
    expect(await problemOf(readLists([path('a.csv'), path('b.csv')]))).toMatchObject({
      code: 'role-in-another-column',
      at: { file: path('b.csv') },
      found: 'query',
      first: 'qid',
    })
  })
})

test('lists that are kept apart are compared by their query all the same', async () => {
  const rows = 'query,grade,title\nred cup,2,a red cup\nred cup,0,a lid\n'
  await withFiles({ 'a.csv': rows, 'b.csv': rows }, async (path) => {
    const apart = await readLists([path('a.csv'), path('b.csv')], { sameLists: 'apart', text: ['title'], match: ['query~title'] })
    expect(apart.listIds).toEqual([`${path('a.csv')}:red cup`, `${path('b.csv')}:red cup`])
    const { features, width, featureNames } = apart
    const match = featureNames!.findIndex((name) => name.includes('query~title'))
    expect(match).toBeGreaterThanOrEqual(0)
    const values = features.values as Float32Array
    expect(values[match]).toBeGreaterThan(0)
    expect(values[2 * width + match]).toBe(values[match])
  })
})

test('cells that are kept, items and weights go with their rows', async () => {
  const table = (list: string, weight: string) =>
    `qid,label,doc,a,w,title\n${list},1,x,1,${weight},t${list}\n${list},0,y,2,${weight},u${list}\n`
  await withFiles({ 'a.csv': table('1', '2'), 'b.csv': table('2', '0.5'), 'c.csv': table('3', '-1') }, async (path) => {
    let cells: readonly (string | undefined)[] = []
    const reading = {
      weight: 'w',
      ignore: ['title'],
      keep: ['title'],
      onKept: (kept: readonly { readonly cells: typeof cells }[]) => void (cells = kept[0].cells),
    }
    const lists = await readLists([path('a.csv'), path('b.csv')], reading)
    expect([[...lists.listWeights!], lists.itemIds, cells]).toEqual([
      [2, 0.5],
      ['x', 'y', 'x', 'y'],
      ['t1', 'u1', 't2', 'u2'],
    ])
    expect(await problemOf(readLists([path('a.csv'), path('c.csv')], reading))).toMatchObject({
      code: 'cell-not-a-weight',
      at: { file: path('c.csv'), row: 1 },
    })
  })
})

test('Parquet files are joined, and bytes in memory are', async () => {
  await withFiles({ 'a.csv': 'qid,label,a,b\n1,1,2,3\n', 'b.csv': 'qid,label,b,a\n2,1,5,6\n' }, async (path) => {
    for (const name of ['a', 'b']) await writeLists(await readLists(path(`${name}.csv`)), path(`${name}.parquet`))
    const one = await readLists([path('a.csv'), path('b.csv')])
    expect(await readLists([path('a.parquet'), path('b.parquet')])).toEqual(one)
    expect(await readLists([path('a.parquet'), path('b.csv')])).toEqual(one)
    const [first, second] = [Buffer.from('{"qid":"1","label":1,"a":2,"b":3}\n'), Buffer.from('{"qid":"2","label":1,"b":5,"a":6}\n')]
    const stream = (bytes: Uint8Array) =>
      (async function* () {
        yield bytes.slice(0, 7)
        yield bytes.slice(7)
      })()
    expect(await readLists([first, stream(second)], { format: 'jsonl' })).toEqual(one)
  })
})

test('each CIFAR file is a list', async () => {
  const image = new Uint8Array(3073).fill(51)
  image[0] = 3
  const lists = await readLists([image, image], { format: 'cifar' })
  expect([lists.listIds, [...lists.labels], lists.width]).toEqual([['1', '2'], [3, 3], 3072])
})

test('folders and patterns stand for data files', async () => {
  const files = {
    'Fold1/train.txt': '',
    'Fold1/vali.txt': '',
    'Fold1/test.txt': '',
    'parts/b.csv': '',
    'parts/a.csv': '',
    'parts/_done': '',
    'parts/readme.txt': '',
    'S1.txt': '',
    'S2.txt.gz': '',
    'S2.txt.weight': '',
    '[x].txt': '',
    'empty/x.md': '',
  }
  await withFiles(files, async (path) => {
    const found = async (name: string, part?: 'train' | 'test') => dataFiles([path(name)], part && { part })
    expect(await found('Fold1', 'train')).toEqual([path('Fold1/train.txt')])
    expect(await found('Fold1', 'test')).toEqual([path('Fold1/test.txt')])
    expect(await problemOf(found('Fold1'))).toMatchObject({ code: 'folder-without-data' })
    expect(await found('parts')).toEqual([path('parts/a.csv'), path('parts/b.csv')])
    expect(await found('S?.txt*')).toEqual([path('S1.txt'), path('S2.txt.gz'), path('S2.txt.weight')])
    expect(await found('[x].txt')).toEqual([path('[x].txt')])
    expect(await found('**/*.csv')).toEqual([path('parts/a.csv'), path('parts/b.csv')])
    expect(await found('*/t*.txt')).toEqual([path('Fold1/test.txt'), path('Fold1/train.txt')])
    expect(await found('missing.txt')).toEqual([path('missing.txt')])
    expect(await dataFiles(['-'])).toEqual(['-'])
    expect(await problemOf(found('T*.txt'))).toMatchObject({ code: 'nothing-matches' })
    expect(await problemOf(found('empty'))).toMatchObject({ code: 'folder-without-data', found: ['x.md'] })
    expect(await problemOf(dataFiles([path('S1.txt'), path('S*.txt')]))).toMatchObject({ code: 'file-given-twice' })
  })
})
