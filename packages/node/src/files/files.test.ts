import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Problem, RankwrightError, rankingLists, seededRandom } from '@rankwright/core'
import { formatOfContent, formatOfName, listCount, parseLetor, rowCount, writtenFormats } from '@rankwright/core/data'
import { StoppedError } from '@rankwright/core/runtime'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { removeUnfinished } from '../outputs/unfinished.ts'
import { writePieces } from '../outputs/writePieces.ts'
import { findFolds, readFolds, writeFolds } from './folds.ts'
import { readLists, readListsWithProblems } from './readLists.ts'
import { readScores } from './readScores.ts'
import { readQrels, readRun, writeQrels, writeRun } from './trecFiles.ts'
import { writeLists } from './writeLists.ts'

const base = mkdtempSync(join(tmpdir(), 'rankwright-files-'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(base, 'test-'))
})
afterAll(() => rmSync(base, { recursive: true }))

const text = '2 qid:b 1:0.5 2:1\n0 qid:a 1:NULL 2:3\n1 qid:b 1:2 2:0\n'
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const failure = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    return error.message.replaceAll(`${folder}/`, '')
  }
  throw new Error('nothing was thrown')
}

describe('reading', () => {
  test('plain and compressed files give the same lists, whatever their name says about compression', async () => {
    const expected = parseLetor(text)
    expect(await readLists(file('a.txt', text))).toEqual(expected)
    expect(await readLists(file('a.letor.gz', gzipSync(text)))).toEqual(expected)
    expect(await readLists(file('b.svm', gzipSync(text)))).toEqual(expected)
    expect(await readLists(file('no-extension', text))).toEqual(expected)
    expect(await readLists(file('c.gz', Buffer.concat([gzipSync(text.slice(0, 25)), gzipSync(text.slice(25))])))).toEqual(expected)
    expect(await readLists(file('d.csv', text), { format: 'letor' })).toEqual(expected)
  })

  test('files of many chunks are read whole', async () => {
    const rows = Array.from(
      { length: 40_000 },
      (_, row) => `${row % 5} qid:${row % 3000} 1:${row} 2:${row / 8} 3:${'0'.repeat(row % 90)}7\n`,
    )
    const long = rows.join('')
    const expected = parseLetor(long)
    expect(long.length).toBeGreaterThan(2 << 20)
    const done: [number, number?][] = []
    expect(await readLists(file('a.txt', long), { onProgress: (...step) => done.push(step) })).toEqual(expected)
    expect(done.length).toBeGreaterThan(2)
    expect(done.at(-1)).toEqual([long.length, long.length])
    expect(await readLists(file('a.txt.gz', gzipSync(long)))).toEqual(expected)
  })

  test('a raised stop flag ends it', async () => {
    await expect(readLists(file('a.txt', text), { stop: { stopped: true } })).rejects.toThrow(StoppedError)
  })

  test.each([
    ['no such file', undefined, 'x.txt: the file cannot be read: there is no such file or folder.'],
    ['an empty file', '', 'x.txt:1:1: there is no row of data in the file.'],
    ['binary garbage', Uint8Array.of(1, 2, 3, 0, 255), 'x.txt:1:1: there is a byte 0x01 here'],
    ['a broken row', '0 qid:1 1:1\n0 qid:1 1:1e400\n', 'x.txt:2:11: feature 1 is 1e400, which is outside the range of a 32-bit float'],
    ['a row without list', '0 1:1\n', 'x.txt:1:3: the row does not say which list it belongs to'],
  ])('%s is reported with its place', async (_, content, message) => {
    if (content !== undefined) file('x.txt', content)
    expect(await failure(readLists(join(folder, 'x.txt')))).toContain(message)
  })

  test('a folder is not a file', async () => {
    expect(await failure(readLists(folder))).toContain('it is a folder')
  })

  test('broken gzip data is reported with the place where it breaks off', async () => {
    const long = '0 qid:1 1:1 2:0.25\n'.repeat(1000)
    const packed = gzipSync(long)
    expect(await failure(readLists(file('cut.txt.gz', packed.subarray(0, -12))))).toMatch(
      /^cut\.txt\.gz:\d{3,}:\d+: the gzip data is cut short or damaged here \(unexpected end of file\)/,
    )
    expect(await failure(readLists(file('cut.gz', packed.subarray(0, 12))))).toMatch(/^cut\.gz:1:1: the gzip data is cut short/)
    const flipped = Buffer.from(packed)
    flipped[flipped.length - 6] ^= 1
    expect(await failure(readLists(file('sum.gz', flipped)))).toMatch(/^sum\.gz:9[0-9]{2}:[0-9]+: the gzip data .*incorrect data check/)
    expect(await failure(readLists(file('text.txt.gz', text)))).toMatch(/^text\.txt\.gz:1:1: .*it does not start like gzip data/)
    expect(await failure(readLists(file('empty.gz', '')))).toMatch(/^empty\.gz:1:1: the gzip data/)
  })

  test('a format that neither name nor content tells is asked for', async () => {
    expect(await failure(readLists(file('data.bin', 'hello')))).toContain(
      'data.bin:1:1: neither the name nor the content of the file says its format',
    )
  })

  test('sidecars lie beside the file, compressed or not', async () => {
    const bare = '1 1:1\n0 1:2\n2 1:3\n'
    file('rank.train.query', '1\n2\n')
    file('rank.train.weight', '3\n0.5\n0.5\n')
    for (const path of [file('rank.train', bare), file('rank.train.gz', gzipSync(bare))]) {
      const lists = await readLists(path)
      expect([...lists.offsets]).toEqual([0, 1, 3])
      expect([...lists.listWeights!]).toEqual([3, 0.5])
    }
    file('rank.train.query', '1\n1\n')
    expect(await failure(readLists(join(folder, 'rank.train')))).toMatch(
      /^rank\.train\.query:3:1: the sizes of the lists add up to 2, but .*rank\.train has 3 rows/,
    )
  })

  test('a sidecar that is no sidecar does not matter where rows name their lists', async () => {
    file('a.txt.query', 'select * from shoes')
    expect(await readLists(file('a.txt', text))).toEqual(parseLetor(text))
    expect(await failure(readLists(file('a.txt', '0 1:1\n')))).toContain('a.txt.query:1:1: the size of a list is "select * from shoes"')
  })

  test.skipIf(!existsSync('/proc/self/fd'))('no file stays open, whatever happens (skipped without /proc)', async () => {
    const open = () => readdirSync('/proc/self/fd').length
    const long = `x\n${'0 qid:1 1:1\n'.repeat(300_000)}`
    const paths = [
      file('a.txt', long),
      file('a.txt.gz', gzipSync(long)),
      file('b.txt.gz', gzipSync(long).subarray(0, -9)),
      file('c.gz', text),
    ]
    await Promise.all(paths.map((path) => failure(readLists(path))))
    const before = open()
    for (let round = 0; round < 5; round++) {
      for (const path of paths) await failure(readLists(path))
      await expect(readLists(paths[1], { stop: { stopped: true } })).rejects.toThrow(StoppedError)
      await readListsWithProblems(paths[0])
      if (round === 0) await readListsWithProblems(paths[2])
    }
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(before))
  })

  test('problems are gathered, a hundred at most, and the rest is read', async () => {
    const path = file('x.txt', `0 qid:1 1:1\n${'x qid:1 1:1\n'.repeat(150)}1 qid:2 1:1\n`)
    const { lists, problems, problemCount } = await readListsWithProblems(path)
    expect([rowCount(lists), listCount(lists), problems.length, problemCount]).toEqual([2, 2, 100, 150])
    const broken = await readListsWithProblems(file('cut.gz', gzipSync(text).subarray(0, 20)))
    expect([rowCount(broken.lists), broken.problems.map(({ code }) => code)]).toEqual([0, ['broken-gzip']])
  })

  test('the rows before the break of a gzip file are read, those of the broken line are not', async () => {
    const random = seededRandom(1)
    const rows = Array.from({ length: 3000 }, (_, row) => `${row === 5 ? 'x' : row % 3} qid:${row >> 3} 1:${random.uniform()} 2:${row}`)
    const packed = gzipSync(`${rows.join('\n')}\n`)
    const damaged = packed.slice()
    damaged.fill(255, packed.length >> 1, (packed.length >> 1) + 40)
    for (const [name, bytes] of [
      ['cut.txt.gz', packed.subarray(0, packed.length >> 1)],
      ['damaged.txt.gz', damaged],
    ] as const) {
      const { lists, problems, problemCount } = await readListsWithProblems(file(name, bytes))
      expect(problems.map(({ code }) => code)).toEqual(['label-not-a-number', 'broken-gzip'])
      expect(problemCount).toBe(2)
      const broken = problems[1] as { at: { line: number } }
      expect(broken.at.line).toBeGreaterThan(1000)
      expect(broken.at.line).toBeLessThan(2500)
      const before = rows.slice(0, broken.at.line - 1).filter((row) => !row.startsWith('x'))
      expect(lists).toEqual(parseLetor(before.join('\n')))
    }
    const table = ['qid,label,a', ...Array.from({ length: 5000 }, (_, row) => `${row >> 3},${row % 2},${random.uniform()}`)]
    const packedTable = gzipSync(table.join('\n'))
    const cut = await readListsWithProblems(file('cut.csv.gz', packedTable.subarray(0, packedTable.length >> 1)))
    expect(cut.problems.map(({ code }) => code)).toEqual(['broken-gzip'])
    expect(rowCount(cut.lists)).toBe((cut.problems[0] as { at: { line: number } }).at.line - 2)
  })

  test('values that a float cannot hold are noted', async () => {
    const notes: Problem[] = []
    await readLists(file('x.txt', '0 qid:1 1:1e-60\n'), { onNote: (note) => notes.push(note) })
    expect(notes).toMatchObject([{ code: 'value-too-small', at: { line: 1, column: 11 } }])
  })

  test('CIFAR images are one list of classes with pixels from 0 to 1', async () => {
    const record = (label: number, pixel: number) => Buffer.concat([Buffer.of(label), Buffer.alloc(3072, pixel)])
    const lists = await readLists(file('x.bin', Buffer.concat([record(3, 255), record(9, 51)])), { format: 'cifar' })
    expect([...lists.labels]).toEqual([3, 9])
    expect([lists.width, listCount(lists)]).toEqual([3072, 1])
    expect([lists.features.values[0], lists.features.values[3072]]).toEqual([1, Math.fround(0.2)])
    const options = { format: 'cifar' } as const
    expect(await failure(readLists(file('y.bin', record(3, 1).subarray(1)), options))).toContain(
      'y.bin:1:3073: this is not a CIFAR-10 binary file: the last record has 3072 bytes',
    )
    expect(await failure(readLists(file('z.bin', record(77, 1)), options))).toContain(
      'z.bin:1:1: this is not a CIFAR-10 binary file: record 1 starts with the byte 77',
    )
  })
})

