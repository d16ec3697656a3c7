import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { type Experiment, experimentOf } from '@rankwright/core/experiments'
import { runExperiment } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-experiments-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const data = join(folder, 'lists.txt')
writeFileSync(data, letor(20, 1))

function letor(lists: number, seed: number): string {
  const random = seededRandom(seed)
  const rows = Array.from({ length: 5 * lists }, (_, row) => {
    const [a, b] = [random.normal(), random.normal()]
    return `${a + 0.3 * random.normal() > 0.5 ? 1 : 0} qid:${Math.floor(row / 5)} 1:${a.toFixed(3)} 2:${b.toFixed(3)}\n`
  })
  return rows.join('')
}

function experiment(more: object = {}): Experiment {
  const methods = ['least-squares', { method: 'ranksvm', try: { lambda: [0.1, 1] }, innerFolds: 2 }]
  return experimentOf({ format: 'rankwright-experiment', version: 1, data: [{ file: data, folds: 2 }], methods, ...more })
}

const out = (name: string) => join(folder, name)
const resultsIn = (name: string) => readFileSync(join(out(name), 'results.json'), 'utf8')

test('an experiment writes results, models and scores; what is finished is not repeated, and the bytes are the same on any number of threads', async () => {
  const first = await runExperiment(experiment(), out('whole'), { threads: 2 })
  expect([first.parts, first.finishedBefore, first.left]).toEqual([4, 0, 0])
  expect(first.results.leaderboard.map(({ method }) => method).sort()).toEqual(['least-squares', 'ranksvm'])
  expect(readdirSync(out('whole')).sort()).toEqual(['experiment.json', 'folds', 'models', 'parts', 'results.json', 'scores'])
  const [scores] = readdirSync(join(out('whole'), 'scores'))
  expect(
    readFileSync(join(out('whole'), 'scores', scores), 'utf8')
      .split('\n')
      .slice(0, 2),
  ).toEqual(['list,row,score', expect.stringMatching(/^\d+,0,-?[\d.e-]+$/)])

  const bytes = resultsIn('whole')
  expect((await runExperiment(experiment(), out('whole'))).finishedBefore).toBe(4)
  expect(resultsIn('whole')).toBe(bytes)

  // As a killed run leaves it: one part missing, another one with some of its steps.
  rmSync(join(out('whole'), 'parts', 'lists+Fold2+ranksvm.json'))
  rmSync(join(out('whole'), 'parts', 'lists+Fold1+least-squares.json'))
  rmSync(join(out('whole'), 'results.json'))
  mkdirSync(join(out('whole'), 'steps'), { recursive: true })
  expect((await runExperiment(experiment(), out('whole'), { threads: 1 })).finishedBefore).toBe(2)
  expect(resultsIn('whole')).toBe(bytes)
  expect(existsSync(join(out('whole'), 'steps'))).toBe(false)
})

test('a changed experiment, changed data and a folder of something else are refused, with what differs', async () => {
  const small = { methods: ['least-squares'] }
  await runExperiment(experiment(small), out('changed'), { threads: 1 })
  const other = experiment({ ...small, seeds: [1, 2], data: [{ file: data, folds: 3 }] })
  await expect(runExperiment(other, out('changed'), { threads: 1 })).rejects.toThrow(
    /another experiment: data\.lists\.folds: 2 there, 3 here; seeds: \[1\] there, \[1,2\] here/,
  )
  const moved = join(folder, 'moved')
  mkdirSync(moved)
  writeFileSync(join(moved, 'lists.txt'), letor(20, 1))
  const elsewhere = experiment({ ...small, data: [{ file: join(moved, 'lists.txt'), folds: 2 }] })
  expect((await runExperiment(elsewhere, out('changed'), { threads: 1 })).finishedBefore).toBe(2)
  writeFileSync(join(moved, 'lists.txt'), letor(20, 2))
  await expect(runExperiment(elsewhere, out('changed'), { threads: 1 })).rejects.toThrow(/the train lists of lists, Fold1, have changed/)
  await expect(runExperiment(experiment(small), folder)).rejects.toThrow(/is not that of an experiment/)
})

test('a budget leaves the rest for the next run and changes no result', async () => {
  const spent = await runExperiment(experiment(), out('budget'), { budget: 1e-6, threads: 1 })
  expect(spent.left).toBe(4)
  expect(spent.results.unfinished).toEqual(['least-squares', 'ranksvm'])
  expect(existsSync(join(out('budget'), 'results.json'))).toBe(false)
  expect((await runExperiment(experiment(), out('budget'), { threads: 2 })).left).toBe(0)
  expect(resultsIn('budget')).toBe(resultsIn('whole'))
})

test('test labels change no model and no choice', async () => {
  const [train, test, flipped] = ['train.txt', 'test.txt', 'flipped.txt'].map((name) => join(folder, name))
  writeFileSync(train, letor(20, 3))
  writeFileSync(test, letor(10, 4))
  writeFileSync(
    flipped,
    letor(10, 4).replaceAll(/^[01]/gm, (label) => String(1 - Number(label))),
  )
  const on = (file: string) => experiment({ data: [{ name: 'd', train, test: file }] })
  await runExperiment(on(test), out('right'), { threads: 1 })
  await runExperiment(on(flipped), out('wrong'), { threads: 1 })
  for (const name of readdirSync(join(out('right'), 'models')))
    expect(readFileSync(join(out('wrong'), 'models', name), 'utf8')).toBe(readFileSync(join(out('right'), 'models', name), 'utf8'))
})

test('a column of time divides a table; other files have none', async () => {
  const table = join(folder, 'log.csv')
  const rows = Array.from(
    { length: 60 },
    (_, row) => `q${Math.floor(row / 5)},${row % 2},${(row * 7) % 11},2024-${row < 40 ? '01' : '03'}-1${row % 5}\n`,
  )
  writeFileSync(table, `qid,label,price,day\n${rows.join('')}`)
  const divided = (file: string) => experiment({ methods: ['least-squares'], data: [{ file, time: 'day', at: '2024-02-01' }] })
  const { results } = await runExperiment(divided(table), out('time'), { threads: 1 })
  expect(results.data[0].folds).toMatchObject([{ name: 'from-2024-02-01', train: 8, test: 4 }])
  expect(results.data[0].overview).toMatchObject({ lists: 8, rows: 40, features: 1 })
  await expect(runExperiment(divided(data), out('no-time'), { threads: 1 })).rejects.toThrow(/split by the column day, but only tables/)
  const mistyped = experiment({ methods: ['least-squares'], data: [{ file: table, time: 'dya', at: '2024-02-01' }] })
  await expect(runExperiment(mistyped, out('mistyped'), { threads: 1 })).rejects.toThrow(/`time` names a column "dya" that is not there/)
  await runExperiment(divided(table), out('mistyped'), { threads: 1 }) // nothing was done in the folder, so it is free
})
