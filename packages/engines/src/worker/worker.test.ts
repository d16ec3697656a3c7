import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { heldListsContract, madeLists } from '@rankwright/contracts'
import { finish, finishLater, modelToJson, plainRuntime, type RankingLists, selectLists, train, training } from '@rankwright/core'
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
import { answerParts } from './answerParts.ts'
import { letorRows } from './letorRows.ts'
import { questionOf } from './question.ts'
import { scoreRows } from './scoreRows.ts'
import { wireBytes, wireValue } from './wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-worker-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { runtime } = runtimeFor(1)

test('a worker that nobody listens to any more ends with its session', async () => {
  const ended = join(folder, 'session.ended')
  // More than a pipe takes, and the input is at its end.
  const lines = [...packedPartLines(packed(madeLists(3, { lists: 3000, longest: 8, width: 2 })))].join('\n')
  const worker = spawn(process.execPath, [workerFile(), '--op', 'scoredLists', '--inline', scoresAsked(), '--ended', ended])
  worker.stdout.pause()
  worker.stderr.resume()
  const exit = new Promise((settle) => worker.on('exit', settle))
  worker.stdin.end(`${lines}\n`)
  expect(await Promise.race([exit, new Promise((settle) => setTimeout(settle, 3000, 'it waits'))])).toBe('it waits')
  writeFileSync(ended, '')
  expect(await exit).toBe(1)
})

function scoresAsked(): string {
  const model = train(madeLists(3, { lists: 20, longest: 8, width: 2 }), { method: 'listnet', iterations: 1 }, runtime)
  return Buffer.from(questionBytes('scoredLists', { model })).toString('base64')
}

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
    ['no question where one is needed', ['--op', 'loss'], long, 'The operation loss needs a question'],
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

