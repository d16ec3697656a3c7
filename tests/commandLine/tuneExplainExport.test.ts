import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileOrder } from '@rankwright/core/data'
import { readForeignModel, scoreForeign } from '@rankwright/export'
import { readLists, readModel, score } from 'rankwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandsIn, outcomeOf, start } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('tune')

beforeAll(async () => {
  writeFileSync(join(folder, 'train.txt'), letorSample(1, 40, 12))
  writeFileSync(join(folder, 'test.txt'), letorSample(3, 20, 12))
  await json('train train.txt --method listnet --out model.json')
  await json('train train.txt --method least-squares --scale none --missing zero --out plain.json')
})

test('rank prints a TREC run of the best items, as score writes one of all', async () => {
  const rows = Array.from({ length: 24 }, (_, row) => `red shoes ${row >> 3},d${row % 8},${row % 3},${(row * 7) % 11}`)
  writeFileSync(join(folder, 'named.csv'), `query,doc,label,x\n${rows.join('\n')}\n`)
  await json('train named.csv --method least-squares --out named.json')
  await run('score named.json named.csv --to run --out all.run --tag mine')
  const best = readFileSync(join(folder, 'all.run'), 'utf8')
    .split('\n')
    .filter((line) => Number(line.split(' ')[3]) <= 2)
  const top = await run('rank named.json named.csv --top 2 --to run --tag mine')
  expect(top).toMatchObject({ status: 0, stdout: `${best.join('\n')}\n` })
  expect(best).toHaveLength(6)
  expect(best[0]).toMatch(/^red%20shoes%200 Q0 d\d 1 \S+ mine$/)
  for (const [words, message] of [
    ['--to run --explain', '--to run stands without --explain'],
    ['--to run --json', '--to run stands without --json'],
    ['--tag x', '--tag'],
  ])
    expect(await run(`rank named.json named.csv ${words}`)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) })
  writeFileSync(join(folder, 'unnamed.csv'), 'query,label,x\na,1,2\na,0,1\n')
  expect(await run('rank named.json unnamed.csv --to run')).toMatchObject({ status: 1, stderr: expect.stringContaining('--item') })
})

describe('tune', () => {
  test('tells every trial and the best of them, and trains on all lists with it', async () => {
    const document = await json('tune train.txt --method listnet --folds 4 --metric map --lambda 1,0.01 --out tuned.json --threads 2')
    expect(document).toMatchObject({ method: 'listnet', metric: 'map', folds: 4, model: 'tuned.json' })
    expect(document.trials.map(({ options }: { options: object }) => options)).toEqual([{ lambda: 1 }, { lambda: 0.01 }])
    for (const trial of document.trials) expect(trial.folds).toHaveLength(4)
    expect(document.best.score).toBe(Math.max(...document.trials.map((trial: { score: number }) => trial.score)))
    const model = await readModel(join(folder, 'tuned.json'))
    expect(model).toMatchObject({
      options: { lambda: document.best.options.lambda },
      training: { tuned: [{ option: 'lambda', on: 'folds', metric: 'map', tried: [1, 0.01] }] },
    })
    expect((await run('show tuned.json')).stdout).toContain('chosen by map in cross-validation')
  })

  test('has a grid of its own, and a table for people', async () => {
    const { stdout } = await run('tune train.txt --method least-squares --folds 2')
    expect(stdout).toMatch(/least-squares: 7 trials on 2 folds/)
    expect(stdout).toMatch(/best\n/)
    expect(stdout).toMatch(/Best: lambda \S+, with ndcg@10 0\.\d{4}/)
  })

  test.each([
    ['', '--method is missing'],
    ['--method listnet --lambda 1,x', 'lambda is x; give a number'],
    ['--method listnet --early-stop map', 'has no option --early-stop'],
    ['--method listnet --folds 1', 'folds is 1'],
    ['--method listnet --metric ndgc', 'ndgc'],
  ])('tune %s is wrong usage', async (words, message) => {
    const outcome = await run(`tune train.txt ${words}`.trim())
    expect(outcome).toMatchObject({ status: 2, stdout: '' })
    expect(outcome.stderr).toContain(message)
  })

  test('Ctrl-C ends all its threads and leaves nothing behind', async () => {
    writeFileSync(join(folder, 'much.txt'), letorSample(5, 3000, 20))
    const words = ['tune', 'much.txt', '--method', 'listmle', '--out', 'never.json', '--threads', '2', '--tolerance', '1e-15']
    const child = start(words, { folder, environment: { RANKWRIGHT_QUIET: '' } })
    const outcome = outcomeOf(child)
    await new Promise<void>((settle) => child.stderr?.on('data', (text: string) => text.includes('trials') && settle()))
    child.kill('SIGINT')
    expect(await outcome).toMatchObject({ status: 130, stdout: '' })
    expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([])
  })
})

