import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heldListsContract, largeListsContract } from '@rankwright/contracts'
import { plainRuntime, type RankingLists } from '@rankwright/core'
// The built package: a thread runs compiled files.
import { holdPacked, type PackedLists } from '@rankwright/engines'
import { afterAll } from 'vitest'
import { ListPacker } from './packed/listPacker.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-packed-'))
const open: PackedLists[] = []
afterAll(async () => {
  await Promise.all(open.map((lists) => lists.close()))
  rmSync(folder, { recursive: true })
})

function hold(lists: RankingLists): PackedLists {
  const path = join(folder, `${open.length}.packed`)
  const packer = new ListPacker()
  writeFileSync(path, Buffer.concat([...packer.add(lists), ...packer.end()]))
  const held = holdPacked(path, { threads: 2 })
  open.push(held)
  return held
}

heldListsContract('a packed file', { hold, runtime: plainRuntime })
largeListsContract('a packed file', { hold, runtime: plainRuntime })
