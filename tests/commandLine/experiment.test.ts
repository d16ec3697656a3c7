import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'
import { servedCommands } from './servedCommands.ts'

const { folder, run, json } = commandsIn('experiment', servedCommands())

beforeAll(() => {
  writeFileSync(join(folder, 'lists.txt'), letorSample(1, 30, 4))
})

test('a leaderboard in JSON and for people; the second run repeats nothing, and another experiment is refused', async () => {
  const words = 'experiment lists.txt --methods least-squares,ranksvm --folds 2 --out trial'
  const document = await json(words)
  expect(document.folder).toBe('trial')
  expect(document.leaderboard).toHaveLength(2)
  for (const row of document.leaderboard)
    expect(row).toMatchObject({
      metric: 'ndcg@10',
      value: expect.any(Number),
      interval: [expect.any(Number), expect.any(Number)],
      group: 'a',
    })
  const page = readFileSync(join(folder, 'trial', 'report.html'), 'utf8')
  const parts = Array.from(page.matchAll(/<h2 [^>]*>([^<]*)</g), ([, title]) => title)
  expect(parts).toEqual(['Leaderboard', 'Which differences are real', 'List by list', 'Folds', 'The data', 'The experiment'])
  const { stdout } = await run(`${words} --report copy.html`)
  for (const name of ['trial/report.html', 'copy.html']) expect(readFileSync(join(folder, name), 'utf8')).toBe(page)
  expect(stdout).toMatch(/lists: ndcg@10 on the test lists of 2 folds/)
  expect(stdout).toMatch(/4 parts finished, 4 of them by an earlier run/)
  expect(await json('report trial --out again.html')).toEqual({ out: 'again.html', bytes: Buffer.byteLength(page) })
  expect(readFileSync(join(folder, 'again.html'), 'utf8')).toBe(page)
  const other = await run('experiment lists.txt --methods listnet --folds 3 --out trial')
  expect(other.status).toBe(1)
  expect(other.stderr).toMatch(/data\.lists\.folds: 2 there, 3 here/)
})

test('a report replaces nothing that it reads, and says what a folder lacks', async () => {
  const over = await run('report trial --out trial/results.json --force')
  expect(over).toMatchObject({ status: 2, stderr: expect.stringMatching(/trial\/results\.json: the command reads this file/) })
  expect(JSON.parse(readFileSync(join(folder, 'trial', 'results.json'), 'utf8')).format).toBe('rankwright-results')
  expect(await run('report trial --data lists.txt --out x.html')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/--data is about models/),
  })
  mkdirSync(join(folder, 'other'))
  expect((await run('report other --out x.html')).stderr).toMatch(/other: the folder holds no results\.json/)
  const begun = await run('experiment lists.txt --methods listnet --folds 2 --budget 0.000001 --out begun')
  expect(begun).toMatchObject({ status: 0, stdout: expect.stringMatching(/The same command goes on/) })
  expect((await run('report begun --out x.html')).stderr).toMatch(/begun: the experiment in this folder is not finished/)
  expect((await run('experiment lists.txt --methods listnet --folds 2 --out lists.txt')).stderr).toMatch(
    /lists\.txt: .*it is a file, not a folder/,
  )
  expect((await run('experiment lists.txt --methods listnet --folds 2 --out t --report lists.txt')).stderr).toMatch(
    /the command reads this file/,
  )
  expect(existsSync(join(folder, 't'))).toBe(false)
})

test('wrong words and wrong files are refused with what to do', async () => {
  expect(await run('experiment lists.txt --out t')).toMatchObject({ status: 2, stderr: expect.stringMatching(/--methods A,B/) })
  const two = await run('experiment lists.txt --methods listnet --folds 2 --test lists.txt --out t')
  expect(two).toMatchObject({ status: 2, stderr: expect.stringMatching(/--test and --folds do not go together/) })
  writeFileSync(join(folder, 'trial.json'), '{"format": "rankwright-experiment", "version": 1,\n "data": [], "methods": ["listnet"]}')
  expect(await run('experiment trial.json --out t')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/trial\.json:2:10: data: give at least one/),
  })
  const both = await run('experiment trial.json --methods listnet --out t')
  expect(both).toMatchObject({ status: 2, stderr: expect.stringMatching(/does not go with an experiment FILE/) })
})
