import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel } from 'rankwright'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn, outcomeOf, start } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('auto')

beforeAll(() => {
  writeFileSync(join(folder, 'train.txt'), letorSample(1, 30, 8))
  writeFileSync(join(folder, 'valid.txt'), letorSample(2, 10, 8))
})

test('without a method the leaderboard says what was measured, what was not affordable, and what was chosen', async () => {
  const document = await json('train train.txt --budget 0.3 --single --out model.json')
  const [best, ...others] = document.leaderboard
  expect(document).toMatchObject({ chosen: best.method, auto: { on: 'folds', folds: 5, lists: 30, budget: 0.3 } })
  for (const { value } of others) expect(value).toBeLessThanOrEqual(best.value)
  expect(document.auto.leftOut.map(({ state }: { state: string }) => state)).toContain('unaffordable')
  const model = await readModel(join(folder, 'model.json'))
  expect(model.kind === 'ensemble' ? 'auto' : model).toMatchObject({ method: best.method, training: { auto: { chosen: best.method } } })
})

test('a tiny budget measures one method, and the table says what was not tried', async () => {
  const { status, stdout } = await run('train train.txt --budget 0.001 --threads 1 --out tiny.json')
  expect(status).toBe(0)
  expect(stdout).toMatch(/Chosen: \S+, by ndcg@10 on 30 lists/)
  expect(stdout).toMatch(/lambdamart +not tried: beyond the budget/)
})

test('validation lists are measured on, and features that do not vary are no reason to fail', async () => {
  writeFileSync(join(folder, 'constant.txt'), letorSample(1, 30, 8).replaceAll(/ 1:\S+ 2:\S+ 3:\S+/g, ' 1:2 2:3'))
  expect((await json('train train.txt --budget 0.2 --valid valid.txt --out valid.json')).auto).toMatchObject({ on: 'valid', lists: 10 })
  expect((await json('train constant.txt --budget 0.2 --out constant.json')).leaderboard[0].value).toBeGreaterThan(0)
})

test('Ctrl-C ends it with 130 and leaves no file', async () => {
  writeFileSync(join(folder, 'much.txt'), letorSample(5, 1000, 20))
  const child = start(['train', 'much.txt', '--out', 'never.json'], { folder, environment: { RANKWRIGHT_QUIET: '' } })
  const outcome = outcomeOf(child)
  await new Promise<void>((settle) => child.stderr?.on('data', (text: string) => text.includes('measuring') && settle()))
  child.kill('SIGINT')
  expect(await outcome).toMatchObject({ status: 130, stdout: '' })
  expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([])
})
