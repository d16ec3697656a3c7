// What evaluate, compare and certify say of lists that a model has seen.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
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
  expect(stderr).toContain('note: The lists given as --train are not the data that this model was trained on. It knows 0 of the 40 lists.')
  const same = await run('certify train.json --train test.txt --held-out test.txt')
  expect(same).toMatchObject({ status: 1 })
  expect(same.stderr).toContain('The training lists given and the held-out lists are the same data.')
})

/** A ranking of ten schools as it is printed: shared places and bands. */
function printedRanking(year: number, seed: number): string {
  const random = seededRandom(seed)
  const quality = Array.from({ length: 10 }, () => random.uniform())
  const order = [...quality.keys()].sort((a, b) => quality[b] - quality[a])
  const places = ['1', '2', '=3', '=3', '5', '6', '7', '8-9', '8-9', '10']
  return order.map((school, place) => `${year},s${school},${places[place]},${quality[school]},${random.uniform()}\n`).join('')
}

test('places as rankings print them are read for a state that learned from them, and series it has learned are known', async () => {
  const ranking = (from: number, to: number) =>
    `year,school,place,a,b\n${Array.from({ length: to - from }, (_, year) => printedRanking(from + year, from + year)).join('')}`
  writeFileSync(join(folder, 'past.csv'), ranking(2000, 2020))
  writeFileSync(join(folder, 'future.csv'), ranking(2020, 2040))
  const columns = '--list year --label place --item school'
  expect(await run(`stream past.csv ${columns} --learner linear --state state.json`)).toMatchObject({ status: 0 })
  const past = await json(`evaluate state.json past.csv ${columns}`)
  expect(past).toMatchObject({ lists: 20, seen: { training: 20 } })
  expect(Object.keys(past.metrics)).toEqual(['ndcg@10', 'err@10'])
  expect(await json(`evaluate state.json future.csv ${columns}`)).toMatchObject({ lists: 20, seen: { training: 0 } })
  const { heldOut } = await json(`certify state.json --held-out future.csv ${columns} --metrics pairwise-accuracy`)
  expect(heldOut[0]).toMatchObject({ lists: 20, seen: 0 })
  expect((await run(`certify state.json --held-out past.csv ${columns}`)).stderr).toContain('20 are in the training data of this model')
  expect(await json('evaluate state.json future.csv')).toMatchObject({ lists: 20, seen: { training: 0 } }) // with the columns of the stream
  expect(await json('evaluate state.json past.csv')).toMatchObject({ seen: { training: 20 } })
  for (const command of ['rank', 'score']) expect(await run(`${command} state.json future.csv ${columns}`)).toMatchObject({ status: 0 })
  expect((await run(`stream past.csv ${columns} --metrics map`)).stderr).toContain('map is not measured')
})
