import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { diskOperations, type FileOperations } from './fileOperations.ts'
import { foundFile } from './foundFile.ts'
import { claimName, leftOverIn, unfinishedName } from './hiddenNames.ts'
import { claimText } from './journal.ts'
import { openFileNumber } from './openFile.ts'
import { isOfKind, type OutputKind } from './outputKinds.ts'
import { openOutputs } from './outputs.ts'
import { type Owner, ownerFrom, ownerState, ownerText, ownOwner } from './owner.ts'
import { whyWrongName } from './wrongName.ts'

const base = mkdtempSync(join(tmpdir(), 'rankwright-outputs-'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(base, 'test-'))
})
afterAll(() => rmSync(base, { recursive: true }))

const at = (name: string) => join(folder, name)
const dead = { ...ownOwner(), pid: 2 ** 31 - 2 }

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (error instanceof RankwrightError) return error.problems[0].code
    throw error
  }
}

describe('a set of outputs', () => {
  test('appears when it is committed, all at once', async () => {
    const outputs = await openOutputs(['a', 'b'].map((name) => ({ path: at(name), holds: 'anything' })))
    await outputs.write(at('a'), ['1'])
    await outputs.write(at('b'), ['2'])
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([])
    await outputs.commit()
    expect(readdirSync(folder)).toEqual(['a', 'b'])
    expect(readFileSync(at('b'), 'utf8')).toBe('2')
  })

  test('leaves nothing when it is discarded', async () => {
    const outputs = await openOutputs([
      { path: at('a'), holds: 'anything' },
      { folder: at('x/y'), files: [{ name: 'Z/f', holds: 'anything' }] },
    ])
    await outputs.write(at('a'), ['1'])
    await outputs.writeIn(at('x/y'), 'Z/f', ['2'])
    outputs.discard()
    expect(readdirSync(folder)).toEqual([])
  })

  test('writes only what was declared', async () => {
    const outputs = await openOutputs([{ folder: at('x'), files: [] }])
    await expect(outputs.write(at('a'), ['1'])).rejects.toThrow('not declared')
    await expect(outputs.writeIn(at('x'), 'f', ['1'])).rejects.toThrow('not declared')
    outputs.discard()
  })

  test('a file that another process put in the way of a folder stays, and the folder does not come', async () => {
    const outputs = await openOutputs([{ folder: at('x'), files: [{ name: 'f', holds: 'anything' }] }])
    await outputs.writeIn(at('x'), 'f', ['1'])
    mkdirSync(at('x'))
    writeFileSync(at('x/mine'), 'mine')
    expect(await codeOf(outputs.commit())).toBe('cannot-write')
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['x', 'x/mine'])
  })

  test('a link that replaces an output meanwhile is not written through', async () => {
    writeFileSync(at('a'), 'old')
    const outputs = await openOutputs([{ path: at('a'), holds: 'anything' }])
    await outputs.write(at('a'), ['new'])
    rmSync(at('a'))
    symlinkSync('elsewhere', at('a'))
    expect(await codeOf(outputs.commit())).toBe('cannot-write')
    expect(readdirSync(folder)).toEqual(['a'])
  })

  test('the same name in another case, or with another kind of accent, is one name', async () => {
    for (const [a, b] of [
      ['Model', 'model'],
      ['caf\u00e9', 'cafe\u0301'],
    ])
      expect(
        await codeOf(
          openOutputs([
            { path: at(a), holds: 'anything' },
            { path: at(b), holds: 'anything' },
          ]),
        ),
      ).toBe('outputs-are-one')
  })

  test('files beside a data file are inputs, too', async () => {
    writeFileSync(at('d.txt.query'), '3\n2\n')
    expect(await codeOf(openOutputs([{ path: at('d.txt.query'), holds: 'scores' }], { reads: [at('d.txt')] }))).toBe('output-is-input')
  })

  test('only left-overs of the same output and of processes that are gone are removed', async () => {
    const mine = [unfinishedName(at('a'), 'tmp', dead), unfinishedName(at('a'), 'old', dead)]
    const others = [
      unfinishedName(at('b'), 'tmp', dead),
      unfinishedName(at('a'), 'tmp', ownOwner()),
      unfinishedName(at('a'), 'tmp', { ...dead, host: 'ffffff' }),
      at('.a.rw-notes.tmp'),
    ]
    for (const path of [...mine, ...others]) writeFileSync(path, '')
    ;(await openOutputs([{ path: at('a'), holds: 'anything' }])).discard()
    expect([...mine, ...others].filter(existsSync)).toEqual(others)
  })

  test('the claim of a process that is gone is taken over, that of a living one is respected', async () => {
    const text = (owner: Owner) => claimText({ owner, token: '0123456789abcdef', journal: at('.a.rw-journal') })
    writeFileSync(claimName(at('a')), text(dead))
    const outputs = await openOutputs([{ path: at('a'), holds: 'anything' }])
    await outputs.write(at('a'), ['1'])
    writeFileSync(claimName(at('a')), text(ownOwner()))
    setTimeout(() => rmSync(claimName(at('a'))), 100)
    const start = performance.now()
    await outputs.commit()
    expect(performance.now() - start).toBeGreaterThan(90)
    expect(readdirSync(folder)).toEqual(['a'])
  })
})

