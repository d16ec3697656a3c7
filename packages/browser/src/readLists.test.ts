import { gzipSync } from 'node:zlib'
import { RankwrightError, rankingLists, seededRandom } from '@rankwright/core'
import { delimitedText, jsonLines, letorText } from '@rankwright/core/data'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { readLists, writeParquet } from './index.ts'

const lists = rankingLists({
  features: [
    [0.1, Number.NaN],
    [2.5, -3],
    [1e-7, 16777216],
  ],
  labels: [2, 0, 1],
  lists: ['a', 'b', 'a'],
  items: ['x', 'y', 'w'],
  featureNames: ['price', 'rating'],
})
const text = (pieces: Iterable<string | Uint8Array>) => Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)))
const files: Readonly<Record<string, Uint8Array>> = {
  'x.txt': text(letorText(lists)),
  'x.csv': text(delimitedText(lists)),
  'x.tsv': text(delimitedText(lists, '\t')),
  'x.jsonl': text(jsonLines(lists)),
  'x.parquet': writeParquet(lists),
}
const { featureNames: _, ...unnamed } = lists

describe.each(Object.entries(files))('%s', (name, bytes) => {
  const expected = name === 'x.txt' ? unnamed : lists

  test('is read from a file, a blob, a buffer and bytes, compressed or not', async () => {
    const packed = gzipSync(bytes)
    for (const [data, ending] of [
      [bytes, ''],
      [packed, '.gz'],
    ] as const) {
      const whole = new Uint8Array(data)
      expect(await readLists(new File([whole], name + ending))).toEqual(expected)
      expect(await readLists(new Blob([whole]), { name: name + ending })).toEqual(expected)
      expect(await readLists(whole.buffer, { name: name + ending })).toEqual(expected)
      expect(await readLists(whole, { name: name + ending })).toEqual(expected)
    }
  })

  test('is known by its content where it has no name', async () => {
    expect(await readLists(bytes)).toEqual(expected)
    expect(await readLists(new Blob([gzipSync(bytes)]))).toEqual(expected)
  })

  test('cut short under compression is refused', async () => {
    const packed = gzipSync(bytes)
    await expect(readLists(new Blob([packed.subarray(0, packed.length - 12)]), { name })).rejects.toMatchObject({
      problems: [{ code: 'broken-gzip' }],
    })
  })
})

test('columns are chosen and faulty rows reported as everywhere', async () => {
  const problems: unknown[] = []
  const read = await readLists(new Blob(['session,clicks,x,t\ns,1,2,a\ns,no,2,b\n']), {
    name: 'x.csv',
    list: 'session',
    label: 'clicks',
    ignore: ['t'],
    onProblem: (problem) => problems.push(problem),
  })
  expect([read.labels.length, read.width]).toEqual([1, 1])
  expect(problems).toMatchObject([{ code: 'cell-not-a-label', at: { file: 'x.csv', line: 3, column: 3 } }])
})

test('what is no data file is refused', async () => {
  await expect(readLists(new Blob([]))).rejects.toMatchObject({ problems: [{ code: 'no-rows' }] })
  await expect(readLists(new Blob(['hello']))).rejects.toMatchObject({ problems: [{ code: 'unknown-format' }] })
  await expect(readLists(new Blob(['hello']), { name: 'x.parquet' })).rejects.toMatchObject({
    problems: [{ code: 'parquet-unreadable', at: { file: 'x.parquet' } }],
  })
})

test('bytes of a Parquet file that were changed give a table or a problem, nothing else', async () => {
  const bytes = files['x.parquet']
  const random = seededRandom(3)
  let refused = 0
  for (let round = 0; round < 300; round++) {
    const mutated = new Uint8Array(bytes)
    for (let change = 0; change < 3; change++) mutated[random.integer(mutated.length)] = random.integer(256)
    const answer = await readLists(mutated, { name: 'x.parquet' }).catch((error: unknown) => error)
    if (answer instanceof RankwrightError) refused++
    else if (answer instanceof Error) throw answer
    else expect(answer).toHaveProperty('offsets')
  }
  expect(refused).toBeGreaterThan(0)
})

test('a compression that hyparquet does not know asks for its decompressor', async () => {
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: 'qid', data: ['a', 'a'] },
      { name: 'label', data: [1, 0] },
    ],
    codec: 'ZSTD',
    compressors: { ZSTD: (plain) => plain },
  })
  await expect(readLists(bytes)).rejects.toThrow('compressed with ZSTD, for which the option compressors')
  expect((await readLists(bytes, { compressors: { ZSTD: (packed) => packed } })).listIds).toEqual(['a'])
})

test('a path is no input of a page', async () => {
  await expect(readLists('data.csv' as never)).rejects.toThrow(
    'give what fetch gives for it, a File or a Blob, a stream or bytes: a page cannot open a file by its path',
  )
})
