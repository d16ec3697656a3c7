/**
 * The LETOR reader against a slow one that is written here, from the description of the format, with regular expressions: on broken
 * files both must agree on what is wrong first, on others on every value.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { RankwrightError, seededRandom } from '@rankwright/core'
import { copyRow, featureNumbers, fileOrder, parseLetor } from '@rankwright/core/data'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

type Row = { list: string; label: number; features: Map<number, number> }
type Outcome = { faultyLine: number } | { rows: Row[]; width: number }

const number = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`
const value = `(?:${number}|[nN][uU][lL][lL]|[nN][aA]|[+-]?[nN][aA][nN])`
/** A list id goes up to white space: a # in it is part of it. */
const rowForm = new RegExp(
  String.raw`^[ \t]*(${number})[ \t]+qid:([^\x00-\x20]+)(?![^\x00-\x20])((?:[ \t]+\d+:${value})*)[ \t]*(?:#[^\0]*)?$`,
)
/** Each byte of the file is one character. */
function reference(bytes: Buffer): Outcome {
  const rows: Row[] = []
  let width = 0
  const lines = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n')
  for (const [index, line] of lines.entries()) {
    const text = line.replace(/\r$/, '')
    if (/^[ \t]*(#|$)/.test(text)) continue
    const faulty = { faultyLine: index + 1 }
    const [, label, list, features] = rowForm.exec(text) ?? []
    if (label === undefined || !Number.isFinite(Number(label))) return faulty
    const id = Buffer.from(list, 'latin1').toString('utf8')
    if (id.includes('\uFFFD') && !Buffer.from(id, 'utf8').equals(Buffer.from(list, 'latin1'))) return faulty
    const found = new Map<number, number>()
    let previous = 0
    for (const token of features.split(/[ \t]+/).filter((each) => each !== '')) {
      const [column, given] = token.split(':')
      if (!(Number(column) > previous && Number(column) < 2 ** 31)) return faulty
      const float = /n/i.test(given) ? Number.NaN : Math.fround(Number(given))
      if (Math.abs(float) === Infinity) return faulty
      found.set((previous = Number(column)), float)
    }
    width = Math.max(width, previous)
    rows.push({ list: id, label: Number(label), features: found })
  }
  return rows.length === 0 ? { faultyLine: 1 } : { rows, width }
}

function ours(bytes: Buffer): Outcome {
  try {
    const lists = parseLetor(bytes)
    const listOfRow = lists.listIds.flatMap((id, list) => new Array<string>(lists.offsets[list + 1] - lists.offsets[list]).fill(id))
    const numbers = lists.othersAreZero && featureNumbers(lists.featureNames ?? [])
    const values = new Float64Array(lists.width)
    const rows = Array.from(fileOrder(lists), (row) => {
      copyRow(lists, row, values)
      const features = new Map<number, number>()
      values.forEach((each, column) => {
        if (each !== 0) features.set(numbers?.[column] ?? column + 1, each)
      })
      return { list: listOfRow[row], label: lists.labels[row], features }
    })
    return { rows, width: numbers?.at(-1) ?? lists.width }
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const [problem] = error.problems
    return { faultyLine: 'at' in problem ? (problem.at?.line ?? -1) : -1 }
  }
}

/** Zeros are the same as features left out. */
function withoutZeros(outcome: Outcome): Outcome {
  if (!('rows' in outcome)) return outcome
  return {
    ...outcome,
    rows: outcome.rows.map((row) => ({ ...row, features: new Map([...row.features].filter(([, each]) => each !== 0)) })),
  }
}

/** Cuts, copies, drops and overwrites bytes, mostly with those that mean something in the format. */
function mutated(bytes: Buffer, seed: number): Buffer {
  const random = seededRandom(seed)
  const meaningful = Buffer.from('0123456789.:+-eEnNaA#qid \t\r\n\0\xff\xc3\xa9"', 'latin1')
  let result = bytes
  for (let change = 1 + random.integer(3); change > 0 && result.length > 0; change--) {
    const place = random.integer(result.length)
    const span = 1 + random.integer(random.integer(4) === 0 ? 40 : 3)
    const [before, after] = [result.subarray(0, place), result.subarray(place)]
    const written = Buffer.from(Array.from({ length: span }, () => meaningful[random.integer(meaningful.length)]))
    const choices = [
      () => Buffer.concat([before, written.subarray(0, 1), after.subarray(1)]),
      () => Buffer.concat([before, written, after]),
      () => Buffer.concat([before, after.subarray(span)]),
      () => Buffer.concat([before, after.subarray(0, span), after]),
      () => before,
    ]
    result = choices[random.integer(random.integer(10) === 0 ? 5 : 4)]()
  }
  return result
}

function expectAgreement(bytes: Buffer): Outcome {
  const expected = reference(bytes)
  expect([bytes.toString('latin1'), ours(bytes)]).toEqual([bytes.toString('latin1'), withoutZeros(expected)])
  return expected
}

/** Both outcomes must be met often, or the comparison says little. */
function fuzz(text: Buffer, runs: number): void {
  let accepted = 0
  for (let seed = 0; seed < runs; seed++) if ('rows' in expectAgreement(mutated(text, seed))) accepted++
  expect(accepted).toBeGreaterThan(runs / 20)
  expect(accepted).toBeLessThan(runs * 0.95)
}

const sample = [
  '\uFEFF# header',
  '2 qid:1 1:0.5 2:1e-3 3:NULL #docid = A inc = 1',
  '0 qid:größe 1:-0.25 7:12345678901234567 # docid = B',
  '',
  '-1.5\tqid:1\t2:3.4e38\t3:nan #x',
  '10 qid:x:y 1:00012.500 2:.5 3:5. 4:-0 # y\r',
  '1 qid:1',
  '3 qid:1 5:0.30000000000000004 6:1e-300 7:7e22 8:123456789012.125 9:NA',
].join('\n')

describe('the LETOR reader agrees with a slow reference', () => {
  test('on a file of every kind of row, whole and broken', () => {
    expect(expectAgreement(Buffer.from(sample))).toMatchObject({ width: 9 })
    fuzz(Buffer.from(sample), 6000)
  })

  test('on lines put together at random', () => {
    const piece = fc.constantFrom(
      ...[
        '0',
        '1',
        '2.5',
        ' ',
        ' ',
        ' ',
        '\t',
        'qid:',
        'qid:7',
        '1:',
        '2:',
        '3:0.5',
        '10:1',
        '4:NULL',
        ':',
        '#',
        '\n',
        '\n',
        '\r\n',
        '\r',
        'e5',
        '-',
        '+',
        '.',
        'nan',
        'é',
      ],
    )
    const row = fc.constantFrom('1 qid:a 1:2 3:4\n', '0 qid:b 2:0.125 # x\n')
    const text = fc.array(fc.oneof(piece, row, row), { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (each) => {
        expectAgreement(Buffer.from(each))
      }),
      { numRuns: 3000 },
    )
  })

  test('on bytes at random', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expectAgreement(Buffer.from(bytes))
      }),
      { numRuns: 1000 },
    )
  })
})

for (const [name, file] of [
  ['letor-mq2008', 'S1.txt.gz'],
  ['letor-ohsumed', 'S1.txt.gz'],
  ['letor-mq2007-agg', 'A1.txt.gz'],
  ['mslr-web-sample', 'vali.txt.gz'],
]) {
  describeWithRealData(name, (folder) => {
    const text = folder === '' ? Buffer.alloc(0) : gunzipSync(readFileSync(join(folder, file)))
    const lineEnds = [...text.entries()].flatMap(([index, byte]) => (byte === 10 ? [index + 1] : []))

    test('every row is read as the reference reads it', () => {
      expect(expectAgreement(text.subarray(0, lineEnds[Math.min(lineEnds.length, 1500) - 1]))).toHaveProperty('rows')
    })

    test('broken copies are refused at the line that the reference refuses, others read the same', () => {
      fuzz(text.subarray(lineEnds[100], lineEnds[103]), 1500)
    })
  })
}
