import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { heldListsContract, madeLists } from '@rankwright/contracts'
import { finish, plainRuntime, type RankingLists, selectLists } from '@rankwright/core'
import { identityMap } from '@rankwright/core/data'
import { LocalLists, type OperationName } from '@rankwright/core/runtime'
import {
  answeredParts,
  answerRowFrom,
  answerWorkerInput,
  type ChosenColumns,
  heldParts,
  type PackedParts,
  packedPartLines,
  questionBytes,
  workerFile,
} from '@rankwright/engines'
import { runtimeFor } from '@rankwright/node'
import { afterAll, describe, expect, test } from 'vitest'
import { ListPacker } from '../packed/listPacker.ts'
import { PackedFile } from '../packed/packedFile.ts'
import { inColumns } from '../parts/inColumns.ts'
import { version } from '../version.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { runtime } = runtimeFor(1)

let packedFiles = 0
function packed(lists: RankingLists): string {
  const path = join(folder, `${++packedFiles}.packed`)
  const packer = new ListPacker()
  writeFileSync(path, Buffer.concat([...packer.add(lists), ...packer.end()]))
  return path
}

/** Parts that a worker of this process answers for: everything goes through lines of text. */
function pipedParts(lists: RankingLists): PackedParts {
  const path = packed(lists)
  const file = new PackedFile(path)
  const { sections, weighted: _, ...about } = file.directory
  file.close()
  const input = partsInOrder([...packedPartLines(path)].reverse()).map((line) => Buffer.from(`${line}\n`))
  return {
    about,
    sizes: sections,
    async run(name, asked, columns) {
      const rows = []
      for await (const line of answerWorkerInput(Readable.from(input), name, questionBytes(name, asked, columns), runtime))
        rows.push(answerRowFrom(line))
      return answeredParts(name, rows, sections)
    },
    async repack(chosen: Uint32Array | undefined, columns?: ChosenColumns) {
      return pipedParts(inColumns(chosen === undefined ? lists : selectLists(lists, chosen), columns))
    },
    async close() {},
  }
}

/** Parts may come in any order, their pieces not: of lines that were turned round, each part again from its first piece on. */
function partsInOrder(lines: readonly string[]): string[] {
  const parts = [...new Set(lines.map((line) => line.split('\t')[0]))]
  return parts.flatMap((part) => lines.filter((line) => line.startsWith(`${part}\t`)).reverse())
}

const hold = (lists: RankingLists) => heldParts(pipedParts(lists))
heldListsContract('a worker behind a pipe', { hold, runtime }, ['one long and many short'])

const lists = madeLists(3, { lists: 60, longest: 12, width: 3 })

interface Ran {
  readonly code: number | null
  readonly lines: readonly string[]
  readonly stderr: string
}

/** The bundled file, alone in a folder. */
const alone = join(folder, 'rw.mjs')
writeFileSync(alone, readFileSync(workerFile()))

function run(words: readonly string[], input: string): Promise<Ran> {
  return new Promise((settle, fail) => {
    const child = spawn(process.execPath, [alone, ...words], { cwd: folder })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk) => out.push(chunk))
    child.stderr.on('data', (chunk) => err.push(chunk))
    child.on('error', fail)
    child.stdin.on('error', fail)
    child.on('close', (code) =>
      settle({ code, lines: Buffer.concat(out).toString('utf8').split('\n').slice(0, -1), stderr: Buffer.concat(err).toString('utf8') }),
    )
    child.stdin.end(input)
  })
}