describe('formats', () => {
  test('are recognised by the name', () => {
    const names = [
      'a.txt',
      'a.letor',
      'a.svm',
      'a.svmlight',
      'a.dat',
      'a.train',
      'a.test',
      'a.vali',
      'A.TXT.GZ',
      'x/y.b/a.csv',
      'a.tsv.gz',
      'a.jsonl',
      'a.parquet',
    ]
    const letor = new Array(9).fill('letor')
    expect(names.map(formatOfName)).toEqual([...letor, 'csv', 'tsv', 'jsonl', 'parquet'])
    expect(['a', 'a.gz', 'a.b/c', '-', '.txt/a', 'a.xyz'].map(formatOfName)).toEqual(new Array(6).fill(undefined))
  })

  test('are recognised by the content', () => {
    const of = (content: string) => formatOfContent(Buffer.from(content))
    expect(of('# comment\n\n2 qid:x 1:1\n')).toBe('letor')
    expect(of('2 1:1 5:2\n')).toBe('letor')
    expect(of('{"qid": 1}\n')).toBe('jsonl')
    expect(of('qid,label,f\n1,2,3\n')).toBe('csv')
    expect(of('qid\tlabel\tf\n')).toBe('tsv')
    expect(of('PAR1\0\0')).toBe('parquet')
    for (const unknown of ['', '\n', 'hello', 'a,b\0']) expect(of(unknown)).toBeUndefined()
  })
})

