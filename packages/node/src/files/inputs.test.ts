// Every reader takes every kind of input: a path, a pipe, standard input (tests/commandLine), blobs, streams, answers of a server, bytes.
import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { modelToJson, type RankingLists, rankingLists, seededRandom, train } from '@rankwright/core'
import { endingOf, parseLetor, rowCount, writtenFormats } from '@rankwright/core/data'
import { termFinder } from '@rankwright/core/ontology'
import { afterAll, describe, expect, test } from 'vitest'
import { readOntology } from '../ontologies/readOntology.ts'
import { readTerms } from '../ontologies/termFiles.ts'
import { readSeries } from '../streams/readSeries.ts'
import type { FileInput } from './openSource.ts'
import { readLists, readListsWithProblems } from './readLists.ts'
import { readModel } from './readModel.ts'
import { readScores } from './readScores.ts'
import { readQrels } from './trecFiles.ts'
import { writeLists } from './writeLists.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-inputs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lists = rankingLists({
  features: [[0.5], [Number.NaN], [3]],
  labels: [2, 0, 1],
  lists: ['a', 'b,;|"', 'a'], // what might end a cell
  items: ['x', 'y', 'z'],
  featureNames: ['f1'],
})
const formats = writtenFormats.map(endingOf)

async function bytesOf(format: string): Promise<Buffer> {
  const path = join(folder, `lists.${format}`)
  await writeLists(lists, path)
  return readFileSync(path)
}

describe.each(formats)('lists as %s', (format) => {
  test.each(['plain', 'gzip'] as const)('%s, are read from whatever holds them', async (packing) => {
    const plain = await bytesOf(format)
    const bytes = new Uint8Array(packing === 'gzip' ? gzipSync(plain) : plain)
    const path = join(folder, `any.${format}`)
    writeFileSync(path, bytes)
    const inputs: FileInput[] = [
      path,
      bytes,
      bytes.slice().buffer,
      new Blob([bytes]),
      new Blob([bytes]).stream(),
      new Response(bytes),
      createReadStream(path, { highWaterMark: 7 }),
    ]
    const expected = await readLists(join(folder, `lists.${format}`))
    expect([expected.labels, expected.listIds]).toEqual([lists.labels, lists.listIds])
    for (const input of inputs) expect(await readLists(input)).toEqual(expected)
    expect(await readLists(new File([bytes], `a.${format}`))).toEqual(expected)
    expect(await readLists(new Blob([bytes]), { name: `b.${format}` })).toEqual(expected)
  })
})

test('messages call an input by its name', async () => {
  const text = new TextEncoder().encode('1 qid:a 1:x\n')
  await expect(readLists(new File([text], 'up.txt'))).rejects.toThrow('up.txt:1:11')
  await expect(readLists(text, { name: 'body.txt' })).rejects.toThrow('body.txt:1:11')
  await expect(readModel(text, { name: 'm.json' })).rejects.toThrow('m.json')
})

