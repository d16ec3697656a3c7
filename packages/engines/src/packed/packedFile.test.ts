import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asSparse, madeLists } from '@rankwright/contracts'
import type { RankingLists } from '@rankwright/core'
import { afterAll, expect, test } from 'vitest'
import { ListPacker } from './listPacker.ts'
import { PackedFile } from './packedFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-packed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'lists.packed')

function packed(lists: RankingLists): Buffer {
  const packer = new ListPacker()
  return Buffer.concat([...packer.add(lists), ...packer.end()])
}

function readBack(): RankingLists[] {
  const file = new PackedFile(path)
  try {
    return file.directory.sections.map((_, section) => file.section(section))
  } finally {
    file.close()
  }
}

const dense = madeLists(3, { lists: 60, longest: 12, width: 3, weighted: true })
const sparse = asSparse(madeLists(4, { lists: 50, longest: 9, width: 7, shown: 2 }))

test.each([
  ['dense', dense],
  ['sparse', sparse],
])('%s lists are read back as they were', (_, lists) => {
  writeFileSync(path, packed(lists))
  const { itemIds: _items, sourceRows: _rows, ...kept } = lists
  expect(readBack()).toEqual([kept])
})

test('sections are cut where blocks end, and know what comes before', () => {
  const lists = madeLists(5, { lists: 14_000, longest: 20, width: 2 })
  writeFileSync(path, packed(lists))
  const file = new PackedFile(path)
  const { sections } = file.directory
  expect(sections.map(({ blocks }) => blocks)).toEqual([...Array(sections.length - 1).fill(32), expect.any(Number)])
  expect(file.before[1]).toEqual({ lists: sections[0].lists, rows: sections[0].rows, blocks: 32 })
  expect(file.section(1).listIds[0]).toBe(lists.listIds[sections[0].lists])
  file.close()
})

test('a file that is damaged anywhere is refused, and says so', () => {
  const refusal = 'lists.packed: this is no packed file of lists, or it is damaged: '
  const bytes = packed(dense)
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes)
    changed[at] ^= 1 << (at % 8)
    writeFileSync(path, changed)
    expect(readBack, `byte ${at}`).toThrow(refusal)
  }
  for (const length of [0, 7, 8, 20, bytes.length >> 1, bytes.length - 1]) {
    writeFileSync(path, bytes.subarray(0, length))
    expect(readBack, `${length} bytes`).toThrow(refusal)
  }
  rmSync(path)
  expect(readBack).toThrow('there is no such file or folder')
})

test('chunks of other columns are refused', () => {
  const packer = new ListPacker()
  Array.from(packer.add(dense))
  expect(() => Array.from(packer.add(sparse))).toThrow('has other columns')
  expect(() => new ListPacker().end()).toThrow('no lists')
})
