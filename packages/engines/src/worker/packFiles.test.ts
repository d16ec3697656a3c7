import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { madeLists } from '@rankwright/contracts'
import { type RankingLists, selectLists } from '@rankwright/core'
import { writeParquet } from '@rankwright/parquet'
import { afterAll, expect, test } from 'vitest'
import { ListPacker } from '../packed/listPacker.ts'
import { joinedLists } from '../spark/table/joinedLists.ts'
import { sectionSizes } from '../spark/table/sectionSizes.ts'
import { version } from '../version.ts'
import { reportedProblem } from './answerRows.ts'
import { CONTROL_A } from './fields.ts'
import { type FileLists, fileLists } from './fileLists.ts'
import { packedPartLines } from './packedPartLines.ts'
import { packFiles } from './packFiles.ts'
import { BYTES_OF_FILE, PIECE_BYTES, packSentFiles } from './packSentFiles.ts'
import type { ListedFile, UsedColumns } from './parquetFile.ts'
import { PartReader } from './partReader.ts'
import { wireBytes, wireValue } from './wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-pack-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Two parts. */
const lists: RankingLists = { ...madeLists(4, { lists: 7000, longest: 20, width: 3 }), featureNames: ['f1', 'f2', 'f3'] }
const columns: UsedColumns = {
  list: { name: 'qid', type: 'string' },
  label: { name: 'label', type: 'double' },
  features: ['f1', 'f2', 'f3'].map((name) => ({ name, type: 'float' as const })),
}

function written(name: string, content: Uint8Array): ListedFile {
  const path = join(folder, name)
  writeFileSync(path, content)
  return listed(path)
}

function listed(path: string): ListedFile {
  const { size, mtimeMs } = statSync(path)
  return { path: `file://${path}`, size, modified: Math.floor(mtimeMs) }
}

/** Some rows of the lists as a file: the first and the last list may have others elsewhere. */
function fileOf(from: number, to: number): ListedFile {
  const { offsets, labels, features, listIds, width } = lists
  if (features.kind !== 'dense') throw new Error('these are dense')
  const own = [...listIds.keys()].filter((list) => offsets[list + 1] > from && offsets[list] < to)
  const rows: RankingLists = {
    ...lists,
    offsets: Uint32Array.from([...own.map((list) => Math.max(offsets[list], from) - from), to - from]),
    labels: labels.slice(from, to),
    features: { kind: 'dense', values: features.values.slice(from * width, to * width) },
    listIds: own.map((list) => listIds[list]),
  }
  return written(`rows of ${from} to ${to} %20.parquet`, writeParquet(rows))
}

async function linesOf(lines: AsyncGenerator<string>): Promise<string[][]> {
  const found: string[][] = []
  for await (const line of lines) found.push(line.split(CONTROL_A))
  return found
}

function input(rows: readonly (readonly (string | number)[])[]): Readable {
  return Readable.from([Buffer.from(rows.map((fields) => `${fields.join(CONTROL_A)}\n`).join(''))])
}

async function found(files: readonly ListedFile[], used = columns): Promise<{ kinds: string[]; lists: FileLists[] }> {
  const rows = files.map(({ path, size, modified }, file) => [file, path, size, modified])
  const answers = await linesOf(fileLists(input(rows), wireBytes({ version, columns: used })))
  const values = answers.map(([, , payload]) => wireValue(Buffer.from(payload, 'base64'), 'x'))
  return { kinds: answers.map(([, kind]) => kind), lists: values as FileLists[] }
}

async function planned(files: readonly ListedFile[]): Promise<{ readonly plan: Uint8Array; readonly parts: number[] }> {
  const known = (await found(files)).lists
  const { sizes, before } = sectionSizes(joinedLists(known)!, lists.width)
  const starts = new Float64Array(files.length + 1)
  for (const [file, { rows }] of known.entries()) starts[file + 1] = starts[file] + rows
  const { width, featureNames } = lists
  const about = { width, layout: 'dense', weighted: false, featureNames }
  return { plan: wireBytes({ version, about, sizes, before, columns, files, starts }), parts: [...sizes.keys()].reverse() }
}

async function packed(files: readonly ListedFile[], what: string, kept?: string): Promise<string[][]> {
  const { plan, parts } = await planned(files)
  changes?.()
  return await linesOf(packFiles(input(parts.map((part) => [part, what])), plan, kept))
}

/** The same with the bytes of the files, of which `lost` ones do not come. */
async function packedOfBytes(files: readonly ListedFile[], kept: string, lost: readonly number[] = []): Promise<string[][]> {
  const { plan, parts } = await planned(files)
  const pieces = files.flatMap(({ path }, file) => {
    const bytes = readFileSync(path.slice('file://'.length))
    const count = lost.includes(file) ? 0 : Math.ceil(bytes.length / PIECE_BYTES)
    return Array.from({ length: count }, (_, piece) => {
      const own = bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)
      return [BYTES_OF_FILE, file, piece, own.toString('base64')]
    })
  })
  // In no order, and one piece twice: two parts may ask for the same file.
  const sent = [...pieces.filter((_, place) => place % 2 === 1), ...parts.map((part) => [part, 'pieces', 0, '']), ...pieces]
  return await linesOf(packSentFiles(input(sent), plan, kept))
}

/** What happens between the two readings. */
let changes: (() => void) | undefined

const rows = lists.labels.length
/** A list goes on in the next file, and one in three. A file has no row. */
const cuts = [0, 5, 6, 30_001, 30_001, rows]
const files = cuts.slice(1).map((to, file) => fileOf(cuts[file], to))

