/** One reader takes a model file of any kind, from a path, standard input or a pipe, and reads it once. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { main, type Outcome, outcomeOf, rankwright, scratchFolder } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const folder = scratchFolder('model-files')

const trainings: Readonly<Record<string, string>> = {
  linear: 'train train.txt --method listnet --out linear.json',
  elm: 'train train.txt --method elmrank --nodes 8 --out elm.json',
  kernel: 'train train.txt --method rankrls --kernel rbf --lambda 1 --out kernel.json',
  network: 'train train.txt --method abstaining --hypothesis network --hidden 4 --iterations 5 --out network.json',
  stream: 'stream train.txt --target utility --learner linear --state stream.json',
  ontology: 'ontology train nature.csv --sample 12 --lambda 0.01 --out ontology.json',
}

beforeAll(async () => {
  writeFileSync(join(folder, 'train.txt'), letorSample(1, 20, 6))
  writeFileSync(join(folder, 'test.txt'), letorSample(2, 5, 6))
  writeFileSync(
    join(folder, 'nature.csv'),
    'animal,nature\nplant,nature\ndog,animal\ncat,animal\npuppy,dog\ntree,plant\noak,tree\nelm,tree\n',
  )
  writeFileSync(join(folder, 'gold.csv'), 'oak,elm,4\ndog,cat,3\n')
  for (const words of Object.values(trainings)) {
    const { status, stderr } = await rankwright(words.split(' '), { folder })
    expect(stderr === '' || status === 0, stderr).toBe(true)
  }
}, 120_000)

/** Runs a command with MODEL given in one of three ways. */
const ways: Readonly<Record<string, (command: string, model: string) => Promise<Outcome>>> = {
  'a path': (command, model) => rankwright(command.replace('MODEL', model).split(' '), { folder }),
  'standard input': (command, model) =>
    rankwright(command.replace('MODEL', '-').split(' '), { folder, input: readFileSync(join(folder, model)) }),
  'a pipe': (command, model) => {
    const line = `exec "${process.execPath}" "${main}" ${command.replace('MODEL', `<(cat ${model})`)}`
    return outcomeOf(spawn('bash', ['-c', line], { cwd: folder, env: { ...process.env, NO_COLOR: '1', COLUMNS: '100' } }))
  },
}

describe.each(Object.keys(ways))('a model from %s', (way) => {
  const json = async (command: string, model: string) => {
    const { status, stdout, stderr } = await ways[way](`${command} --json`, model)
    expect(stderr === '' || status === 0, stderr).toBe(true)
    return JSON.parse(stdout)
  }

  test.each(Object.keys(trainings))('show tells what a model of the kind %s is', async (kind) => {
    const document = await json('show MODEL', `${kind}.json`)
    expect(document).toMatchObject({ kind, method: expect.any(String), options: expect.any(Object), features: expect.any(Array) })
  })

  test.each(['linear', 'elm', 'kernel', 'network', 'stream'])('rank puts lists in order by a model of the kind %s', async (kind) => {
    const { lists } = await json('rank MODEL test.txt', `${kind}.json`)
    expect(lists).toHaveLength(5)
  })

  test.each(['linear', 'elm', 'kernel', 'network'])('certify bounds a model of the kind %s', async (kind) => {
    const { heldOut, certificates } = await json('certify MODEL --train train.txt --held-out test.txt', `${kind}.json`)
    expect(heldOut.length).toBeGreaterThan(0)
    expect(certificates.length).toBeGreaterThan(0)
  })

  test('certify bounds a stream by lists that it did not learn from', async () => {
    const { heldOut, certificates } = await json('certify MODEL --held-out test.txt', 'stream.json')
    expect(heldOut.length).toBeGreaterThan(0)
    expect(certificates.every(({ theorem }: { theorem: string }) => theorem.startsWith('heldout-'))).toBe(true)
  })

  test('certify bounds an ontology model', async () => {
    const { certificates, population } = await json('certify MODEL', 'ontology.json')
    expect(certificates.map(({ theorem }: { theorem: string }) => theorem)).toContain('o-t14')
    expect(population.hinge).toBeGreaterThan(0)
  })

  test('ontology similar asks a model of the kind ontology', async () => {
    expect((await json('ontology similar MODEL oak --top 3', 'ontology.json')).similar).toHaveLength(3)
  })
})

