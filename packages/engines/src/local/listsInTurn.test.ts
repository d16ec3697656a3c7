import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { madeLists } from '@rankwright/contracts'
import type { RankingLists } from '@rankwright/core'
import { fingerprint, type ReadListsOptions } from '@rankwright/core/data'
import { readLists, writeLists } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'
import { listsInTurn, NotInTurn } from './listsInTurn.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-in-turn-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const made = madeLists(1, { lists: 40, longest: 9, width: 12, shown: 3 })
const named = { ...made, featureNames: Array.from({ length: 12 }, (_, feature) => `f${feature}`) }
for (const name of ['one.txt', 'one.csv.gz', 'one.jsonl', 'one.parquet']) await writeLists(name.endsWith('.txt') ? made : named, at(name))
const others = madeLists(2, { lists: 5, longest: 9, width: 15, shown: 4 })
await writeLists({ ...others, listIds: ['a', 'b', 'c', 'd', 'e'] }, at('two.txt'))
writeFileSync(at('raw.csv'), 'qid,label,colour\na,1,red\na,0,blue\nb,0,red\nb,1,green\n')
writeFileSync(at('apart.csv'), 'qid,label,x\na,1,2\nb,0,3\na,0,4\n')
writeFileSync(at('empty.csv'), 'qid,label,x,y\na,1,2,\na,0,3,\nb,0,4,\n')
writeFileSync(at('races.csv'), 'qid,label,x\na,=1,2\na,=1,3\nb,2,4\nb,1,4\n')
writeFileSync(at('excel.csv'), 'sep=;\nqid;label;x\na;1;2\na;0;3\nb;0;4\n')
writeFileSync(at('today.csv'), 'qid,x\na,2\na,3\nb,4\n')
writeFileSync(at('bars.csv'), 'qid|label|x\na|1|2\na|0|3\nb|0|4\n')
writeFileSync(at('sized.txt'), '1 1:1\n0 1:2\n')
writeFileSync(at('sized.txt.query'), '2\n')

async function joined(files: readonly string[], reading: ReadListsOptions): Promise<RankingLists> {
  const chunks: RankingLists[] = []
  for await (const chunk of listsInTurn(files, reading)) chunks.push(chunk)
  expect(chunks).toHaveLength(1)
  return chunks[0]
}

test.each<[files: readonly string[], reading: ReadListsOptions]>([
  [['one.txt'], {}],
  [['one.txt', 'two.txt'], {}],
  [['one.csv.gz'], { features: ['f2', 'f3'] }],
  [['one.jsonl'], { ignore: ['f1'] }],
  [['one.txt', 'two.txt'], { grades: 'quantile:2' }],
  [['one.jsonl'], { grades: { kind: 'log' } }],
  [['one.jsonl'], { list: 'qid', ignoreEmpty: true }],
  [['one.csv.gz'], { encode: false, ranks: false }],
  [['excel.csv'], {}],
  [['today.csv'], { unlabelled: true }],
  [['one.jsonl'], { unlabelled: true, ranks: false }],
  [['one.txt'], { unlabelled: true }],
  [['bars.csv'], {}],
  [['races.csv'], { encode: false, ranks: true }],
  [['one.jsonl'], { sideColumns: { list: 'qid', label: 'grade' }, ignoreEmpty: true }],
])('%s: lists that come one by one are those of the files as a whole', async (files, reading) => {
  const paths = files.map(at)
  const { itemIds: _, sourceRows: __, features: ___, ...whole } = await readLists(paths, reading)
  const { features: ____, ...inTurn } = await joined(paths, reading)
  expect(inTurn).toEqual(whole)
  expect(fingerprint(await joined(paths, reading))).toBe(fingerprint(await readLists(paths, reading)))
})

test.each<[what: string, file: string, reading: ReadListsOptions]>([
  ['cells that are not numbers', 'raw.csv', {}],
  ['rows of a list that stand apart', 'apart.csv', {}],
  ['sizes of lists in another file', 'sized.txt', {}],
  ['Parquet', 'one.parquet', {}],
  ['a column without values', 'empty.csv', { ignoreEmpty: true }],
  ['chosen features of numbered ones', 'one.txt', { features: ['1-3'] }],
])('%s: the file has to be read as a whole', async (_, file, reading) => {
  await expect(joined([at(file)], reading)).rejects.toThrow(NotInTurn)
})
