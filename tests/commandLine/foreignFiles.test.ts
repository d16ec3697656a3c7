/** A file that is there already is replaced only by a file of the same kind. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { lockFile } from '@rankwright/node'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run } = commandsIn('foreign')
const at = (...names: string[]) => join(folder, ...names)
const content = (name: string) => readFileSync(at(name), 'utf8')
const elm = 'train x.txt --method elmrank --nodes 3 --out elm.json --statistics'

beforeAll(async () => {
  writeFileSync(at('x.txt'), letorSample(1, 8, 4))
  writeFileSync(at('edges.csv'), 'child,parent\na,top\nb,top\n')
  expect(await run('train x.txt --method least-squares --out m.json')).toMatchObject({ status: 0 })
  expect(await run(`${elm} s.json`)).toMatchObject({ status: 0 })
})

const newer = (name: string) => content(name).replace(/"version":\s*1/, '"version": 2')
const floats = (...shape: number[]) => {
  const head = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')}), }\n`
  const bytes = Buffer.alloc(10 + head.length + 4 * shape.reduce((a, b) => a * b))
  bytes.write(`\x93NUMPY\x01\x00${String.fromCharCode(head.length)}\x00${head}`, 'latin1')
  return bytes
}

/** What lies there, how it is called, and the command that would replace it. */
const foreign: readonly (readonly [string, string, string, () => string | Uint8Array])[] = [
  ['notes where the ids of a matrix go', 'a.npy.ids.txt', 'ontology baseline edges.csv --measure path --matrix a.npy', () => 'call Ann\n'],
  ['as many notes as there are ids', 'b.npy.ids.txt', 'ontology baseline edges.csv --measure path --matrix b.npy', () => 'x\ny\nz\n'],
  ['another matrix', 'c.npy', 'ontology baseline edges.csv --measure path --matrix c.npy', () => floats(2, 3)],
  ['a table of terms', 'd.csv', 'ontology baseline edges.csv --measure path --matrix d.csv', () => 'term,note\na,call Ann\n'],
  ['prose with commas', 'e.csv', 'convert x.txt e.csv', () => 'Dear Ann, thank you,\nand see you, Bob\n'],
  ['a table without lists', 'f.csv', 'convert x.txt f.csv', () => 'name,age\nAnn,30\n'],
  ['a table that turns into prose', 'g.csv', 'convert x.txt g.csv', () => 'qid,label,f1\n1,2,3\nDear Ann, thank you, Bob\n'],
  ['settings', 'h.jsonl', 'convert x.txt h.jsonl', () => '{"settings":true}\n'],
  ['prose after a row', 'i.txt', 'convert x.txt i.txt', () => '1 qid:1 1:2\nDear Ann\n'],
  ['a Parquet file of others', 'j.parquet', 'convert x.txt j.parquet', () => 'PAR1 something PAR1'],
  ['packed prose', 'k.csv.gz', 'convert x.txt k.csv.gz', () => gzipSync('Dear Ann, thank you\n')],
  ['sizes of lists', 'q.txt.query', 'score m.json x.txt --out q.txt.query', () => '3\n5\n'],
  ['counts', 'sizes.txt', 'score m.json x.txt --out sizes.txt', () => '3\n5\n'],
  ['numbers and prose', 'l.txt', 'score m.json x.txt --out l.txt', () => '0.5\n0.25\nmean 0.375\n'],
  ['a model of a newer version', 'n.json', 'train x.txt --method least-squares --out n.json', () => newer('m.json')],
  ['statistics of a newer version', 'o.json', `${elm} o.json`, () => newer('s.json')],
  ['a model for an output of statistics', 'p.json', `${elm} p.json`, () => content('m.json')],
  ['a page', 'r.txt', 'export m.json --to ranklib --out r.txt', () => '## Notes\ncall Ann\n'],
  ['another document', 't.json', 'export m.json --to elasticsearch --out t.json', () => '{"model": "T-34"}\n'],
  [
    'an export for another target',
    'u.js',
    'export m.json --to onnx --out u.js',
    () => '// A ranking model of the method "x", written by rankwright. It',
  ],
]

test.each(foreign)('%s: %s is not replaced by %s', async (_, name, words, made) => {
  const bytes = Buffer.from(made())
  writeFileSync(at(name), bytes)
  const outcome = await run(words)
  expect(outcome).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('--force') })
  expect(outcome.stderr).toContain(name)
  expect(readFileSync(at(name)).equals(bytes)).toBe(true)
  expect(await run(`${words} --force`)).toMatchObject({ status: 0 })
  expect(readFileSync(at(name)).equals(bytes)).toBe(false)
})