test('parts of Parquet files have the bytes of a packed file of the same lists', async () => {
  const path = join(folder, 'lists.packed')
  const packer = new ListPacker()
  writeFileSync(path, Buffer.concat([...packer.add(lists), ...packer.end()]))
  const expected = [...packedPartLines(path, CONTROL_A)].map((line) => line.split(CONTROL_A))
  const kept = join(folder, 'kept')
  const pieces = await packed(files, 'pieces', kept)
  const bytesOf = (lines: readonly string[][], part: number) => lines.filter(([of]) => of === String(part)).map(([, , , , bytes]) => bytes)
  const parts = new Set(expected.map(([part]) => Number(part)))
  expect(parts.size).toBe(2)
  for (const part of parts) expect(bytesOf(pieces, part)).toEqual(bytesOf(expected, part))
  const facts = await packed(files, 'facts', kept)
  expect(facts.map(([part, piece, count, , bytes]) => [part, piece, count, bytes])).toEqual([
    ['1', '0', '1', ''],
    ['0', '0', '1', ''],
  ])
  // What was left is what the facts say.
  const reader = new PartReader(kept)
  for (const [part, , , about] of facts) {
    const { crc } = JSON.parse(about)
    const name = readdirSync(kept).find((each) => each.startsWith(`${part}-`))!
    const read = reader.add(Buffer.from([part, 0, 0, about, name].join(CONTROL_A)))!
    expect(read.facts.crc).toBe(crc)
    expect(read.lists().width).toBe(3)
  }
})

test('files that come as bytes make the same parts, and nothing of them stays', async () => {
  const kept = join(folder, 'kept-of-bytes')
  expect(statSync(files[4].path.slice('file://'.length)).size).toBeGreaterThan(PIECE_BYTES)
  const byPart = (lines: readonly string[][]) => lines.toSorted((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1]))
  expect(byPart(await packedOfBytes(files, kept))).toEqual(byPart(await packed(files, 'pieces')))
  expect(readdirSync(kept).every((name) => name.endsWith('.part'))).toBe(true)
  const [line] = await packedOfBytes(files, kept, [2])
  const reason = 'it is gone, or another than Spark has listed'
  expect(reportedProblem(line[3]).problems).toEqual([{ area: 'engine', code: 'part-has-other-values', part: 0, reason }])
  expect(readdirSync(kept).every((name) => name.endsWith('.part'))).toBe(true)
})

test('a disk that takes no files is told, and the input is read to its end', async () => {
  const noFolder = join(folder, 'no-folder')
  writeFileSync(noFolder, '')
  const found = await packedOfBytes(files, noFolder)
  expect(found).toHaveLength(1)
  expect(reportedProblem(found[0][3]).message).toContain('EEXIST')
})

test('a file that changes between the two readings is told by the part that needs it', async () => {
  const path = files[4].path.slice('file://'.length)
  const { atimeMs, mtimeMs } = statSync(path)
  changes = () => utimesSync(path, atimeMs / 1000, mtimeMs / 1000 + 5)
  try {
    const [line] = await packed(files, 'facts')
    expect(line.slice(0, 3)).toEqual(['-1', '0', '0'])
    expect(reportedProblem(line[3]).problems).toEqual([
      { area: 'engine', code: 'part-has-other-values', part: 1, reason: 'it is not here, or another than Spark has listed' },
    ])
    // Whoever is asked about such a part says the same.
    expect(() => new PartReader(folder).add(Buffer.from(line.join(CONTROL_A)))).toThrow('Part 1 has other values')
  } finally {
    changes = undefined
    utimesSync(path, atimeMs / 1000, mtimeMs / 1000)
  }
})

test.each<[what: string, file: ListedFile, columns: UsedColumns]>([
  ['is not there', { ...files[0], path: 'file:/nowhere/at/all.parquet' }, columns],
  ['has another size', { ...files[0], size: files[0].size + 1 }, columns],
  ['is newer', { ...files[0], modified: files[0].modified - 1 }, columns],
  ['has a column of another type', files[0], { ...columns, list: { name: 'label', type: 'bigint' } }],
  ['is no Parquet file', written('text.parquet', Buffer.from('these are some bytes')), columns],
])('a file that %s is left to Spark', async (_, file, used) => {
  expect((await found([files[0], file], used)).kinds).toEqual([used === columns ? 'lists' : 'other', 'other'])
})

test('rows without a label are counted', async () => {
  const labels = lists.labels.map((label, row) => (row % 10 === 0 ? Number.NaN : label))
  const file = written('unlabelled.parquet', writeParquet({ ...lists, labels }))
  const [whole] = (await found([file])).lists
  expect([whole.rows, whole.withoutId, whole.withoutLabel]).toEqual([rows, 0, Math.ceil(rows / 10)])
  expect(Array.from(whole.lengths)).toEqual(Array.from(lists.listIds, (_, list) => lists.offsets[list + 1] - lists.offsets[list]))
})

test('lists are joined where one goes on in the next file, and refused where it comes again later', async () => {
  const three = [0, 1, 2].map((first) => selectLists(lists, [first, first + 1]))
  const known = await found(three.map((some, file) => written(`three-${file}.parquet`, writeParquet(some))))
  const lengthOf = (list: number) => lists.offsets[list + 1] - lists.offsets[list]
  expect([...joinedLists(known.lists)!]).toEqual([lengthOf(0), 2 * lengthOf(1), 2 * lengthOf(2), lengthOf(3)])
  expect(joinedLists([known.lists[1], known.lists[0]])).toBeUndefined()
})