test('a pair of files of which a process that is gone had renamed one is whole again before anything is said of it', async () => {
  const pair = { matrix: at('m.npy'), ids: at('m.ids') }
  const declared = [pair.matrix, pair.ids].map((path) => ({ path, holds: { pair } }))
  const write = async (size: number, files = diskOperations) => {
    const outputs = await openOutputs(declared, { files })
    await outputs.write(pair.matrix, [squareMatrix(size)])
    await outputs.write(
      pair.ids,
      Array.from({ length: size }, (_, row) => `${row}\n`),
    )
    await outputs.commit()
  }
  await write(2)
  await expect(write(3, endingAfterRenaming(pair.matrix))).rejects.toThrow('gone')
  expect(readFileSync(pair.ids, 'utf8')).toBe('0\n1\n')
  await write(4)
  expect(readFileSync(pair.ids, 'utf8')).toBe('0\n1\n2\n3\n')
  expect(readdirSync(folder)).toEqual(['m.ids', 'm.npy'])
})

/** As NumPy writes it, all zeros. */
function squareMatrix(size: number): Uint8Array {
  const head = `{'descr': '<f4', 'fortran_order': False, 'shape': (${size}, ${size}), }`.padEnd(117)
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00v\x00', 'latin1'), Buffer.from(`${head}\n`), Buffer.alloc(4 * size * size)])
}

/** The disk of a process that is killed right after it has put this file in its place. */
function endingAfterRenaming(path: string): FileOperations {
  let gone = false
  const unlessGone = <Arguments extends unknown[], Result>(work: (...given: Arguments) => Result) => {
    return (...given: Arguments): Result => {
      if (gone) throw new Error('gone')
      return work(...given)
    }
  }
  const { rename, remove, removeTree, removeFolder, syncFolder, link } = diskOperations
  return {
    ...diskOperations,
    owner: dead,
    rename: unlessGone((from, to) => {
      rename(from, to)
      gone = to === path
    }),
    remove: unlessGone(remove),
    removeTree: unlessGone(removeTree),
    removeFolder: unlessGone(removeFolder),
    syncFolder: unlessGone(syncFolder),
    link: unlessGone(link),
  }
}

test('names of left-overs say whose they are, also where names are long or odd', () => {
  for (const name of ['a', '.hidden', 'with\nline', 'x.rw-y.tmp', 'ö'.repeat(120)]) {
    const hidden = unfinishedName(join('/f', name), 'tmp', dead).slice(3)
    expect(leftOverIn(hidden)?.owner).toEqual(dead)
    expect(Buffer.byteLength(hidden)).toBeLessThan(256)
  }
  for (const other of ['.a.tmp', 'a.rw-a1b2c3-1-1-01234567.tmp', '.a.rw-a1b2c3-1-01234567.tmp']) expect(leftOverIn(other)).toBeUndefined()
})

test('a process is told from another one of the same number', () => {
  expect(ownerState(ownOwner())).toBe('alive')
  expect(ownerState(dead)).toBe('dead')
  if (ownOwner().started !== '0') expect(ownerState({ ...ownOwner(), started: '1' })).toBe('dead')
  expect(ownerState({ ...ownOwner(), host: 'ffffff' })).toBe('unknown')
  expect(ownerFrom(ownerText(dead))).toEqual(dead)
  expect(ownerFrom('a1b2c3-x-1')).toBeUndefined()
})

