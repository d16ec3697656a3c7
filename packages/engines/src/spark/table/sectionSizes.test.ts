import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { madeLists } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { ListPacker } from '../../packed/listPacker.ts'
import { PackedFile } from '../../packed/packedFile.ts'
import { sectionSizes } from './sectionSizes.ts'

test.each([
  ['many short', { lists: 14_000, longest: 20, width: 2 }],
  ['one long', { lists: 7000, longest: 20, width: 2, long: 9000 }],
  ['few', { lists: 3, longest: 4, width: 2 }],
])('%s lists are cut as their packer cuts them', (_, made) => {
  const lists = madeLists(5, made)
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-sections-'))
  const path = join(folder, 'lists.packed')
  const packer = new ListPacker()
  writeFileSync(path, Buffer.concat([...packer.add(lists), ...packer.end()]))
  const file = new PackedFile(path)
  const rows = Array.from(lists.offsets.subarray(1), (end, list) => end - lists.offsets[list])
  expect(sectionSizes(rows, lists.width)).toEqual({
    sizes: file.directory.sections.map(({ lists, rows }) => ({ lists, rows })),
    before: file.before,
  })
  file.close()
  rmSync(folder, { recursive: true })
})
