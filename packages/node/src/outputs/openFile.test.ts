import { closeSync, mkdtempSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whyNotWritable } from './openFile.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-open-'))

test('a file that is open for writing can be written, one that is open for reading cannot', () => {
  const written = openSync(join(folder, 'a'), 'w')
  const read = openSync(join(folder, 'a'), 'r')
  expect(whyNotWritable(written)).toBeUndefined()
  if (process.platform === 'linux') expect(whyNotWritable(read)).toBe('what is open under this number is open for reading')
  for (const number of [written, read]) closeSync(number)
  expect(whyNotWritable(written)).toBe('nothing is open under this number')
})

test.runIf(process.platform === 'linux')('what Node has opened for itself is not written', () => {
  const own = readdirSync('/proc/self/fd').filter((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).startsWith('anon_inode:')
    } catch {
      return false
    }
  })
  expect(own.length).toBeGreaterThan(0)
  for (const number of own) expect(whyNotWritable(Number(number))).toBe('Node itself uses what is open under this number')
})
