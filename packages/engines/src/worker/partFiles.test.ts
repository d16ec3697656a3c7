import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { leaveFile, partFileName, partInFile } from './partFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-parts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at % 251)
const facts = { crc: crc32(bytes) }

function left(name: string): string {
  const path = join(folder, name, partFileName(3, facts))
  leaveFile(path, bytes.subarray(0, 600), bytes.subarray(600))
  return path
}

test('a part that was left is found again, and nothing else lies beside it', () => {
  const path = left('whole')
  expect(new Uint8Array(partInFile(path, facts, bytes.length)!)).toEqual(bytes)
  expect(readdirSync(join(folder, 'whole'))).toEqual([partFileName(3, facts)])
})

test.each<[what: string, change: (path: string) => void]>([
  ['gone', (path) => rmSync(path)],
  ['cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 999))],
  ['longer', (path) => writeFileSync(path, new Uint8Array(1), { flag: 'a' })],
  ['changed in one bit', (path) => writeFileSync(path, bytes.with(500, bytes[500] ^ 1))],
])('a part whose file is %s has to be sent again', (what, change) => {
  const path = left(what)
  change(path)
  expect(partInFile(path, facts, bytes.length)).toBeUndefined()
})

test('a disk that takes nothing is no failure', () => {
  const path = join(left('file'), 'below', partFileName(3, facts))
  leaveFile(path, bytes)
  expect(partInFile(path, facts, bytes.length)).toBeUndefined()
})