test.each([
  'train x.txt --method least-squares --out again.json',
  `${elm} again-s.json`,
  'score m.json x.txt --out again.txt',
  'convert x.txt again.letor',
  'convert x.txt again.csv',
  'convert x.txt again.tsv.gz',
  'convert x.txt again.jsonl',
  'convert x.txt again.parquet',
  'split x.txt --folds 3 --out again',
  'export m.json --to ranklib --out again.ranklib',
  'export m.json --to elasticsearch --out again.elastic',
  'export m.json --to solr --out again.solr',
  'export m.json --to js --out again.js',
  'export m.json --to onnx --out again.onnx',
  'ontology train edges.csv --out again-o.json',
  'ontology baseline edges.csv --measure path --matrix again.npy',
  'ontology baseline edges.csv --measure path --matrix again-m.npy.gz',
  'ontology baseline edges.csv --measure path --matrix again-m.csv',
  'ontology baseline edges.csv --measure path --matrix again-m.tsv',
])('%s twice replaces its own file', async (words) => {
  for (let time = 0; time < 2; time++) expect(await run(words)).toMatchObject({ status: 0 })
})

test('empty files are replaced', async () => {
  for (const name of ['none.json', 'none.csv', 'none.state']) writeFileSync(at(name), '')
  expect(await run('train x.txt --method least-squares --out none.json')).toMatchObject({ status: 0 })
  expect(await run('convert x.txt none.csv')).toMatchObject({ status: 0 })
  expect(await run('stream x.txt --target utility --state none.state')).toMatchObject({ status: 0 })
  expect(content('none.state')).toContain('"stream"')
})

test('folds of another number are not replaced, more or fewer', async () => {
  const parts = (count: number) => Array.from({ length: count }, (_, fold) => content(`k/Fold${fold + 1}/train.txt`))
  expect(await run('split x.txt --folds 3 --out k')).toMatchObject({ status: 0 })
  const before = parts(3)
  expect(await run('split x.txt --folds 4 --out k')).toMatchObject({ status: 1, stderr: expect.stringContaining('--force') })
  expect(parts(3)).toEqual(before)
  expect(await run('split x.txt --folds 4 --out k --force')).toMatchObject({ status: 0 })
  const four = parts(4)
  expect(await run('split x.txt --folds 3 --out k')).toMatchObject({ status: 1 })
  expect(parts(4)).toEqual(four)
  expect(await run('split x.txt --folds 3 --out k --force')).toMatchObject({ status: 0 })
  expect(existsSync(at('k/Fold4'))).toBe(false)
})

test('a state that a living process works on is not replaced, whatever is forced', async () => {
  expect(await run('stream x.txt --target utility --state live.json')).toMatchObject({ status: 0 })
  const before = content('live.json')
  const lock = await lockFile(at('live.json'))
  try {
    const outcome = await run('train x.txt --method least-squares --out live.json --force')
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining(`process ${process.pid}`) })
    expect(content('live.json')).toBe(before)
  } finally {
    await lock.release()
  }
  expect(await run('train x.txt --method least-squares --out live.json --force')).toMatchObject({ status: 0 })
})

test('scores are not written where they would be read as the sizes or weights of a data file', async () => {
  writeFileSync(at('beside.txt'), letorSample(2, 2, 2))
  for (const ending of ['query', 'weight']) {
    const outcome = await run(`score m.json x.txt --out beside.txt.${ending}`)
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('beside.txt') })
    expect(existsSync(at(`beside.txt.${ending}`))).toBe(false)
  }
})

test('what cannot be forced is not said to be', async () => {
  mkdirSync(at('shop'))
  writeFileSync(at('shop', 'train.csv'), 'name,age\nAnn,30\n')
  writeFileSync(at('notes.txt'), 'mine\n')
  expect((await run('demo --out shop')).stderr).toContain('--force')
  const outcome = await run('stream x.txt --target utility --state notes.txt')
  expect(outcome.status).toBe(1)
  expect(outcome.stderr).not.toContain('--force')
  expect(content('notes.txt')).toBe('mine\n')
})

test('a table with names of its own is replaced by itself, whatever the file is called, and by nothing else', async () => {
  const table = 'Suchanfrage;Note;Farbe\nrote Schuhe;2;rot\nrote Schuhe;0;blau\nHut;1;rot\nHut;0;blau\n'
  writeFileSync(at('Export'), Buffer.from(`\ufeff${table}`, 'utf16le'))
  const roles = '--list Suchanfrage --label Note'
  for (const name of ['own.csv', 'own.jsonl', 'own.tsv']) {
    expect(await run(`convert Export ${name} ${roles}`)).toMatchObject({ status: 0 })
    expect(await run(`convert Export ${name} ${roles}`)).toMatchObject({ status: 0 })
    expect((await run(`convert x.txt ${name}`)).stderr).toContain('--force')
  }
  expect(content('own.csv')).toBe(table.replaceAll(';', ','))
  for (let time = 0; time < 2; time++) expect(await run(`split Export --folds 2 --out folds ${roles}`)).toMatchObject({ status: 0 })
  expect(content(join('folds', 'Fold1', 'train.csv'))).toMatch(/^Suchanfrage,Note,Farbe\n/)
})
