/** What commands say where the system gives them too little: address space, open files. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandsIn, main, shellIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run } = commandsIn('limits')
const environment = { ...process.env, RANKWRIGHT_QUIET: '1', NO_COLOR: '1', NODE: process.execPath, MAIN: main }
const content = (name: string) => readFileSync(join(folder, name))

const shell = shellIn(folder)

beforeAll(async () => {
  writeFileSync(join(folder, 'x.txt'), letorSample(1, 20, 6))
  expect(await run('train x.txt --method elmrank --nodes 5 --out m.json')).toMatchObject({ status: 0 })
})

describe.skipIf(process.platform !== 'linux')('under limits', () => {
  test('an engine without memory is an answer, not a native trace', () => {
    for (const kilobytes of [1_000_000, 1_300_000]) {
      const outcome = shell(`ulimit -v ${kilobytes}; rw train x.txt --method listnet --out none.json`)
      expect(outcome).toMatchObject({ status: 1, stdout: '' })
      expect(outcome.stderr).toMatch(/^\s*There is not enough memory.*ulimit -v/)
      expect(outcome.stderr).not.toMatch(/Fatal|Last few GCs|native stack|\n\s+at /)
      expect(existsSync(join(folder, 'none.json'))).toBe(false)
    }
  })

  test('without address space for WebAssembly, plain primitives give the same bytes', () => {
    const outcome = shell('ulimit -v 4000000; rw train x.txt --method elmrank --nodes 5 --out plain.json')
    expect(outcome).toMatchObject({ status: 0, stderr: expect.stringContaining('WebAssembly cannot be used') })
    expect(content('plain.json').equals(content('m.json'))).toBe(true)
    expect(shell('ulimit -v 4000000; rw stream x.txt --target utility --json')).toMatchObject({ status: 0 })
  })

  test('a limited command takes input, pipes of the shell and exit codes as any other', () => {
    const limited = 'ulimit -v 4000000'
    const scores = shell('rw score m.json x.txt').stdout
    expect(scores.split('\n')).toHaveLength(121)
    expect(shell(`${limited}; rw score m.json - --format letor < x.txt`)).toMatchObject({ status: 0, stdout: scores })
    expect(shell(`${limited}; rw score m.json x.txt --out >(cat > made.txt); status=$?; wait $!; exit $status`).status).toBe(0)
    expect(content('made.txt').toString()).toBe(scores)
    expect(shell(`${limited}; rw score none.json x.txt`)).toMatchObject({ status: 1, stderr: expect.stringContaining('none.json') })
    expect(shell(`${limited}; rw score m.json`)).toMatchObject({ status: 2 })
  })

  test('Ctrl-C ends a limited command, and nothing is left of it', async () => {
    const child = spawn('bash', ['-c', 'ulimit -v 4000000; exec "$NODE" "$MAIN" stream - --format letor --target utility --state s.json'], {
      cwd: folder,
      env: { ...environment },
    })
    const ended = new Promise((settle) => child.on('close', (status) => settle(status)))
    child.stdin.write(letorSample(2, 5, 4))
    await new Promise<void>((settle) => child.stdout.once('data', () => settle()))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(readdirSync(folder).filter((name) => name.startsWith('.') || name.endsWith('.lock'))).toEqual([])
  })

  test('too few open files are an answer, wherever it is noticed', () => {
    for (const files of [20, 22, 24, 26, 28]) {
      const outcome = shell(`ulimit -n ${files}; rw train x.txt --method listnet --out none.json`)
      expect([files, outcome.status]).toEqual([files, 1])
      expect(outcome.stderr).toContain('ulimit -n 1024')
      expect(outcome.stderr).not.toMatch(/\n\s+at /)
    }
  })
})