describe('the bundled worker', () => {
  const path = packed(lists)
  const input = `${[...packedPartLines(path)].join('\n')}\n`
  const sizes = [{ lists: lists.listIds.length, rows: lists.labels.length }]
  const inline = (name: OperationName, asked: never) => [
    '--op',
    name,
    '--inline',
    Buffer.from(questionBytes(name, asked)).toString('base64'),
  ]
  const asked = {
    map: identityMap(3),
    loss: { loss: 'listnet' },
    weights: Float64Array.of(0.3, -0, Number.MIN_VALUE),
    weighing: { by: 'weights', total: 60 },
  }

  test('answers with the bits of this process, whether the question is inline or a file', async () => {
    const expected = finish(LocalLists.of(lists, plainRuntime).parts('loss', asked as never))
    writeFileSync(join(folder, 'question'), questionBytes('loss', asked as never))
    for (const words of [inline('loss', asked as never), ['--op', 'loss', '--question', 'question']]) {
      const { code, lines, stderr } = await run(words, input)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(answeredParts('loss', lines.map(answerRowFrom), sizes)).toEqual(expected)
    }
  })

  test('takes the separators of Spark and gives them back', async () => {
    const { lines } = await run(['--op', 'summary'], input.replaceAll('\t', '\u0001'))
    expect(lines[0].split('\u0001')).toHaveLength(7)
    expect(answeredParts('summary', lines.map(answerRowFrom), sizes)[0].lists).toBe(60)
  })

  test('no input is no answer, and the driver misses the part', async () => {
    const { code, lines } = await run(['--op', 'summary'], '')
    expect({ code, lines }).toEqual({ code: 0, lines: [] })
    expect(() => answeredParts('summary', [], sizes)).toThrow('1 of 1 parts gave no answer (0)')
  })

  const long = input.repeat(400) // more than a pipe holds
  const changed = (bytes: Uint8Array, from: string, to: string) =>
    Buffer.from(Buffer.from(bytes).toString('latin1').replace(from, to), 'latin1').toString('base64')
  test.each<[what: string, words: readonly string[], input: string, message: string]>([
    [
      'a question of another version',
      ['--op', 'summary', '--inline', changed(questionBytes('summary', {}), version, '9.9.9')],
      long,
      `The worker is of rankwright ${version}, and it was asked by rankwright 9.9.9.`,
    ],
    ['a question of another operation', ['--op', 'loss', '--inline', inline('summary', {} as never)[3]], long, 'started with `op` loss'],
    ['a question that is cut off', ['--op', 'summary', '--inline', 'AAAA'], long, 'The question cannot be read: it is too short'],
    ['a file that is not there', ['--op', 'summary', '--question', 'none'], long, 'no such file'],
    ['an operation that is not there', ['--op', 'sum'], long, 'op'],
    ['a line of too few fields', ['--op', 'summary'], '0\t0\n', 'fewer than the five fields'],
    ['facts that are no JSON', ['--op', 'summary'], '0\t0\t1\t{\tAAAA\n', 'its facts are no JSON'],
    ['changed bytes', ['--op', 'summary'], input.replace(/A(?=\n$)/, 'B').replace(/AAAA/, 'AAAB'), 'its checksum is wrong'],
    ['a part that is cut off', ['--op', 'summary'], input.replace('0\t0\t1', '0\t0\t2').replace(/A{8}(?=.)/, ''), 'after 1 of 2 pieces'],
    ['too many bytes', ['--op', 'summary'], `${input.trimEnd()}AAAAAAAA\n`, 'bytes, and its facts say'],
  ])('%s is a row, and the input is read to its end', async (_, words, given, message) => {
    const { code, lines, stderr } = await run(words, given)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const rows = lines.map(answerRowFrom)
    expect(rows.at(-1)?.kind).toBe('problem')
    expect(() => answeredParts('summary', rows, sizes)).toThrow(message)
  })
})

describe('the driver', () => {
  const summary = finish(LocalLists.of(lists, plainRuntime).parts('summary', {}))
  const row = async () => {
    const input = Readable.from([...packedPartLines(packed(lists))].map((line) => Buffer.from(`${line}\n`)))
    for await (const line of answerWorkerInput(input, 'summary', undefined, runtime)) return answerRowFrom(line)
    throw new Error('no row')
  }
  const size = { lists: lists.listIds.length, rows: lists.labels.length }

  test('takes every part once, in the order of the parts', async () => {
    const one = await row()
    expect(answeredParts('summary', [{ ...one, part: 1 }, one], [size, size])).toEqual([...summary, ...summary])
    expect(() => answeredParts('summary', [one, one], [size])).toThrow('Part 0 of the packed lists was answered twice')
    expect(() => answeredParts('summary', [{ ...one, part: 1 }], [size])).toThrow('answered for part 1, but there are 1 parts')
    expect(() => answeredParts('summary', [one], [size, size, size])).toThrow('2 of 3 parts gave no answer (1, 2)')
  })

  test('refuses workers of other versions, and parts that have changed', async () => {
    const one = await row()
    expect(() => answeredParts('summary', [{ ...one, version: '0.0.9' }], [size])).toThrow('Ship the worker of')
    expect(() => answeredParts('summary', [one], [{ ...size, rows: 7 }])).toThrow(
      `Part 0 had 60 lists with 7 rows when the lists were packed`,
    )
    expect(answeredParts('summary', [one], [{ ...size, crc: one.crc }])).toEqual(summary)
    expect(() => answeredParts('summary', [one], [{ ...size, crc: one.crc ^ 1 }])).toThrow(
      'Part 0 has other values than when the lists were packed',
    )
  })
})

test('the version is that of the package', () => {
  expect(JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version).toBe(version)
})