test.each(Object.entries(trainings))('show says in words what a model of the kind %s is', async (kind) => {
  const { status, stdout } = await rankwright(['show', `${kind}.json`], { folder })
  expect(status).toBe(0)
  expect(stdout).toMatch(/^[a-z-]+: an? [a-z ]+ of \d+ (feature|term)s?(, \d+ [a-z ]+)*\n/)
})

test.each(['linear', 'elm', 'kernel', 'network', 'stream'])('score and rank agree for a model of the kind %s', async (kind) => {
  const [ranked, scored] = await Promise.all(
    ['rank', 'score'].map((command) => rankwright([command, `${kind}.json`, 'test.txt', '--json'], { folder })),
  )
  const [{ lists }, { scores }] = [JSON.parse(ranked.stdout), JSON.parse(scored.stdout)]
  for (const { items } of lists) for (const { row, score } of items) expect(scores[row]).toBe(score)
})

describe('a command that cannot use a kind says what the file holds and what to use instead', () => {
  test.each([
    ['rank ontology.json test.txt', 'ontology.json: this is an ontology model', 'rankwright ontology similar'],
    ['score ontology.json test.txt', 'ontology.json: this is an ontology model', 'rankwright ontology similar'],
    ['evaluate ontology.json test.txt', 'ontology.json: this is an ontology model', 'rankwright ontology similar'],
    ['compare linear.json ontology.json test.txt', 'ontology.json: this is an ontology model', 'rankwright ontology similar'],
    ['abstain ontology.json test.txt', 'ontology.json: this is an ontology model', 'rankwright ontology similar'],
    ['export ontology.json --to js --out x.js', 'ontology.json: this is an ontology model', 'rankwright ontology similar'],
    ['abstain stream.json test.txt', 'The model is a stream learner. It has no feature map', '--rule margin'],
    ['export stream.json --to js --out x.js', 'stream learner', 'listnet'],
    [
      'stream train.txt --state linear.json',
      'linear.json: this is a linear model',
      'No stream can go on from it. Give a file that --state wrote',
    ],
    ['ontology similar linear.json oak', 'linear.json: this is a linear model', 'rankwright rank'],
    ['ontology evaluate linear.json --pairs gold.csv', 'linear.json: this is a linear model', 'rankwright rank'],
    ['ontology audit linear.json', 'linear.json: this is a linear model', 'rankwright ontology train'],
  ])('%s', async (words, holds, instead) => {
    const { status, stdout, stderr } = await rankwright(words.split(' '), { folder })
    expect(stderr).toContain(holds)
    expect(stderr).toContain(instead)
    expect([status, stdout]).toEqual([1, ''])
  })
})

test('a stream that was put away ranks what comes next as the stream does, and learns nothing', async () => {
  const before = readFileSync(join(folder, 'stream.json'))
  const { stdout } = await rankwright('rank stream.json test.txt --json'.split(' '), { folder })
  expect(readFileSync(join(folder, 'stream.json'))).toEqual(before)
  const order = JSON.parse(stdout).lists[0].items.map(({ row }: { row: number }) => row)
  // The first list of the test data comes next: its order by the stream is measured against itself.
  const rows = readFileSync(join(folder, 'test.txt'), 'utf8').split('\n').slice(0, 6)
  const utilities = rows.map((line, row) => line.replace(/^\d+ qid:1 /, `${rows.length - order.indexOf(row)} qid:21 `))
  writeFileSync(join(folder, 'next.txt'), `${utilities.join('\n')}\n`)
  const next = await rankwright('stream next.txt --target utility --learner linear --state stream.json'.split(' '), { folder })
  expect(next.stdout).toMatch(/"id":"21","kendall-tau":1,/)
})

test('a model that is not a stream is left as it is', async () => {
  const before = readFileSync(join(folder, 'linear.json'))
  await rankwright('stream train.txt --state linear.json'.split(' '), { folder })
  expect(readFileSync(join(folder, 'linear.json'))).toEqual(before)
})