describe.skipIf(process.platform === 'win32')('a pipe, read once (skipped on Windows)', () => {
  let count = 0

  /** A named pipe that gives its first byte by itself, as slow writers do. */
  function pipe(bytes: Uint8Array, name = `pipe${count++}`): string {
    const path = join(folder, name)
    execFileSync('mkfifo', [path])
    const writer = createWriteStream(path)
    writer.on('error', () => {}) // a reader that refuses the data closes the pipe
    writer.write(bytes.subarray(0, 1))
    setTimeout(() => writer.end(bytes.subarray(1)), 30)
    return path
  }

  test.each(formats)('lists as %s, plain and compressed', async (format) => {
    const bytes = await bytesOf(format)
    const expected = await readLists(join(folder, `lists.${format}`))
    expect(await readLists(pipe(bytes))).toEqual(expected)
    expect(await readLists(pipe(gzipSync(bytes)))).toEqual(expected)
  })

  test('rows without lists, with pipes beside it for sizes and weights', async () => {
    pipe(Buffer.from('1\n2\n'), 'bare.query')
    pipe(Buffer.from('3\n0.5\n0.5\n'), 'bare.weight')
    const read = await readLists(pipe(Buffer.from('1 1:1\n0 1:2\n2 1:3\n'), 'bare'))
    expect([...read.offsets]).toEqual([0, 1, 3])
    expect([...read.listWeights!]).toEqual([3, 0.5])
  })

  test('the rows before the break of gzip data, and the line where it breaks', async () => {
    const random = seededRandom(1)
    const rows = Array.from({ length: 60_000 }, (_, row) => `${row % 3} qid:${row >> 3} 1:${random.uniform()} 2:${row}`)
    const packed = gzipSync(`${rows.join('\n')}\n`)
    for (const part of [0.9, 0.000_05]) {
      const { lists: read, problems } = await readListsWithProblems(
        pipe(packed.subarray(0, Math.ceil(part * packed.length)), `cut${part}.txt`),
      )
      expect(problems.map(({ code }) => code)).toEqual(['broken-gzip'])
      const { line } = (problems[0] as { at: { line: number } }).at
      expect(read).toEqual(part < 0.5 ? expect.objectContaining({ width: 0 }) : parseLetor(rows.slice(0, line - 1).join('\n')))
      expect(rowCount(read)).toBe(line - 1)
      if (part > 0.5) expect(line).toBeGreaterThan(0.7 * rows.length)
    }
  })

  test('series', async () => {
    const ids: string[] = []
    for await (const some of readSeries(pipe(Buffer.from('qid,label,x\na,1,2\na,2,3\nb,1,2\n'))))
      ids.push(...some.flatMap(({ listIds }: RankingLists) => listIds))
    expect(ids).toEqual(['a', 'b'])
  })

  test('series that come line by line, after a line for Excel', async () => {
    const lines = ['\ufeffsep=;\n', 'qid;label;colour\n', 'a;1;red\n', 'a;2;blue\n', 'b;1;red\n']
    const ids: string[] = []
    for await (const some of readSeries(ReadableStream.from(lines.map((line) => Buffer.from(line))), { format: 'csv' }))
      ids.push(...some.flatMap(({ listIds }: RankingLists) => listIds))
    expect(ids).toEqual(['a', 'b'])
  })

  test('series in the order of time, the rows of each together wherever they stand', async () => {
    const read: unknown[] = []
    const scattered = Buffer.from('qid,day,label,x\na,2,1,2\nb,1,2,3\na,2,2,4\nb,1,1,5\na,2,3,6\n')
    for await (const some of readSeries(pipe(scattered), { orderBy: 'day' }))
      read.push(...some.map(({ listIds, labels, features }: RankingLists) => [listIds[0], [...labels], features]))
    const dense = (...values: number[]) => expect.objectContaining({ values: Float32Array.from(values) })
    expect(read).toEqual([
      ['b', [2, 1], dense(3, 5)],
      ['a', [1, 2, 3], dense(2, 4, 6)],
    ])
  })

  test('models, scores and judgments', async () => {
    const model = train(lists, { method: 'least-squares', lambda: 1 })
    expect(await readModel(pipe(gzipSync(modelToJson(model))))).toEqual(model)
    expect(await readScores(pipe(Buffer.from('1\n2.5\n')))).toEqual(Float64Array.of(1, 2.5))
    expect(await readQrels(pipe(Buffer.from('1 0 d 2\n')))).toEqual(new Map([['1', new Map([['d', 2]])]]))
  })

  test('ontologies', async () => {
    const obo = 'format-version: 1.2\n\n[Term]\nid: A\n\n[Term]\nid: B\nis_a: A\n'
    const ontology = await readOntology(pipe(Buffer.from(obo)))
    expect(ontology.ids).toEqual(['A', 'B'])
    expect((await readOntology(pipe(Buffer.from('child,parent\nB,A\n')))).edges.children.length).toBe(1)
    const noun = '00001740 03 n 01 entity 0 000 | all that is  \n00002137 03 n 01 thing 0 001 @ 00001740 n 0000 | a thing  \n'
    expect((await readOntology(pipe(Buffer.from(noun)), { format: 'wordnet' })).edges.children.length).toBe(1)
    expect(await readTerms(pipe(Buffer.from('B\nA\n')), termFinder(ontology))).toEqual(Uint32Array.of(1, 0))
  })
})
