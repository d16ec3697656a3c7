/** How the command line behaves towards the shell and the terminal around it. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { main, outcomeOf, rankwright, scratchFolder, start } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const folder = scratchFolder('surroundings')
writeFileSync(join(folder, 'data.txt'), letorSample(1, 2000, 20))
const shell = (script: string) =>
  spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE: process.execPath, MAIN: main } })

test('Ctrl-C while reading: exit 130, at once and quietly', async () => {
  const child = start(['inspect', '-', '--format', 'letor'], { folder })
  const finished = new Promise((settle) => child.on('close', (status, signal) => settle({ status, signal })))
  child.stdin?.write('1 qid:1 1:0.5\n')
  await sleep(700)
  const before = performance.now()
  child.kill('SIGINT')
  expect(await finished).toEqual({ status: 130, signal: null })
  expect(performance.now() - before).toBeLessThan(2000)
})

test('Ctrl-C while writing leaves no file behind, under any name', async () => {
  const place = join(folder, 'writing')
  mkdirSync(place)
  writeFileSync(join(place, 'data.txt'), letorSample(2, 20_000, 20))
  const child = start(['convert', 'data.txt', 'out.jsonl'], { folder: place })
  const outcome = outcomeOf(child)
  while (child.exitCode === null && readdirSync(place).length < 2) await sleep(5)
  expect(existsSync(join(place, 'out.jsonl'))).toBe(false)
  child.kill('SIGINT')
  expect(await outcome).toMatchObject({ status: 130, stdout: '' })
  expect(readdirSync(place)).toEqual(['data.txt'])
})

test('Ctrl-C in the middle of long sums is heard', async () => {
  writeFileSync(join(folder, 'values.txt'), Array.from({ length: 2_000_000 }, (_, i) => `${(i % 97) / 96}\n`).join(''))
  const child = start(['bound', 'heldout-betting', '--values', 'values.txt'], { folder })
  const outcome = outcomeOf(child)
  await sleep(2000)
  expect(child.exitCode).toBe(null)
  const before = performance.now()
  child.kill('SIGTERM')
  expect((await outcome).status).toBe(143)
  expect(performance.now() - before).toBeLessThan(2000)
})

test('a reader that leaves early is no reason to complain', () => {
  const { stdout, stderr } = shell('set -o pipefail; "$NODE" "$MAIN" convert data.txt - --to csv | head -n 2; echo $PIPESTATUS')
  expect(stdout.split('\n')).toHaveLength(4)
  expect(stdout.split('\n')[2]).toBe('0')
  expect(stderr).not.toMatch(/EPIPE|bug in rankwright/)
})

test('bash completes commands, options and choices', () => {
  const complete = (...words: string[]) =>
    shell(
      `source <("$NODE" "$MAIN" completion bash); COMP_WORDS=(rankwright ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _rankwright; echo "\${COMPREPLY[*]}"`,
    ).stdout.trim()
  expect(complete('ev')).toBe('evaluate')
  expect(complete('train', '--lam')).toBe('--lambda')
  expect(complete('evaluate', '--profile', 'trec')).toBe('trec_eval')
  expect(complete('inspect', 'data.t')).toBe('data.txt')
})

test('colour only where it is wanted', async () => {
  const [plain, forced] = await Promise.all([
    rankwright(['inspect', 'data.txt'], { folder }),
    rankwright(['inspect', 'data.txt'], { folder, environment: { NO_COLOR: '', FORCE_COLOR: '1' } }),
  ])
  expect(plain.stdout).not.toContain('\x1b[')
  expect(forced.stdout).toContain('\x1b[')
})
