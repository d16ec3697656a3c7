/** What commands do to the files that they write, and to those that they should not. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn, main, outcomeOf, rankwright, start } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run } = commandsIn('writing')
const data = letorSample(1, 8, 4)
const ontology =
  'format-version: 1.2\n\n[Term]\nid: A:1\nname: a\n\n[Term]\nid: A:2\nname: b\nis_a: A:1\n\n[Term]\nid: A:3\nname: c\nis_a: A:1\n'
const at = (...names: string[]) => join(folder, ...names)
const content = (name: string) => readFileSync(at(name), 'utf8')
const hidden = (name = '.') => readdirSync(at(name)).filter((each) => each.startsWith('.'))

beforeAll(async () => {
  writeFileSync(at('x.txt'), data)
  writeFileSync(at('o.obo'), ontology)
  expect(await run('train x.txt --method least-squares --out m.json')).toMatchObject({ status: 0 })
  expect(await run('train x.txt --method elmrank --nodes 3 --statistics s.json --out elm.json')).toMatchObject({ status: 0 })
})

test.each([
  ['train x.txt --method least-squares --out x.txt', 'x.txt', 2],
  ['train ./x.txt --method least-squares --valid x.txt --out linked.txt', 'x.txt', 2],
  ['train x.txt --method least-squares --out hard.txt', 'x.txt', 2],
  ['score m.json x.txt --out m.json', 'm.json', 2],
  ['score m.json x.txt --out x.txt --force', 'x.txt', 2],
  ['ontology train o.obo --out o.obo', 'o.obo', 2],
  ['convert x.txt ./x.txt', 'x.txt', 2],
  ['train x.txt --method elmrank --nodes 3 --out both.json --statistics both.json', 'x.txt', 2],
  ['train x.txt --method elmrank --nodes 3 --out Both.json --statistics ./both.json', 'x.txt', 2],
  ['train x.txt --method least-squares --out s.json', 's.json', 1],
  ['score m.json x.txt --out s.json', 's.json', 1],
  ['export m.json --to js --out s.json', 's.json', 1],
  ['split x.txt --out x.txt', 'x.txt', 1],
  ['convert x.txt folder/', 'x.txt', 1],
  ['convert x.txt new.txt/', 'x.txt', 1],
])('%s leaves %s as it is', async (words, file, status) => {
  for (const [name, make] of [['linked.txt', symlinkSync] as const, ['hard.txt', linkSync] as const])
    if (!existsSync(at(name))) make(at('x.txt'), at(name))
  mkdirSync(at('folder'), { recursive: true })
  const before = content(file)
  const outcome = await run(words)
  expect(outcome).toMatchObject({ status, stdout: '' })
  expect(outcome.stderr).toMatch(/(?:Choose another name|Give each output|give the name of a (?:file|folder))/)
  expect(outcome.stderr).not.toMatch(/\n\s+at /)
  expect(content(file)).toBe(before)
  expect(hidden()).toEqual([])
  expect(existsSync(at('both.json'))).toBe(false)
})

test('what the shell has opened is compared, too', () => {
  const shell = (script: string) =>
    spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE: process.execPath, MAIN: main } })
  expect(shell('"$NODE" "$MAIN" convert - x.txt --format letor < x.txt').status).toBe(2)
  expect(shell('"$NODE" "$MAIN" convert x.txt - --to letor >> x.txt').status).toBe(2)
  expect(content('x.txt')).toBe(data)
  expect(shell('"$NODE" "$MAIN" convert x.txt /dev/stdout --to letor').stdout.split('\n')).toHaveLength(33)
  expect(shell('"$NODE" "$MAIN" --help > /dev/full').status).toBe(existsSync('/dev/full') ? 1 : 0)
  expect(shell('"$NODE" "$MAIN" train --help > /dev/full').status).toBe(existsSync('/dev/full') ? 1 : 0)
})

test('--force replaces a file that holds something else', async () => {
  writeFileSync(at('forced.json'), data)
  expect(await run('train x.txt --method least-squares --out forced.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--force'),
  })
  expect(await run('train x.txt --method least-squares --out forced.json --force')).toMatchObject({ status: 0 })
  expect(content('forced.json')).toBe(content('m.json'))
})

test.skipIf(process.platform === 'win32')('permissions and links are kept, and what is read-only stays', async () => {
  writeFileSync(at('private.txt'), '0.5\n', { mode: 0o600 })
  writeFileSync(at('target.txt'), '0.5\n', { mode: 0o640 })
  chmodSync(at('target.txt'), 0o640)
  symlinkSync('target.txt', at('link.txt'))
  symlinkSync('later.txt', at('dangling.txt'))
  for (const name of ['private.txt', 'link.txt', 'dangling.txt'])
    expect(await run(`score m.json x.txt --out ${name}`)).toMatchObject({ status: 0 })
  expect(statSync(at('private.txt')).mode & 0o777).toBe(0o600)
  expect(readlinkSync(at('link.txt'))).toBe('target.txt')
  expect(lstatSync(at('target.txt')).mode & 0o777).toBe(0o640)
  expect(readlinkSync(at('dangling.txt'))).toBe('later.txt')
  for (const name of ['private.txt', 'target.txt', 'later.txt']) expect(content(name).split('\n')).toHaveLength(33)
  writeFileSync(at('kept.txt'), '1\n', { mode: 0o444 })
  expect(await run('score m.json x.txt --out kept.txt --force')).toMatchObject({ status: 1, stderr: expect.stringContaining('read-only') })
  expect(content('kept.txt')).toBe('1\n')
})

const named = spawnSync('mkfifo', [at('pipe')]).status === 0
test.skipIf(!named)('a pipe is written as a stream and stays a pipe; a device is refused', async () => {
  const reader = spawnSync('bash', ['-c', `cat pipe > copy & "${process.execPath}" "${main}" score m.json x.txt --out pipe; wait`], {
    cwd: folder,
  })
  expect(reader.status).toBe(0)
  expect(lstatSync(at('pipe')).isFIFO()).toBe(true)
  expect(content('copy').split('\n')).toHaveLength(33)
  if (spawnSync('mknod', [at('device'), 'c', '1', '3']).status === 0) {
    expect(await run('score m.json x.txt --out device --force')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('it is a device'),
    })
    expect(lstatSync(at('device')).isCharacterDevice()).toBe(true)
  }
  expect(await run('score m.json x.txt --out /dev/null')).toMatchObject({ status: 0 })
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
})

test('folds of another shape are not mixed with new ones, and other files stay', async () => {
  expect(await run('split x.txt --folds 5 --out folds')).toMatchObject({ status: 0 })
  writeFileSync(at('folds', 'Fold5', 'notes.txt'), 'mine')
  writeFileSync(at('folds', 'mine.txt'), 'mine')
  const before = readFileSync(at('folds', 'Fold1', 'train.txt'), 'utf8')
  expect(await run('split x.txt --folds 3 --out folds')).toMatchObject({ status: 1, stderr: expect.stringContaining('Fold4/test.txt') })
  expect(readFileSync(at('folds', 'Fold1', 'train.txt'), 'utf8')).toBe(before)
  expect(await run('split x.txt --folds 5 --seed 2 --out folds')).toMatchObject({ status: 0 })
  expect(await run('split x.txt --folds 3 --out folds --force')).toMatchObject({ status: 0 })
  expect(readdirSync(at('folds')).sort()).toEqual(['Fold1', 'Fold2', 'Fold3', 'Fold5', 'mine.txt'])
  expect(readdirSync(at('folds', 'Fold5'))).toEqual(['notes.txt'])
})

test('Ctrl-C on split removes nothing but what it made', async () => {
  writeFileSync(at('large.txt'), letorSample(2, 4000, 20))
  mkdirSync(at('shared', 'Fold1'), { recursive: true })
  writeFileSync(at('shared', 'Fold1', 'mine.txt'), 'mine')
  for (const out of ['shared', 'made/deep']) {
    const child = start(['split', 'large.txt', '--folds', '5', '--out', out], { folder })
    const outcome = outcomeOf(child)
    const place = out === 'shared' ? at('shared') : at('made')
    while (child.exitCode === null && !(existsSync(place) && readdirSync(place).some((name) => name.includes('.rw-')))) await sleep(2)
    writeFileSync(join(place, 'late.txt'), 'mine') // someone else works here meanwhile
    child.kill('SIGINT')
    expect((await outcome).status).toBe(130)
    expect(readFileSync(join(place, 'late.txt'), 'utf8')).toBe('mine')
  }
  expect(readdirSync(at('shared')).sort()).toEqual(['Fold1', 'late.txt'])
  expect(readdirSync(at('shared', 'Fold1'))).toEqual(['mine.txt'])
  expect(readdirSync(at('made'))).toEqual(['late.txt'])
})

test('a demo that is interrupted leaves no folder, and none replaces files of others', async () => {
  const child = start(['demo', '--out', 'shop'], { folder })
  const outcome = outcomeOf(child)
  while (child.exitCode === null && hidden().length === 0) await sleep(5)
  child.kill('SIGINT')
  expect((await outcome).status).toBe(130)
  expect(existsSync(at('shop'))).toBe(false)
  expect(hidden()).toEqual([])
  mkdirSync(at('work'))
  writeFileSync(at('work', 'train.csv'), 'query,label,x\na,1,2\n')
  expect(await run('demo --out work')).toMatchObject({ status: 1, stderr: expect.stringContaining('work/train.csv') })
  expect(readdirSync(at('work'))).toEqual(['train.csv'])
})

test('split never removes the file that it reads, whatever is forced', async () => {
  mkdirSync(at('own/Fold7'), { recursive: true })
  copyFileSync(at('x.txt'), at('own/Fold7/train.txt'))
  const outcome = await run('split own/Fold7/train.txt --folds 3 --out own --force')
  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringContaining('own/Fold7/train.txt') })
  expect(content('own/Fold7/train.txt')).toEqual(content('x.txt'))
})

test('a matrix and its ids appear together', async () => {
  const edges = Array.from({ length: 6000 }, (_, term) => `t${term + 1},t${term >> 1}\n`).join('')
  writeFileSync(at('edges.csv'), edges)
  writeFileSync(at('few.txt'), 't1\nt2\n')
  const words = ['ontology', 'baseline', 'edges.csv', '--measure', 'path', '--matrix', 'sim.npy']
  expect(await rankwright([...words, '--terms', 'few.txt'], { folder })).toMatchObject({ status: 0 })
  const before = [content('sim.npy'), content('sim.npy.ids.txt')]
  const child = start(words, { folder })
  const outcome = outcomeOf(child)
  while (child.exitCode === null && hidden().length < 2) await sleep(5)
  child.kill('SIGINT')
  expect((await outcome).status).toBe(130)
  expect([content('sim.npy'), content('sim.npy.ids.txt')]).toEqual(before)
  expect(hidden()).toEqual([])
})

test('what a killed run left is removed by the next run of the same output', async () => {
  const child = start(['convert', 'large.txt', 'converted.csv'], { folder })
  const ended = outcomeOf(child)
  while (child.exitCode === null && hidden().length === 0) await sleep(2)
  child.kill('SIGKILL')
  await ended
  expect(hidden()).toHaveLength(1)
  writeFileSync(at('.converted.csv.rw-notes'), 'mine')
  expect(await run('convert x.txt converted.csv')).toMatchObject({ status: 0 })
  expect(hidden()).toEqual(['.converted.csv.rw-notes'])
})

test('statistics are updated in place; another input is not replaced', async () => {
  writeFileSync(at('more.txt'), letorSample(5, 4, 4))
  expect(await run('train x.txt --method elmrank --nodes 3 --statistics state.json --out elm2.json')).toMatchObject({ status: 0 })
  const before = content('state.json')
  expect(await run('update state.json --add more.txt --statistics state.json')).toMatchObject({ status: 0 })
  expect(content('state.json')).not.toBe(before)
  expect(await run('update s.json --merge state.json --statistics state.json')).toMatchObject({ status: 2 })
})