describe('writing', () => {
  const lists = parseLetor(text)

  test('keeps the rows in their order', async () => {
    await writeLists(lists, join(folder, 'a.txt'))
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(text)
    await writeLists(lists, join(folder, 'a.txt.gz'))
    expect(gunzipSync(readFileSync(join(folder, 'a.txt.gz'))).toString()).toBe(text)
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'a.txt.gz'])
  })

  test('leaves nothing behind when it fails, and the old file as it was', async () => {
    const old = '1 qid:1 1:5\n'
    const path = file('a.txt', old)
    const unwritable = rankingLists({ features: [[1, 2]], labels: [0], lists: ['a'], featureNames: ['twice', 'twice'] })
    expect(await failure(writeLists(unwritable, path, { format: 'csv' }))).toContain('cannot be written as a table')
    await expect(writeLists(lists, path, { stop: { stopped: true } })).rejects.toThrow(StoppedError)
    await expect(writeLists(lists, `${path}.gz`, { format: 'letor', stop: { stopped: true } })).rejects.toThrow(StoppedError)
    expect(readdirSync(folder)).toEqual(['a.txt'])
    expect(readFileSync(path, 'utf8')).toBe(old)
    expect(await failure(writeLists(lists, join(folder, 'missing', 'a.txt')))).toContain(
      'missing/a.txt: the file cannot be written: there is no such file or folder.',
    )
    expect(await failure(writeLists(lists, join(folder, 'a.unknown')))).toContain(`choose one of the formats ${writtenFormats.join(', ')}`)
  })

  test('leaves nothing behind when it is stopped while its file is being opened', async () => {
    const stopped = Array.from({ length: 200 }, (_, at) =>
      writeLists(lists, join(folder, at % 2 === 0 ? `${at}.txt` : `${at}.txt.gz`), { stop: { stopped: true } }),
    )
    const results = await Promise.allSettled(stopped)
    expect(results.every((result) => result.status === 'rejected' && result.reason instanceof StoppedError)).toBe(true)
    expect(readdirSync(folder)).toEqual([])
  })

  test('removes unfinished files when the process is about to end', async () => {
    async function* pieces() {
      yield 'half'
      expect(readdirSync(folder).length).toBe(1)
      removeUnfinished()
      expect(readdirSync(folder)).toEqual([])
      yield 'whole'
    }
    await expect(writePieces(join(folder, 'a.txt'), pieces())).rejects.toThrow('there is no such file')
  })
})

