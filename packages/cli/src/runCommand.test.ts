import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskOperations, type FileOperations } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'
import { command } from './command.ts'
import { runCommand } from './runCommand.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command that writes a file, and tells whether the file was in its place when the rest was done: undefined if that was not done. */
async function placeSeenAfterwards(path: string, files: FileOperations): Promise<boolean | undefined> {
  let seen: boolean | undefined
  const writing = command({
    summary: 'Writes a file.',
    inputs: { out: 'The file.' },
    options: {},
    example: 'rankwright writing FILE',
    writes: { out: 'anything' },
    async run({ out }, { outputs }) {
      await outputs.write(out, [new Uint8Array([1])])
      return { document: {}, text: () => '', afterwards: () => void (seen = existsSync(path)) }
    },
  })
  await runCommand('writing', [path], {
    commands: { writing: { summary: '', load: async () => writing } },
    look: { columns: 80, color: false, terminal: false },
    output: async () => {},
    note: () => {},
    progress: () => {},
    files,
  }).catch(() => {})
  return seen
}

test('what is left to do is done when the files are in place', async () => {
  expect(await placeSeenAfterwards(join(folder, 'a'), diskOperations)).toBe(true)
})

test('what is left to do is not done when the files could not be put in place', async () => {
  const full = () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
  expect(await placeSeenAfterwards(join(folder, 'b'), { ...diskOperations, rename: full, link: full })).toBeUndefined()
})
