import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readModel, readStatistics } from 'rankwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('update')

beforeAll(async () => {
  writeFileSync(join(folder, 'one.txt'), letorSample(1, 30, 12))
  writeFileSync(join(folder, 'two.txt'), letorSample(2, 20, 12))
  await json('train one.txt --method elmrank --nodes 20 --lambda 0.01 --statistics one.json --out one-model.json --uncertainty')
})

describe('update', () => {
  test('adds, removes and merges lists, and makes the model of what is there', async () => {
    const added = await json('update one.json --add two.txt --statistics both.json --lambda 0.01 --out both-model.json')
    expect(added).toMatchObject({ lists: 50, statistics: 'both.json', model: 'both-model.json', lambda: 0.01 })
    await json('update one.json --empty --add two.txt --statistics two.json')
    await json('update one.json --merge two.json --lambda 0.01 --out merged-model.json')
    expect(readFileSync(join(folder, 'merged-model.json'))).toEqual(readFileSync(join(folder, 'both-model.json')))
    await json('update both.json --remove two.txt --lambda 0.01 --statistics again.json --out again-model.json')
    const [first, again] = [await readModel(join(folder, 'one-model.json')), await readModel(join(folder, 'again-model.json'))]
    if (first.kind !== 'elm' || again.kind !== 'elm') throw new Error('not the kind of elmrank')
    for (const [i, weight] of first.weights.entries()) expect(again.weights[i]).toBeCloseTo(weight, 9)
    expect((await readStatistics(join(folder, 'again.json'))).history.map(({ change }) => change)).toEqual(['added', 'added', 'removed'])
  })

  test('a report shows what changed: lists, options, and metrics of the old and the new model', async () => {
    await json('update one.json --add two.txt --valid two.txt --out with-page.json --report page.html')
    const page = readFileSync(join(folder, 'page.html'), 'utf8')
    for (const text of ['What the update changed', '30 → 50', 'Lambda', 'old model']) expect(page).toContain(text)
    await json('update one.json --empty --add two.txt --lambda 1 --out no-before.json --report no-before.html')
    expect(readFileSync(join(folder, 'no-before.html'), 'utf8')).not.toContain('What the update changed') // no model before
  })

  test('chooses lambda on validation lists, or by generalised cross-validation', async () => {
    const { valid } = await json('update one.json --valid two.txt --out chosen.json')
    expect(valid.metrics['ndcg@10']).toBeGreaterThan(0)
    const open = await run('update one.json --out open.json')
    expect(open.stdout).toContain('chosen by generalised cross-validation on the training lists')
  })

  test.each([
    ['update one.json', 2, 'Say where the result goes'],
    ['update one.json --lambda 1 --statistics x.json', 2, 'go with --out'],
    ['update one-model.json --out x.json', 1, 'these are not statistics of rankwright'],
    ['update one.json --remove one.txt --out x.json', 1, 'hold no lists'],
    ['update one.json --empty --remove one.txt --statistics x.json', 1, 'cannot be taken from'],
    ['update one.json --add one.txt --statistics x.json', 1, 'Lists to add are in the statistics already'],
    ['update one.json --add two.txt --add two.txt --statistics x.json', 1, 'Lists to add are in the statistics already'],
    ['update one.json --merge one.json --statistics x.json', 1, 'Lists to add are in the statistics already'],
    ['update one.json --remove two.txt --statistics x.json', 1, 'of 20 lists compared, 20 were never added'],
    ['train one.txt --method listnet --statistics x.json --out y.json', 2, 'it only works with --method elmrank'],
  ])('%s: says what is wrong', async (words, status, message) => {
    const outcome = await run(words)
    expect(outcome.status).toBe(status)
    expect(outcome.stderr).toContain(message)
  })

  test.each([
    'update own.json --add two.txt --statistics own.json --valid nowhere.txt --out x.json',
    'update own.json --add two.txt --statistics own.json --valid plain.txt --out x.json',
    'update own.json --add two.txt --add two.txt --statistics own.json --out x.json',
    'update own.json --add two.txt,nowhere.txt --statistics own.json',
    'update own.json --remove one.txt --statistics own.json --out x.json',
  ])('%s: fails before anything is written', async (words) => {
    writeFileSync(join(folder, 'plain.txt'), '0 qid:1 1:1\n0 qid:1 1:2\n')
    const before = readFileSync(join(folder, 'one.json'))
    writeFileSync(join(folder, 'own.json'), before)
    expect(await run(words)).toMatchObject({ status: 1 })
    expect(readFileSync(join(folder, 'own.json'))).toEqual(before)
    expect(readdirSync(folder).filter((name) => /lock|tmp|^x\.json$/.test(name))).toEqual([])
  })

  test('several updates of one file at once: each is there in the end, or was refused', async () => {
    writeFileSync(join(folder, 'shared.json'), readFileSync(join(folder, 'one.json')))
    for (const seed of [3, 4, 5, 6]) writeFileSync(join(folder, `more${seed}.txt`), letorSample(seed, 20, 12))
    const outcomes = await Promise.all([3, 4, 5, 6].map((seed) => run(`update shared.json --add more${seed}.txt --statistics shared.json`)))
    const done = outcomes.filter(({ status }) => status === 0).length
    expect(done).toBeGreaterThan(0)
    for (const { status, stderr } of outcomes) if (status !== 0) expect(stderr).toMatch(/shared\.json: process \d+ is working on it/)
    expect((await readStatistics(join(folder, 'shared.json'))).lists).toBe(30 + 20 * done)
  })

  test('lists that are there in part are added, and it says so', async () => {
    const [first] = letorSample(1, 30, 12).split(/^(?=\S+ qid:2 )/m)
    writeFileSync(join(folder, 'part.txt'), first + letorSample(2, 20, 12).replaceAll('qid:', 'qid:1'))
    const { status, stderr } = await run('update one.json --add part.txt --statistics part.json')
    expect(status).toBe(0)
    expect(stderr).toContain('note: part.txt: 1 of 21 lists were in the statistics already; they count twice now')
  })

  test('one word for the statistics in the help', async () => {
    const { stdout } = await run('update --help')
    expect(stdout).toContain('rankwright update FILE')
    expect(stdout).not.toMatch(/\bSUMS\b|\bSTATISTICS\b/)
  })

  test('statistics of other nodes are refused', async () => {
    await json('train one.txt --method elmrank --nodes 20 --seed 2 --lambda 0.01 --statistics other.json --out other-model.json')
    const outcome = await run('update one.json --merge other.json --out x.json')
    expect(outcome.status).toBe(1)
    expect(outcome.stderr).toContain('they have other hidden nodes')
  })

  test('rank shows intervals', async () => {
    const { lists } = await json('rank one-model.json two.txt --intervals --level 0.9 --top 1')
    const [{ overNext, interval }] = lists[0].items
    expect(interval).toBeUndefined()
    expect(overNext.interval[0]).toBeLessThan(overNext.margin)
    expect(overNext.labelInterval[1]).toBeGreaterThan(overNext.interval[1])
    expect(overNext.probability).toBeGreaterThanOrEqual(0.5)
    const shown = await run('rank one-model.json two.txt --intervals')
    expect(shown.stdout).toMatch(/posterior P +margin +interval +of the labels/)
    expect(shown.stderr).toContain('posterior P is about true scores')
    writeFileSync(join(folder, 'single.txt'), '1 qid:1 1:0.5 2:0.5\n')
    expect((await run('rank one-model.json single.txt --intervals')).stderr).not.toContain('posterior P')
    expect((await run('evaluate one-model.json single.txt --metrics ndcg')).stdout).not.toContain('n/a to n/a')
  })
})
