import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { expect, test } from 'vitest'
import { type Owner, ownerText, ownOwner } from '../outputs/owner.ts'
import { lockFile, requireUnlocked, withFileLock } from './fileLock.ts'

const base = mkdtempSync(join(tmpdir(), 'rankwright-lock-'))
const folder = () => mkdtempSync(join(base, 'case-'))

/** The number of a process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid

async function problemOf(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (error instanceof RankwrightError) return { ...error.problems[0], message: error.message }
    throw error
  }
  throw new Error('it was locked')
}

function heldBy(file: string, holder: Partial<Owner>, host = ''): void {
  mkdirSync(`${file}.lock`)
  writeFileSync(join(`${file}.lock`, `holder-${ownerText({ ...ownOwner(), ...holder })}-0123456789ab`), host)
}

test('a second one is refused with the holder, and may have it afterwards; nothing is left', async () => {
  const file = join(folder(), 'state.json')
  await withFileLock(file, async () => {
    const problem = await problemOf(lockFile(file))
    expect(problem).toMatchObject({ code: 'file-in-use', process: process.pid })
    expect(problem.message).toMatch(new RegExp(`state\\.json: process ${process.pid} is working on it\\. Wait`))
  })
  await withFileLock(file, async () => {})
  expect(readdirSync(join(file, '..'))).toEqual([])
})

test('a failure of the work releases it', async () => {
  const file = join(folder(), 'state.json')
  await expect(withFileLock(file, () => Promise.reject(new Error('work')))).rejects.toThrow('work')
  await withFileLock(file, async () => {})
})

test('the same file by another way has the same lock', async () => {
  const here = folder()
  writeFileSync(join(here, 'state.json'), '')
  symlinkSync(join(here, 'state.json'), join(here, 'link.json'))
  await withFileLock(join(here, 'link.json'), async () => {
    expect(await problemOf(lockFile(join(here, 'state.json')))).toMatchObject({ code: 'file-in-use' })
  })
})

test('the lock of a process that ended is taken over, and so is that of an earlier process with a number that runs again', async () => {
  for (const holder of [{ pid: ended }, { started: '123' }]) {
    const file = join(folder(), 'state.json')
    heldBy(file, holder)
    requireUnlocked(file, file)
    await withFileLock(file, async () => {
      expect(await problemOf(lockFile(file))).toMatchObject({ code: 'file-in-use', process: process.pid })
    })
    expect(existsSync(`${file}.lock`)).toBe(false)
  }
})

test('the lock of another machine is not taken over: the message says what to remove', async () => {
  const file = join(folder(), 'state.json')
  heldBy(file, { host: 'ffffff' }, 'else-where')
  expect(() => requireUnlocked(file, file)).toThrow('on else-where is working on it')
  const { message } = await problemOf(lockFile(file))
  expect(message).toMatch(/process \d+ on else-where is working on it.*remove .*state\.json\.lock/)
})

test('a file or folder of the name that is not a lock is left alone', async () => {
  const here = folder()
  writeFileSync(join(here, 'a.lock'), 'mine')
  mkdirSync(join(here, 'b.lock'))
  writeFileSync(join(here, 'b.lock', 'mine.txt'), '')
  for (const name of ['a', 'b']) expect(await problemOf(lockFile(join(here, name)))).toMatchObject({ code: 'lock-not-ours' })
  expect(readdirSync(here).sort()).toEqual(['a.lock', 'b.lock'])
})

test('an empty folder that a killed release left is no obstacle', async () => {
  const file = join(folder(), 'state.json')
  mkdirSync(`${file}.lock`)
  await withFileLock(file, async () => {})
})

test('a folder that does not exist is a problem of the input', async () => {
  expect(await problemOf(lockFile(join(folder(), 'no', 'state.json')))).toMatchObject({ code: 'cannot-write' })
})

test('of many that take over at once, exactly one wins', async () => {
  for (let round = 0; round < 20; round++) {
    const file = join(folder(), 'state.json')
    heldBy(file, { pid: ended })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFile(file)))
    const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(locks).toHaveLength(1)
    expect(readdirSync(`${file}.lock`)).toHaveLength(1)
    await locks[0].release()
    expect(readdirSync(join(file, '..'))).toEqual([])
  }
})

test('processes that add to one number under the lock, some of them killed, lose nothing', async () => {
  const here = folder()
  const file = join(here, 'number')
  writeFileSync(file, '0')
  const module = new URL('../../dist/files/fileLock.js', import.meta.url).href
  const program = `
    const { withFileLock } = await import(${JSON.stringify(module)})
    const { readFileSync, writeFileSync, renameSync } = await import('node:fs')
    let added = 0
    for (let turn = 0; added < 10 && turn < 100000; turn++) {
      try {
        await withFileLock(${JSON.stringify(file)}, async () => {
          const before = Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
          await new Promise((settle) => setTimeout(settle, 1))
          if (process.argv[1] === 'killed' && added === 3) process.kill(process.pid, 'SIGKILL')
          const temporary = ${JSON.stringify(file)} + process.pid
          writeFileSync(temporary, String(before + 1))
          renameSync(temporary, ${JSON.stringify(file)})
        })
        added++
      } catch (error) {
        if (error.problems?.[0].code !== 'file-in-use') throw error
        await new Promise((settle) => setTimeout(settle, 1))
      }
    }`
  const runs = ['', '', 'killed', 'killed'].map(
    (how) =>
      new Promise<number | null>((settle) => {
        spawn(process.execPath, ['--input-type=module', '-e', program, how], { stdio: 'inherit' }).on('close', settle)
      }),
  )
  expect(await Promise.all(runs)).toEqual([0, 0, null, null])
  await withFileLock(file, async () => {})
  expect(readdirSync(here)).toEqual(['number'])
  expect(await import('node:fs').then(({ readFileSync }) => readFileSync(file, 'utf8'))).toBe('26')
}, 60_000)
