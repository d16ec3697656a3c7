// The demonstration that `npm start` runs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rankwright, scratchFolder } from './rankwright.ts'

const folder = scratchFolder('demo')

test('the demonstration makes its data, beats the present order and leaves a model that the other commands take', async () => {
  const { status, stdout, stderr } = await rankwright(['demo', '--json'], { folder })
  expect(status, stderr).toBe(0)
  const { metrics, intervals, comparison, guarantee, features, example, undecided, changing, alike } = JSON.parse(stdout)
  expect(readdirSync(join(folder, 'rankwright-demo')).sort()).toEqual([
    'catalogue.obo',
    'days.csv',
    'model.json',
    'report.html',
    'test.csv',
    'train.csv',
    'valid.csv',
  ])
  for (const method of ['listnet', 'ranksvm', 'least-squares', 'lambdamart'])
    expect(metrics[method]['ndcg@10']).toBeGreaterThan(metrics.today['ndcg@10'] + 0.1)
  expect(intervals.listnet['ndcg@10'][0]).toBeLessThan(metrics.listnet['ndcg@10'])
  expect(comparison.pairs).toHaveLength(10)
  expect(guarantee.lower).toBeLessThan(guarantee.value)
  expect(features).toHaveLength(10)
  expect(undecided.pairs.length).toBeGreaterThan(0)
  expect(undecided.lossWith).toBeLessThan(undecided.lossWithout + 0.005)
  const { learning, stopped, yesterday } = changing.tau
  expect(learning[1]).toBeGreaterThan(stopped[1] + 0.1)
  expect(learning[1]).toBeGreaterThan(yesterday[1])
  expect(alike.terms).toBeGreaterThan(40)
  for (const { closest } of alike.measures) expect(closest).toHaveLength(4)
  const inspected = await rankwright(['ontology', 'inspect', 'rankwright-demo/catalogue.obo'], { folder })
  expect(inspected.status, inspected.stdout).toBe(0)
  expect(example.places.length).toBeGreaterThan(3)

  const ranked = await rankwright('rank rankwright-demo/model.json rankwright-demo/test.csv --ignore position,clicks --top 3'.split(' '), {
    folder,
  })
  expect(ranked.status, ranked.stderr).toBe(0)
})

test('it reads as a page, the same each time', async () => {
  const first = await rankwright(['demo', '--out', 'again'], { folder })
  const data = readFileSync(join(folder, 'again', 'train.csv'), 'utf8')
  const second = await rankwright(['demo', '--out', 'again'], { folder })
  expect(first.status, first.stderr).toBe(0)
  for (const part of [
    'The data',
    'Which order is best?',
    'Guaranteed: ',
    'The ten strongest features',
    'One list before and after',
    'Which pairs should stay undecided?',
    'What if the rules change?',
    'Which products are alike?',
    'Go on from here',
  ])
    expect(first.stdout).toContain(part)
  expect(second.stdout).toBe(first.stdout)
  expect(readFileSync(join(folder, 'again', 'train.csv'), 'utf8')).toBe(data)
})