test('kinds of outputs are told apart', () => {
  const samples: Partial<Record<OutputKind, string>> = {
    model: '{\n"format": "rankwright-model",\n"version": 1,\n"kind": "linear",',
    stream: '{\n"format": "rankwright-model",\n"version": 1,\n"kind": "stream",',
    statistics: '{\n"format": "rankwright-statistics",\n"version": 1,\n"features": 3,',
    schema: '{\n"format": "rankwright-schema",\n"version": 1,\n"columns": [',
    data: '2 qid:1 1:0.5\n',
    scores: '0.5\n-1e-7\n3\n',
    matrix: 'term,a,"b,"\na,1,0.5\n"b,",0.5,1\n',
    run: 't Q0 d 1 0.5 tag\n',
    qrels: 't 0 d 1\n',
    ranklib: '## Linear Regression\n## a remark\n0:0.5 1:-1e-7 2:3\n',
    elasticsearch: '{\n  "model": {\n    "name": "a \\"b\\"",\n    "model": {\n      "type": "model/linear",',
    solr: '{\n  "class": "org.apache.solr.ltr.model.LinearModel",',
    js: '// A ranking model of the method "listnet", written by rankwright. It needs nothing else.',
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="1"/>\n',
    report: '<!doctype html>\n<!-- A report, written by rankwright. -->\n<html lang="en">',
    onnx: '\b\b\x12\nrankwright:',
  }
  for (const kind of Object.keys(samples) as OutputKind[])
    for (const [other, text] of Object.entries(samples)) {
      writeFileSync(at('sample'), text)
      expect([kind, other, isOfKind(kind, foundFile(at('sample')))]).toEqual([kind, other, kind === other])
    }
})

test('a name that says something else than what a file holds', () => {
  const wrong = (kind: OutputKind, names: string) => names.split(' ').filter((name) => whyWrongName(name, kind) !== undefined)
  expect(wrong('matrix', 'm.csv M.TSV m.npy m.csv.gz - /dev/null m.xls m.json m')).toEqual(['m.xls', 'm.json', 'm'])
  expect(wrong('svg', 'a.svg a.svg.gz a.png')).toEqual(['a.png'])
  expect(wrong('report', 'a.html a.htm a.pdf')).toEqual(['a.pdf'])
  expect(wrong('model', 'a.json a.json.gz a a.txt a.csv a.obo')).toEqual(['a.csv', 'a.obo'])
  expect(whyWrongName('m.xls', 'matrix')).toBe('a table of similarities needs a name that ends with .csv, .tsv or .npy')
})

test('a file that comes while the work goes on is looked at, too', async () => {
  const outputs = await openOutputs([{ path: at('m.json'), holds: 'model' }])
  await outputs.write(at('m.json'), ['{'])
  writeFileSync(at('m.json'), 'mine')
  expect(await codeOf(outputs.commit())).toBe('output-of-another-kind')
  expect(readFileSync(at('m.json'), 'utf8')).toBe('mine')
  expect(readdirSync(folder)).toEqual(['m.json'])
})

test('files of a folder that come or change while the work goes on are looked at, too', async () => {
  const folder = at('shared')
  mkdirSync(join(folder, 'sub'), { recursive: true })
  const files = ['scores.txt', 'sub/scores.txt', 'new/scores.txt'].map((name) => ({ name, holds: 'scores' as const }))
  writeFileSync(join(folder, 'scores.txt'), '0.5\n')
  for (const name of files.map((file) => file.name)) {
    const outputs = await openOutputs([{ folder, files }])
    for (const file of files) await outputs.writeIn(folder, file.name, ['1.5\n'])
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), 'my own text\n')
    await expect(outputs.commit()).rejects.toThrow(`${name}: this file is there already and holds`)
    expect(readFileSync(join(folder, name), 'utf8')).toBe('my own text\n')
    rmSync(join(folder, name))
  }
})

test('paths that stand for open files are known, also by links', () => {
  symlinkSync('/dev/stdin', at('in'))
  symlinkSync('in', at('in2'))
  symlinkSync('circle', at('circle'))
  for (const path of ['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0', `/proc/${process.pid}/fd/0`, '/dev/../dev/fd/0', at('in2')])
    expect([path, openFileNumber(path)]).toEqual([path, 0])
  for (const path of ['-', at('a'), at('circle'), '/dev/null', '/dev/fd/x', '/proc/1/fd/0', folder])
    expect([path, openFileNumber(path)]).toEqual([path, undefined])
})
