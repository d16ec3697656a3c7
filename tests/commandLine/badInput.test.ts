import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { rankwright, scratchFolder } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const folder = scratchFolder('bad-input')
const good = letorSample(1, 6, 5)
const [first, second, ...others] = good.split('\n')
/** The sample with its second row replaced: problems in it stand on line 2. */
const withSecond = (row: string) => [first, row, ...others].join('\n')

const garbage = Uint8Array.from({ length: 4096 }, (_, i) => (i * i * 31 + i * 7) % 256)
const longRow = `${second.split(' #')[0]} 5:${'9'.repeat(10_000_000)}`

/** File, content, and where the message must point. */
const badFiles: readonly (readonly [what: string, name: string, content: string | Uint8Array, place: string])[] = [
  ['a truncated gz', 'cut.txt.gz', gzipSync(good).subarray(0, 90), 'cut.txt.gz:'],
  ['binary garbage', 'garbage.txt', garbage, 'garbage.txt:1:1'],
  ['binary garbage without a known name', 'garbage.bin', garbage, 'garbage.bin:1:1'],
  ['a value of 1e400', 'huge.txt', withSecond('1 qid:1 1:0.5 2:1e400'), 'huge.txt:2:17'],
  ['a feature twice', 'twice.txt', withSecond('1 qid:1 1:0.5 1:0.25'), 'twice.txt:2:15'],
  ['descending features', 'descending.txt', withSecond('1 qid:1 2:0.5 1:0.25'), 'descending.txt:2:15'],
  ['a missing qid', 'unlisted.txt', withSecond('1 1:0.5 2:0.25'), 'unlisted.txt:2:3'],
  ['a NaN label', 'unlabelled.txt', withSecond('NaN qid:1 1:0.5'), 'unlabelled.txt:2:1'],
  ['an empty file', 'empty.txt', '', 'empty.txt:1:1'],
  ['a line of ten million characters', 'long.txt', withSecond(longRow), 'long.txt:2:'],
  ['a text in a feature column', 'words.csv', 'qid,label,price\n1,0,3\n1,2,cheap\n', 'words.csv:3:5'],
  ['a broken line of JSON', 'broken.jsonl', '{"qid":1,"label":0,"a":1}\n{"qid":1,"label":\n', 'broken.jsonl:2:'],
]

test.each(badFiles)('%s: exit 1, a message that says where, and nothing written', async (_, name, content, place) => {
  writeFileSync(join(folder, name), content)
  const before = readdirSync(folder)
  const [converted, inspected] = await Promise.all([
    rankwright(['convert', name, 'out.letor', '--json'], { folder }), // of numbers alone: tables of text are copied as they stand
    rankwright(['inspect', name, '--json'], { folder }),
  ])
  expect(converted).toMatchObject({ status: 1, stdout: '' })
  expect(converted.stderr).toContain(place)
  expect(converted.stderr).toMatch(/^[^\s:]+:\d+:\d+: \S/m)
  expect(converted.stderr).not.toMatch(/^ +at /m)
  expect(converted.stderr.length).toBeLessThan(2000)
  expect(readdirSync(folder)).toEqual(before)
  expect(inspected.status).toBe(1)
  expect(inspected.stdout + inspected.stderr).toContain(place)
  if (inspected.stdout !== '') expect(JSON.parse(inspected.stdout).problems[0].message).toContain(place)
})

test('inspect goes on after a bad row and tells up to a hundred problems', async () => {
  const rows = good.trimEnd().split('\n')
  const spoilt = [...rows, ...Array.from({ length: 150 }, () => 'oops qid:1 1:2')]
  writeFileSync(join(folder, 'spoilt.txt'), spoilt.join('\n'))
  const { status, stdout, stderr } = await rankwright(['inspect', 'spoilt.txt', '--json'], { folder })
  const document = JSON.parse(stdout)
  expect(document).toMatchObject({ rows: rows.length, lists: 6, features: 4 })
  expect(document.problems).toHaveLength(100)
  expect(document.problems[0].message).toContain(`spoilt.txt:${rows.length + 1}:1`)
  expect(status).toBe(1)
  expect(stderr).toContain(`spoilt.txt:${rows.length + 1}:1`)
})

test('a scores file with one line too few or too many is refused', async () => {
  writeFileSync(join(folder, 'good.txt'), good)
  const scores = Array.from({ length: 30 }, (_, row) => String(row / 8))
  writeFileSync(join(folder, 'short.scores'), `${scores.slice(1).join('\n')}\n`)
  writeFileSync(join(folder, 'long.scores'), `${scores.join('\n')}\n1\n`)
  const [short, long, right] = await Promise.all(
    ['short.scores', 'long.scores', '-'].map((file) =>
      rankwright(['evaluate', '--scores', file, 'good.txt', '--json'], { folder, input: scores.join('\n') }),
    ),
  )
  expect(short).toMatchObject({ status: 1, stdout: '' })
  expect(short.stderr).toMatch(/short\.scores:\d+/)
  expect(long).toMatchObject({ status: 1, stdout: '' })
  expect(long.stderr).toMatch(/long\.scores:31/)
  expect(right.status).toBe(0)
})

test('files that are not there, or not what they should be', async () => {
  writeFileSync(join(folder, 'good.txt'), good)
  writeFileSync(join(folder, 'model.json'), '{"format":"rankwright-model","version":99}')
  mkdirSync(join(folder, 'empty'), { recursive: true })
  const outcomes = await Promise.all([
    rankwright(['inspect', 'nowhere.txt'], { folder }),
    rankwright(['inspect', 'empty'], { folder }),
    rankwright(['score', 'model.json', 'good.txt'], { folder }),
    rankwright(['score', 'good.txt', 'good.txt'], { folder }),
    rankwright(['train', 'good.txt', '--method', 'least-squares', '--out', 'no/such/folder/model.json'], { folder }),
  ])
  for (const { status, stdout, stderr } of outcomes) {
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).not.toMatch(/^ +at |bug in rankwright/m)
  }
  const named = ['nowhere.txt', 'empty: this is a folder without data files', 'model.json', 'good.txt', 'no/such/folder']
  for (const [index, { stderr }] of outcomes.entries()) expect(stderr).toContain(named[index])
})
