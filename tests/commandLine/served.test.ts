import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ndcg } from '@rankwright/core/metrics'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('served')

beforeAll(async () => {
  for (const [name, seed] of [
    ['train', 1],
    ['valid', 2],
    ['test', 3],
  ] as const)
    writeFileSync(join(folder, `${name}.txt`), letorSample(seed, 40, 8))
  await json('train train.txt --method least-squares --valid valid.txt --features 1,3 --out model.json')
  await json('abstain model.json valid.txt --rule list --thresholds 0.8 --out lists.json')
  await json('abstain model.json valid.txt --rule margin --choose --cost 0.2 --out pairs.json')
})

/** The mean nDCG@10 of what rank prints with these options. */
async function ofPrinted(words: string): Promise<number> {
  const labels = readFileSync(join(folder, 'test.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[0]))
  const { lists } = (await json(`rank ${words}`)) as { lists: { items: { row: number }[] }[] }
  const values = lists.map(({ items }) => {
    const shown = items.map(({ row }) => labels[row])
    return ndcg(
      shown.map((_, place) => -place),
      shown,
      { cutoff: 10 },
    )!
  })
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

test.each([
  ['lists.json', ''],
  ['pairs.json', ''],
  ['pairs.json', ' --ties keep'],
  ['pairs.json', ' --ties random --seed 5'],
  ['model.json', ' --abstain-probability 0.8 --ties keep'],
])('evaluate %s measures what rank prints with%s, and the order of all scores beside it', async (model, options) => {
  const { metrics, byScore, served } = await json(`evaluate ${model} test.txt${options}`)
  expect(metrics['ndcg@10']).toBeCloseTo(await ofPrinted(`${model} test.txt${options}`), 12)
  const plain = await json('evaluate model.json test.txt')
  expect(byScore.metrics).toEqual(plain.metrics)
  expect(plain).not.toHaveProperty('served')
  expect(served.lists).toBe(40)
  expect(await json(`evaluate ${model} test.txt --decide-all`)).toEqual(plain)
})

test('the page says what was served, and compare measures the same', async () => {
  const { stdout } = await run('evaluate lists.json test.txt --metrics ndcg@10')
  const { served, metrics, byScore } = await json('evaluate lists.json test.txt --metrics ndcg@10')
  expect(served.asTheyCame).toBeGreaterThan(0)
  expect(stdout).toContain(`as rank serves them: ${served.asTheyCame} of 40 left as they came`)
  expect(stdout).toMatch(/metric +as served +interval +by score +interval/)
  const { contenders } = await json('compare lists.json model.json test.txt --randomisations 100 --resamples 100')
  expect(contenders).toEqual([
    { name: 'lists.json', value: metrics['ndcg@10'], served, byScore: byScore.metrics['ndcg@10'] },
    { name: 'model.json', value: byScore.metrics['ndcg@10'] },
  ])
})

test('certify bounds what rank prints, and says so', async () => {
  const { heldOut, certificates } = await json('certify pairs.json --held-out test.txt --ties keep --metrics ndcg@10')
  expect(heldOut[0].value).toBeCloseTo(await ofPrinted('pairs.json test.txt --ties keep'), 12)
  expect(heldOut[0].byScore.value).toBeCloseTo((await json('evaluate model.json test.txt')).metrics['ndcg@10'], 12)
  expect(certificates[0].statement).toContain(', as rank serves them (')
  const { stdout } = await run('certify lists.json --held-out test.txt')
  expect(stdout).toMatch(/metric +at least +mean on the held-out lists +by score, at least +mean/)
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/as rank serves them: \d+ of 40 left as they came/)
  const again = await run('certify pairs.json --held-out valid.txt')
  expect([again.status, again.stderr]).toEqual([
    1,
    expect.stringContaining('The held-out data is the data that the rule of this model was chosen on.'),
  ])
  const idle = await run('certify pairs.json --train train.txt --ties keep')
  expect([idle.status, idle.stderr]).toEqual([2, expect.stringContaining('--ties says how held-out lists are served')])
})

test('how a model serves lists is not asked of scores', async () => {
  expect((await run('score model.json test.txt --out scores.txt')).status).toBe(0)
  const { status, stderr } = await run('evaluate --scores scores.txt test.txt --ties keep')
  expect([status, stderr]).toEqual([2, expect.stringContaining('--ties says how a model serves lists: give MODEL and DATA.')])
})