describe('rank --explain', () => {
  test('contributions and intercept sum to each score', async () => {
    for (const name of ['model', 'plain']) {
      const { intercept, lists } = await json(`rank ${name}.json test.txt --top 3 --explain`)
      expect(lists).toHaveLength(20)
      for (const { items } of lists) {
        for (const { score: explained, contributions } of items) {
          const sum = contributions.reduce((total: number, { contribution }: { contribution: number }) => total + contribution, intercept)
          expect(sum).toBeCloseTo(explained, 12)
        }
      }
    }
  })

  test('says in words what an item has over the next', async () => {
    const { stdout } = await run('rank model.json test.txt --top 2 --explain')
    expect(stdout).toMatch(/= \d \+\d\.\d+ \(0\.\d+\)/)
    expect(stdout).toMatch(/above the next by 0\.\d+: /)
  })

  test('--why tells any two rows apart, exactly', async () => {
    const scores = (await run('score model.json test.txt')).stdout.trim().split('\n').map(Number)
    const { why } = await json('rank model.json test.txt --why 3,70')
    expect(why.difference).toBeCloseTo(Math.abs(scores[3] - scores[70]), 12)
    expect([why.above, why.below]).toEqual(scores[3] > scores[70] ? [3, 70] : [70, 3])
    const sum = why.contributions.reduce((total: number, { contribution }: { contribution: number }) => total + contribution, 0)
    expect(sum).toBeCloseTo(why.difference, 12)
    expect((await run('rank model.json test.txt --why 3,70')).stdout).toMatch(/^Row \d+ stands above row \d+ by /)
    for (const wrong of ['3', '3,x', '1,2,3', '3,9999']) {
      expect(await run(`rank model.json test.txt --why ${wrong}`)).toMatchObject({ status: 2, stdout: '' })
    }
  })
})

describe('export', () => {
  test.each(['ranklib', 'elasticsearch', 'solr', 'js', 'onnx'])('%s scores as the model does', async (target) => {
    const document = await json(`export model.json --to ${target} --out model.${target} --probe train.txt`)
    expect(document).toMatchObject({ target, parity: { rows: expect.any(Number) } })
    expect(document.parity.rows).toBeGreaterThan(100)
    expect(document.parity.maxDifference).toBeLessThan(1e-6)
    expect(readFileSync(join(folder, `model.${target}`)).length).toBeGreaterThan(100)
    expect((await run(`export model.json --to ${target} --out again.${target}`)).stdout).toContain(
      `${target} model written to again.${target}`,
    )
  })

  test.each(['ranklib', 'elasticsearch', 'solr'])(
    '%s is refused where a probe row would be clipped, unless that is accepted',
    async (target) => {
      const words = `export model.json --to ${target} --out limited.${target} --probe test.txt`
      const refused = await run(words)
      expect(refused).toMatchObject({ status: 1, stdout: '' })
      expect(refused.stderr).toMatch(/1 of the \d+ probe rows would score differently.*--accept-limits/s)
      expect(await run(`${words} --accept-limits`)).toMatchObject({ status: 0 })
    },
  )

  test('the files do what they should where they go', async () => {
    const lists = await readLists(join(folder, 'train.txt'))
    const scores = score(await readModel(join(folder, 'model.json')), lists)
    const order = fileOrder(lists)
    const { values } = lists.features
    for (const target of ['ranklib', 'solr', 'elasticsearch']) {
      await json(`export model.json --to ${target} --out out.${target} --name mine`)
      const foreign = readForeignModel(readFileSync(join(folder, `out.${target}`), 'utf8'), `out.${target}`)
      if (target !== 'ranklib') expect(foreign.name).toBe('mine')
      for (const row of order.subarray(0, 50)) {
        expect(scoreForeign(foreign, (name) => values[row * lists.width + Number(name) - 1])).toBeCloseTo(scores[row], 5)
      }
    }
    await json('export model.json --to js --out out.mjs')
    const module = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'out.mjs')).href)
    expect(module.score(values.subarray(0, 4))).toBeCloseTo(scores[0], 12)
  })

  test('goes to standard output, and tells what it cannot do', async () => {
    const { stdout, status } = await run('export plain.json --to ranklib --out -')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^## Linear Regression\n/)
    await json('train train.txt --method listnet --scale quantile --out curved.json')
    const refused = await run('export curved.json --to solr --out never.json')
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('Export to js or onnx')
    expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([])
    for (const wrong of ['', '--to solr', '--to lucene --out x', '--to js --out x --store y', '--to js --out - --json']) {
      expect(await run(`export model.json ${wrong}`.trim())).toMatchObject({ status: 2, stdout: '' })
    }
  })
})
