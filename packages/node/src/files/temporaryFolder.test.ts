import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unfinishedName } from '../outputs/hiddenNames.ts'
import { ownOwner } from '../outputs/owner.ts'
import { withTemporaryFolder } from './temporaryFolder.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'rankwright-test-'))
  vi.stubEnv('TMPDIR', place)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true })
})

test('a temporary folder is private, and gone afterwards', async () => {
  await expect(
    withTemporaryFolder(async (folder) => {
      writeFileSync(join(folder, 'a'), '')
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      throw new Error('stop')
    }),
  ).rejects.toThrow('stop')
  expect(readdirSync(place)).toEqual([])
})

test('folders of processes that are gone are removed, others stay', async () => {
  const killed = unfinishedName(join(place, 'rankwright'), 'tmp', { ...ownOwner(), pid: 2 ** 31 - 2 })
  const atWork = unfinishedName(join(place, 'rankwright'), 'tmp', ownOwner())
  for (const folder of [killed, atWork]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'large'), '')
  }
  await withTemporaryFolder(async () => {})
  expect([killed, atWork].map(existsSync)).toEqual([false, true])
})