describe('what workers keep', () => {
  const options = { method: 'lambdamart', trees: 4, leaves: 5, minRows: 10, countRows: 'by-curvature', listShare: 0.5 } as const
  const expected = modelToJson(train(lists, options, plainRuntime))
  let folders = 0
  const newFolder = () => join(folder, `kept-${++folders}`)

  /** Trains through workers that keep things in a folder; how many questions told all trees. `between` is called before each question about trees. */
  async function fitted(keeping: string, between: (question: number) => void = () => {}, chosen: object = options) {
    const parts = pipedParts(lists)
    const input = [...packedPartLines(packed(lists))].map((line) => Buffer.from(`${line}\n`))
    let [questions, told] = [0, 0]
    const keepingParts: PackedParts = {
      ...parts,
      async run(name, asked, columns) {
        const { trees } = asked as { readonly trees?: { readonly all?: object } }
        if (trees !== undefined) between(questions++)
        if (trees?.all !== undefined) told++
        const question = questionOf(questionBytes(name, asked, columns), name)
        const rows = []
        for await (const line of answerParts(Readable.from(input), () => ({ question, runtime, keeping }))) rows.push(answerRowFrom(line))
        return answeredParts(name, rows, parts.sizes)
      },
    }
    const { model } = await finishLater(training(heldParts(keepingParts), { ...options, ...chosen }, runtime))
    return { model: modelToJson(model), questions, told }
  }

  const changeByte = (path: string) => {
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] ^= 1
    writeFileSync(path, bytes)
  }
  const files = (of: string) => readdirSync(of).map((name) => join(of, name))

  test('lets the next process go on, which is told what is new alone', async () => {
    const { model, questions, told } = await fitted(newFolder())
    expect({ model, told }).toEqual({ model: expected, told: 1 })
    expect(questions).toBeGreaterThan(10)
  })

  test.each<[what: string, between: (of: string) => void]>([
    ['is gone', (of) => rmSync(of, { recursive: true })],
    ['is damaged', (of) => files(of).forEach(changeByte)],
    ['is cut off', (of) => files(of).forEach((path) => void writeFileSync(path, readFileSync(path).subarray(0, 100)))],
    ['has lost its bins', (of) => rmSync(files(of).find((path) => path.endsWith('bins-of-trees'))!)],
  ])('is made again where it %s, with the same bytes', async (_, between) => {
    const keeping = newFolder()
    const { model, told } = await fitted(keeping, (question) => question === 7 && between(keeping))
    expect(model).toBe(expected)
    expect(told).toBeGreaterThan(1)
  })

  test('is not needed: a disk that takes nothing costs time alone', async () => {
    const { model, questions, told } = await fitted(join(packed(lists), 'below-a-file'))
    expect({ model, told }).toEqual({ model: expected, told: questions - 1 })
  })

  test('of a fit that was stopped within a tree is never taken for that of another', async () => {
    const keeping = newFolder()
    const stop = (question: number) => {
      if (question === 3) throw new Error('stopped')
    }
    for (const chosen of [{ listShare: 1 }, { leaves: 9 }, { minRows: 40 }, { seed: 2 }]) {
      await expect(fitted(keeping, stop)).rejects.toThrow('stopped')
      const other = { trees: 1, ...chosen }
      expect((await fitted(keeping, undefined, other)).model).toBe(modelToJson(train(lists, { ...options, ...other }, plainRuntime)))
    }
  })

  test('goes from one process of the bundled worker to the next', async () => {
    const bins = { features: Uint32Array.of(0), thresholds: Float32Array.of(0), starts: Uint32Array.of(0, 1), categories: [] }
    const fit = { bins, objective: { objective: 'squared', weights: 'ndcg', cutoff: 5, normalise: false }, seed: 1 }
    const asked = (all: object) => ({ trees: { id: 'none', ...all }, drawn: { number: 1, lists: 'all' } })
    const answer = async (all: object) => {
      const inline = Buffer.from(questionBytes('treeGradients', asked(all) as never)).toString('base64')
      const input = `${[...packedPartLines(packed(lists))].join('\n')}\n`
      const { lines, stderr } = await run(['--op', 'treeGradients', '--inline', inline, '--keep', 'kept'], input)
      expect(stderr).toBe('')
      return answeredParts('treeGradients', lines.map(answerRowFrom), [{ lists: lists.listIds.length, rows: lists.labels.length }])
    }
    const first = await answer({ all: { fit, trees: [] } })
    expect(await answer({})).toEqual(first)
    rmSync(join(folder, 'kept'), { recursive: true })
    expect(await answer({})).toEqual([{ lost: true }])
    expect(await answer({ all: { fit, trees: [] } })).toEqual(first)
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

test('scores become rows of a table, to the last bit', async () => {
  const lists = madeLists(3, { lists: 5, longest: 4, width: 3 })
  const named = { ...lists, listIds: ['a', 'ü\t\n', '', 'd', 'e'] }
  const model = train(named, { method: 'listnet', iterations: 2 }, runtime)
  const { scores, offsets, listIds } = finish(LocalLists.of(named, runtime).ask('scoredLists', { model }))
  scores[0] = -0
  scores[1] = 1e-300
  const payload = Buffer.from(wireBytes([{ scores, offsets, listIds }])).toString('base64')
  const lines: string[] = []
  for await (const text of scoreRows(Readable.from([Buffer.from(`0\u0001${payload}\n`)]))) lines.push(...text.split('\n'))
  const rows = lines.map((line) => line.split('\u0001'))
  expect(rows.map(([id]) => Buffer.from(id, 'base64').toString())).toEqual(
    listIds.flatMap((id, list) => Array.from({ length: offsets[list + 1] - offsets[list] }, () => id)),
  )
  expect(rows.map(([, place]) => Number(place))).toEqual(
    listIds.flatMap((_, list) => Array.from({ length: offsets[list + 1] - offsets[list] }, (_, row) => row + 1)),
  )
  expect(Float64Array.from(rows, ([, , score]) => Number(score))).toEqual(scores)
})

describe('LETOR text', () => {
  const lines = ['# comment', '2 qid:ü 1:0.1 3:-0 # docid = a', '', '0 qid:b 2:1e-3', '1 qid:ü 3:nan']
  const input = (texts: readonly string[]) =>
    Readable.from(texts.map((text, place) => Buffer.from(['f', place, Buffer.from(text).toString('base64')].join('\u0001').concat('\n'))))
  const answers = async (texts: readonly string[], width?: number) => {
    const found: string[][] = []
    for await (const text of letorRows(input(texts), width)) found.push(...text.split('\n').map((line) => line.split('\u0001')))
    return found
  }
  const named = (id: string) => Buffer.from(id).toString('base64')

  test('rows keep their places, and have all features', async () => {
    expect(await answers(lines)).toEqual([['3', '3', '', '', '']])
    const small = String(Math.fround(1e-3))
    expect(await answers(lines, 4)).toEqual([
      ['f', '1', named('ü'), '', '2', `${Math.fround(0.1)},0,-0,0`],
      ['f', '4', named('ü'), '', '1', '0,0,NaN,0'],
      ['f', '3', named('b'), '', '0', `0,${small},0,0`],
    ])
  })

  test('a line that cannot be read is told with its place', async () => {
    const [[, , file, place, problem]] = await answers([...lines, '1 qid:b 2:1 2:1'])
    expect([file, place]).toEqual(['f', '5'])
    expect(wireValue(Buffer.from(problem, 'base64'), 'it')).toMatchObject([{ code: 'feature-twice', at: { column: 13 } }])
  })
})
