import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('experiment')

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
  const { stdout } = await run(words)
  expect(stdout).toMatch(/lists: ndcg@10 on the test lists of 2 folds/)
  expect(stdout).toMatch(/4 parts finished, 4 of them by an earlier run/)
  const other = await run('experiment lists.txt --methods listnet --folds 3 --out trial')
  expect(other.status).toBe(1)
  expect(other.stderr).toMatch(/data\.lists\.folds: 2 there, 3 here/)
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
