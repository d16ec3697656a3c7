// What evaluate, compare and certify say of lists that a model has seen.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('seenLists')

beforeAll(async () => {
  writeFileSync(join(folder, 'train.txt'), letorSample(1, 40, 12))
  writeFileSync(join(folder, 'other.txt'), letorSample(2, 40, 12))
  writeFileSync(join(folder, 'test.txt'), letorSample(3, 30, 12))
  const [first] = letorSample(3, 1, 12).split(/(?<=\n)(?=.*qid:(?!1 ))/)
  writeFileSync(join(folder, 'again.txt'), Array.from({ length: 100 }, (_, time) => first.replace(/qid:\S+/g, `qid:${time}`)).join(''))
  for (const name of ['train', 'other'])
    expect(await run(`train ${name}.txt --method least-squares --out ${name}.json`)).toMatchObject({ status: 0 })
})

test('evaluate notes lists of the training file, and says nothing of others', async () => {
  const { stdout, stderr } = await run('evaluate train.json train.txt')
  expect(stderr).toContain('note: The model has seen 40 of these 40 lists (40 lists are in the training data).')
  expect(stdout).toContain('ndcg@10')
  expect(await json('evaluate train.json train.txt')).toMatchObject({ lists: 40, seen: { training: 40, validation: 0, repeated: 0 } })
  expect(await json('evaluate train.json test.txt')).toMatchObject({ seen: { training: 0, validation: 0, repeated: 0 }, notes: [] })
})

test('compare gives no verdict on lists that a model was trained on, and counts a repeated list once', async () => {
  const { stdout, status } = await run('compare train.json other.json train.txt')
  expect(status).toBe(0)
  expect(stdout).toContain('Nothing is tested: train.json has seen 40 of these 40 lists')
  expect(stdout).not.toContain('is better than')
  const leaked = await json('compare train.json other.json train.txt')
  expect(leaked.pairs[0]).toMatchObject({ interval: [null, null], tests: { randomisation: { p: null, pHolm: null } } })
  expect((await json('compare train.json other.json test.txt')).untested).toBe(undefined)
  expect(await json('compare train.json other.json again.txt')).toMatchObject({ lists: 1, seen: { repeated: 99 } })
})

test('certify says that --train is not the data of the model, where there is no theorem too', async () => {
  const { stderr } = await run('certify train.json --train other.txt --held-out test.txt')
  expect(stderr).toContain(
    'note: The training lists given (--train) are not the data that this model was trained on. It knows 0 of the 40 lists.',
  )
  const same = await run('certify train.json --train test.txt --held-out test.txt')
  expect(same).toMatchObject({ status: 1 })
  expect(same.stderr).toContain('The training lists given and the held-out lists are the same data.')
})
