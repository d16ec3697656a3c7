import { closeSync, existsSync, fstatSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { madeLists } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { PackedFile } from './packedFile.ts'
import { PackedFiles } from './packedFiles.ts'
import { packLists } from './packLists.ts'

const lists = madeLists(3, { lists: 6, longest: 5, width: 2 })

async function packedIn(files: PackedFiles): Promise<string> {
  const path = join(await files.folder.path(), `${files.folder.next()}.packed`)
  await packLists(lists, path)
  return path
}

test('parts that are closed twice take no other file along', async () => {
  const files = new PackedFiles(1)
  const [first, second] = [await packedIn(files), await packedIn(files)]
  const [closed, open] = [files.parts(first), files.parts(second)]
  await closed.close()
  await closed.close()
  expect([existsSync(first), existsSync(second)]).toEqual([false, true])
  await open.close()
  expect(existsSync(second)).toBe(false)
  await files.close()
})

test('a packed file that is closed twice does not close what has its number by then', async () => {
  const files = new PackedFiles(1)
  const path = await packedIn(files)
  const file = new PackedFile(path)
  file.close()
  const other = join(await files.folder.path(), 'other')
  writeFileSync(other, 'other')
  const number = openSync(other, 'r') // the lowest that is free: that of the packed file
  file.close()
  expect(fstatSync(number).size).toBe(5)
  closeSync(number)
  await files.close()
})