describe('folds', () => {
  const rows = Array.from({ length: 30 }, (_, row) => row)
  const lists = rankingLists({ features: rows.map((row) => [row]), labels: rows, lists: rows.map((row) => row % 10) })

  test('are written in the layout of LETOR and read back', async () => {
    const out = join(folder, 'out')
    const written = await writeFolds(lists, out, { folds: 5 })
    expect(await findFolds(out)).toEqual(written)
    expect(readdirSync(out)).toEqual(['Fold1', 'Fold2', 'Fold3', 'Fold4', 'Fold5'])
    const tested: string[] = []
    for await (const { train, vali, test } of readFolds(out)) {
      expect([train, vali!, test].map(listCount)).toEqual([6, 2, 2])
      expect(new Set([train, vali!, test].flatMap(({ listIds }) => listIds)).size).toBe(10)
      tested.push(...test.listIds)
    }
    expect(tested.sort()).toEqual([...lists.listIds].sort())
  })

  test('two folds have no part to validate on', async () => {
    const written = await writeFolds(lists, folder, { folds: 2 })
    expect(written.map(({ vali }) => vali)).toEqual([undefined, undefined])
    expect(readdirSync(join(folder, 'Fold2')).sort()).toEqual(['test.txt', 'train.txt'])
  })

  test('a folder without folds is refused, and a failure leaves nothing', async () => {
    expect(await failure(findFolds(folder))).toContain('there are no folders Fold1')
    expect(await failure(findFolds(join(folder, 'missing')))).toContain('there is no such file or folder')
    writeFileSync(join(folder, 'file'), '')
    expect(await failure(findFolds(join(folder, 'file')))).toMatch(/file: .* a part of its path is not a folder/)
    rmSync(join(folder, 'file'))
    expect(await failure(writeFolds(lists, join(folder, 'out'), { folds: 11 }))).toContain('There are 10 lists')
    await expect(writeFolds(lists, join(folder, 'out'), { stop: { stopped: true } })).rejects.toThrow(StoppedError)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('scores and TREC files', () => {
  test('scores are as many as the rows', async () => {
    expect([...(await readScores(file('s.txt', '1\n2\n'), 2))]).toEqual([1, 2])
    expect([...(await readScores(file('s.gz', gzipSync('1\n2\n')), 2))]).toEqual([1, 2])
    expect(await failure(readScores(file('s.txt', '1\n2\n'), 3))).toContain('s.txt:3:1: the scores end after 2, but the data has 3 rows')
  })

  test('judgments and runs are read and written', async () => {
    const qrels = await readQrels(file('q', '1 0 d 1\n'))
    const run = await readRun(file('r', '1 Q0 d 1 0.5 t\n'))
    await writeQrels(qrels, join(folder, 'q2'))
    await writeRun(run, join(folder, 'r2'), 'u')
    expect(readFileSync(join(folder, 'q2'), 'utf8')).toBe('1 0 d 1\n')
    expect(readFileSync(join(folder, 'r2'), 'utf8')).toBe('1 Q0 d 1 0.5 u\n')
    expect(await failure(readRun(join(folder, 'q')))).toContain('q:1:8: the line has 4 fields')
  })
})
