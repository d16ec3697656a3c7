/** How the command line behaves towards the shell and the terminal around it. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { root } from '../sourceFiles.ts'
import { main, outcomeOf, rankwright, scratchFolder, start } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const folder = scratchFolder('surroundings')
writeFileSync(join(folder, 'data.txt'), letorSample(1, 2000, 20))
const shell = (script: string) =>
  spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE: process.execPath, MAIN: main } })

test('Ctrl-C while reading: exit 130, at once and quietly', async () => {
  const child = start(['inspect', '-', '--format', 'letor'], { folder, environment: { RANKWRIGHT_QUIET: '' } })
  const finished = new Promise((settle) => child.on('close', (status, signal) => settle({ status, signal })))
  child.stdin?.write('1 qid:1 1:0.5\n')
  await saying(child, 'reading standard input')
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

test.skipIf(process.platform === 'win32')('Ctrl-C while a pipe is read that nobody writes to', async () => {
  spawnSync('mkfifo', [join(folder, 'silent')])
  for (const words of [
    ['inspect', 'silent'],
    ['score', 'silent', 'data.txt'],
  ]) {
    const child = start([...words], { folder, environment: { RANKWRIGHT_QUIET: '' } })
    const finished = new Promise((settle) => child.on('close', (status, signal) => settle(signal ?? status)))
    await sleep(700)
    const before = performance.now()
    child.kill('SIGINT')
    // A thread that waits for the system cannot be ended: the signal itself ends the process, which shells show as 130, too.
    expect([130, 'SIGINT']).toContain(await finished)
    expect(performance.now() - before).toBeLessThan(1200)
  }
})

test('Ctrl-C in the middle of long sums is heard', async () => {
  // Minutes of randomisation, if it were left to run.
  for (const step of [7, 11])
    writeFileSync(join(folder, `${step}.scores`), Array.from({ length: 40_000 }, (_, row) => `${(row * step) % 97}\n`).join(''))
  const child = start(['compare', '--scores', '7.scores,11.scores', 'data.txt', '--randomisations', '10000000'], {
    folder,
    environment: { RANKWRIGHT_QUIET: '' },
  })
  const outcome = outcomeOf(child)
  await saying(child, /comparing: \d+ %/)
  const before = performance.now()
  child.kill('SIGTERM')
  expect((await outcome).status).toBe(143)
  expect(performance.now() - before).toBeLessThan(2000)
})

test('Ctrl-C while many metrics are measured or bounded: both have told how far they are', async () => {
  const place = join(folder, 'metrics')
  mkdirSync(place)
  writeFileSync(join(place, 'data.txt'), letorSample(3, 3000, 2))
  writeFileSync(join(place, 'train.txt'), letorSample(4, 20, 2))
  await rankwright(['train', 'train.txt', '--method', 'least-squares', '--out', 'model.json'], { folder: place })
  const metrics = ['--metrics', Array.from({ length: 1000 }, (_, place) => `ndcg@${place + 1}`).join()]
  for (const [words, told] of [
    [['evaluate', 'model.json', 'data.txt', ...metrics], /intervals: \d+ %/],
    [['certify', 'model.json', '--held-out', 'data.txt', ...metrics], /bounding: \d+ %/],
  ] as const) {
    const child = start(words, { folder: place, environment: { RANKWRIGHT_QUIET: '' } })
    const outcome = outcomeOf(child)
    await saying(child, told)
    child.kill('SIGINT')
    expect(await outcome).toMatchObject({ status: 130, stdout: '' })
  }
})

test('Ctrl-C while an ontology is learned: it has told its progress, and leaves no file', async () => {
  const place = join(folder, 'ontology')
  mkdirSync(place)
  const edges = Array.from({ length: 30_000 }, (_, term) => [`t${term + 1},t${term >> 3}`, `t${term + 1},t${(term * 7919) % (term + 1)}`])
  writeFileSync(join(place, 'edges.csv'), `t0\n${edges.flat().join('\n')}\n`)
  const train = ['ontology', 'train', 'edges.csv', '--tolerance', '1e-15', '--lambda', '1e-9', '--out', 'model.json']
  const child = start(train, { folder: place, environment: { RANKWRIGHT_QUIET: '' } })
  const outcome = outcomeOf(child)
  await saying(child, 'lines')
  const before = performance.now()
  child.kill('SIGINT')
  expect((await outcome).status).toBe(130)
  expect(performance.now() - before).toBeLessThan(2000)
  expect(readdirSync(place)).toEqual(['edges.csv'])
})

test('a reader that leaves early is no reason to complain', () => {
  const { stdout, stderr } = shell('set -o pipefail; "$NODE" "$MAIN" convert data.txt - --to csv | head -n 2; echo $PIPESTATUS')
  expect(stdout.split('\n')).toHaveLength(4)
  expect(stdout.split('\n')[2]).toBe('0')
  expect(stderr).not.toMatch(/EPIPE|bug in rankwright/)
})

test('standard input is read only where it is asked for, and never waited for otherwise', async () => {
  const { stdout } = shell('while read line; do "$NODE" "$MAIN" convert data.txt - --to tsv | wc -l; echo "$line"; done <<< $\'one\\ntwo\'')
  expect(stdout.trim().split(/\s+/)).toEqual(['40001', 'one', '40001', 'two'])
  const child = start(['convert', 'data.txt', '-', '--to', 'csv'], { folder })
  child.stdout?.resume()
  expect(await new Promise((settle) => child.on('exit', settle))).toBe(0) // its stdin is still open
})

const full = existsSync('/dev/full')
test.skipIf(!full)(`output that cannot be written is a failure${full ? '' : ' (skipped: no /dev/full here)'}`, () => {
  const { stderr, status } = shell('"$NODE" "$MAIN" inspect data.txt > /dev/full')
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('standard output: the disk is full') })
})

test('a fault of ours is exit 70: one line, how to report it, and the details for those who ask', async () => {
  // A broken installation: the command line without the packages below it.
  const alone = join(folder, 'alone')
  cpSync(dirname(main), join(alone, 'dist'), { recursive: true })
  cpSync(join(dirname(main), '..', 'package.json'), join(alone, 'package.json'))
  const run = (environment: Record<string, string>) =>
    spawnSync(process.execPath, [join(alone, 'dist', 'main.js'), 'inspect', 'data.txt', '--json'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    })
  const { status, stdout, stderr } = run({})
  expect({ status, stdout }).toEqual({ status: 70, stdout: '' })
  expect(stderr).toMatch(/^This is a bug in rankwright.*report.*RANKWRIGHT_DEBUG=1.*\n$/)
  expect(run({ RANKWRIGHT_DEBUG: '1' }).stderr).toMatch(/\n +at /)
})

test.skipIf(process.platform === 'win32')('npx finds the command in a checkout', () => {
  const { status, stdout } = spawnSync(join(root, 'node_modules', '.bin', 'rankwright'), ['--version'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})

test('bash completes commands, options and choices', () => {
  const complete = (...words: string[]) =>
    shell(
      `source <("$NODE" "$MAIN" completion bash); COMP_WORDS=(rankwright ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _rankwright; echo "\${COMPREPLY[*]}"`,
    ).stdout.trim()
  expect(complete('ev')).toBe('evaluate')
  expect(complete('train', '--early')).toBe('--early-stop')
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

/** Waits for a line of progress: the command is at work on this. */
function saying(child: ChildProcess, text: string | RegExp): Promise<void> {
  return new Promise((settle, fail) => {
    child.stderr?.on('data', (piece: string | Buffer) => String(piece).search(text) >= 0 && settle())
    child.on('close', () => fail(new Error(`it ended before it said "${text}"`)))
  })
}

test('a folder that is gone, no folder for temporary files, and devices that never end are told', () => {
  const gone = shell('mkdir gone && cd gone && rmdir ../gone && "$NODE" "$MAIN" inspect ../data.txt')
  expect(gone).toMatchObject({ status: 1, stderr: expect.stringContaining('The current folder is not there any more') })
  shell('"$NODE" "$MAIN" convert data.txt packed.parquet && gzip packed.parquet')
  const temporary = shell('TMPDIR=/nonexistent "$NODE" "$MAIN" inspect packed.parquet.gz')
  expect(temporary).toMatchObject({ status: 1, stderr: expect.stringContaining('/nonexistent, the folder for temporary files (TMPDIR)') })
  const beneath = shell('"$NODE" "$MAIN" inspect data.txt/x')
  expect(beneath).toMatchObject({ status: 1, stderr: 'data.txt/x: the file cannot be read: a part of its path is not a folder.\n' })
  if (!existsSync('/dev/zero')) return
  for (const words of ['inspect /dev/zero --format letor', 'show /dev/zero'])
    expect(shell(`"$NODE" "$MAIN" ${words}`)).toMatchObject({ status: 1, stderr: '/dev/zero: the file cannot be read: it is a device.\n' })
})
