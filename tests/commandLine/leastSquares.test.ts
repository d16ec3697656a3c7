// What least-squares ranking makes of data that gives trouble, and where its models can go.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from 'rankwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { rankwright, scratchFolder } from './rankwright.ts'

const folder = scratchFolder('least-squares')
const run = (words: string) => rankwright(words.split(' '), { folder })

/** Rows of lists of ten, as LETOR lines. */
function letor(file: string, rows: readonly { readonly label: number; readonly features: readonly number[] }[]): void {
  const lines = rows.map(
    ({ label, features }, row) => `${label} qid:${Math.floor(row / 10)} ${features.map((x, j) => `${j + 1}:${x}`).join(' ')}`,
  )
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
}

beforeAll(() => {
  const random = seededRandom(1)
  const some = Array.from({ length: 50 }, () => {
    const [a, b] = [random.uniform(), random.uniform()]
    return { label: 3 * a - b, features: [a, b] }
  })
  letor('plain.txt', some)
  letor(
    'collinear.txt',
    some.map(({ label, features: [a, b] }) => ({ label, features: [a, b, a + b, 2 * a, 0.5] })),
  )
  letor('repeated.txt', [...some, ...some])
  letor(
    'large.txt',
    some.map(({ label, features }) => ({ label: 1e12 * label, features })),
  )
  letor(
    'huge.txt',
    some.map(({ label, features }) => ({ label: 1e300 * label, features })),
  )
  letor(
    'wide.txt',
    some.map(({ label, features: [a, b] }) => ({ label, features: [10 * a, b] })),
  )
  const table = (rows: readonly string[]) => `list,label,a,b\n${rows.join('\n')}\n`
  writeFileSync(join(folder, 'singles.csv'), table(['1,1,0.5,2', '2,0,0.3,1', '3,2,0.1,4', '4,1,0.7,3']))
  writeFileSync(join(folder, 'constant.csv'), table(['1,1,0.5,2', '1,0,0.5,2', '2,2,0.5,2', '2,1,0.5,2', '2,0,0.5,2']))
  writeFileSync(join(folder, 'single.csv'), table(['1,1,0.5,2']))
  letor(
    'many.txt',
    Array.from({ length: 4100 }, (_, row) => ({ label: row % 3, features: [random.uniform(), row % 7] })),
  )
  letor(
    'alike.txt',
    some.map(({ features }) => ({ label: 1, features })),
  )
})

describe('data that gives trouble is fitted', () => {
  test.each([
    ['more nodes than rows', 'plain.txt --method elmrank --nodes 200'],
    ['collinear features', 'collinear.txt --method elmrank --node linear --nodes 20'],
    ['collinear features', 'collinear.txt --method rankrls --kernel linear'],
    ['rows that repeat', 'repeated.txt --method elmrank --nodes 30'],
    ['rows that repeat', 'repeated.txt --method rankrls'],
    ['labels of a million millions', 'large.txt --method elmrank --nodes 30'],
    ['labels of a million millions', 'large.txt --method rankrls'],
  ])('%s: %s', async (_, words) => {
    const { status, stdout, stderr } = await run(`train ${words} --metrics pairwise-accuracy --out model.json --json`)
    expect([status, stderr.includes('not finite')]).toEqual([0, false])
    const { optimality, train } = JSON.parse(stdout)
    expect(optimality).toBeLessThan(1e-9)
    expect(train.metrics['pairwise-accuracy']).toBeGreaterThan(0.95)
  })
})

describe('or the error says what is wrong', () => {
  test.each([
    ['train plain.txt --method elmrank --nodes 200 --lambda 0 --out x.json', 1, 'Give a greater lambda, such as'],
    ['train collinear.txt --method rankrls --kernel linear --lambda 0 --out x.json', 1, 'Give a lambda above 0'],
    ['train repeated.txt --method rankrls --lambda 0 --out x.json', 1, 'Give a lambda above 0'],
    ['train huge.txt --method elmrank --nodes 5 --out x.json', 1, 'Divide all labels'],
    ['train huge.txt --method rankrls --out x.json', 1, 'Divide all labels'],
    ['train alike.txt --method elmrank --nodes 5 --out x.json', 0, 'all weights are 0'],
    ['train singles.csv --method elmrank --out x.json', 0, 'all weights are 0'],
    ['train singles.csv --method elmrank --uncertainty --out x.json', 0, 'all weights are 0'],
    ['train singles.csv --method rankrls --uncertainty --out x.json', 0, 'all coefficients are 0'],
    ['train constant.csv --method elmrank --out x.json', 0, 'all weights are 0'],
    ['train constant.csv --method elmrank --lambda 1e-4 --uncertainty --out x.json', 0, 'all weights are 0'],
    ['train constant.csv --method rankrls --uncertainty --out x.json', 0, '30 of 30 values of --lambda tie'],
    ['train single.csv --method elmrank --out x.json', 0, 'is the strongest tried; give one with --lambda'],
    ['train single.csv --method rankrls --out x.json', 1, 'there is one list with one item'],
    ['train many.txt --method rankrls --uncertainty --basis 4100 --out x.json', 2, 'give at most 2048, or leave out --uncertainty'],
    ['train many.txt --method rankrls --uncertainty --basis 2049 --out x.json', 2, 'give at most 2048, or leave out --uncertainty'],
  ])('%s', async (words, status, message) => {
    const outcome = await run(words)
    expect(outcome.status).toBe(status)
    expect(outcome.stderr).toContain(message)
  })

  test('sums in the space of another feature map', async () => {
    await run('train plain.txt --method elmrank --nodes 5 --lambda 1 --statistics plain.json --out x.json')
    await run('train wide.txt --method elmrank --nodes 5 --lambda 1 --statistics wide.json --out x.json')
    const { status, stderr } = await run('update plain.json --merge wide.json --out x.json')
    expect([status, stderr]).toEqual([1, expect.stringContaining('another feature map')])
  })
})

describe('metrics of left-out lists', () => {
  test.each(['elmrank --nodes 30', 'rankrls --basis 20'])('%s: one line for each penalty, in JSON too', async (method) => {
    const words = `train plain.txt --method ${method} --leave-list-out ndcg@10,map --out left.json`
    const { status, stdout } = await run(`${words} --json`)
    const { leaveListOut } = JSON.parse(stdout)
    expect([status, leaveListOut.length, Object.keys(leaveListOut[0].metrics)]).toEqual([0, 30, ['ndcg@10', 'map']])
    expect((await run(words)).stdout).toMatch(/Each training list by the fit on all others:\n +lambda +ndcg@10 +map/)
    const one = await run(`${words} --lambda ${leaveListOut[12].lambda} --json`)
    expect(JSON.parse(one.stdout).leaveListOut).toEqual([leaveListOut[12]])
  })

  test.each([
    ['train plain.txt --method listnet --leave-list-out map --out x.json', 2, 'it only works with --method'],
    ['train plain.txt --method elmrank --leave-list-out mapp --out x.json', 2, 'Did you mean "map"?'],
    ['train single.csv --method elmrank --leave-list-out map --out x.json', 1, 'elmrank needs two lists that count'],
    ['train many.txt --method rankrls --basis 3000 --leave-list-out map --out x.json', 1, 'give a --basis of at most 2048'],
    ['train constant.csv --method rankrls --leave-list-out ndcg@10 --out x.json', 0, 'tie for the best'],
  ])('%s', async (words, status, message) => {
    const outcome = await run(words)
    expect([outcome.status, outcome.stderr]).toEqual([status, expect.stringContaining(message)])
  })

  test('the best of an error is its least value', async () => {
    const words = 'train plain.txt --method elmrank --nodes 30 --leave-list-out squared-error --out left.json'
    const { leaveListOut } = JSON.parse((await run(`${words} --json`)).stdout)
    const least = Math.min(...leaveListOut.map(({ metrics }: { metrics: Record<string, number> }) => metrics['squared-error']))
    const marked = (await run(words)).stdout.split('\n').find((line) => line.includes('best squared-error'))
    expect(marked).toContain(least.toFixed(4))
  })

  test('tune chooses the width of the kernel and the steepness of the nodes by them', async () => {
    const { stdout } = await run('tune plain.txt --method rankrls --out tuned.json --json')
    const { by, folds, best, trials } = JSON.parse(stdout)
    expect([by, folds, Object.keys(best.options), trials.length]).toEqual(['left-out lists', 5, ['kernelWidth', 'lambda'], 21])
    expect((await run('show tuned.json')).stdout).toContain('left out in turn')
    const shown = await run('tune plain.txt --method elmrank --node fourier --nodes 20 --lambda 0.01,0.001')
    expect(shown.stdout).toContain('6 trials with each of 5 lists left out in turn')
    expect(JSON.parse((await run('tune plain.txt --method rankrls --folds 2 --json')).stdout)).toMatchObject({ by: 'folds', folds: 2 })
  })
})

test('models leave as JavaScript, compared before they do, and are explained by integrated gradients', async () => {
  await run('train plain.txt --method elmrank --nodes 20 --lambda 0.01 --out elm.json')
  const { stdout } = await run('export elm.json --to js --out elm.mjs --json')
  expect(JSON.parse(stdout).parity.maxDifference).toBeLessThan(1e-12)
  expect(await run('export elm.json --to solr --out elm-solr.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('through hidden nodes'),
  })
  const explained = await run('rank elm.json plain.txt --explain --json')
  expect(explained.stderr).toContain('these are integrated gradients, which add up to the score and are not Shapley values')
  const { how, intercept, lists } = JSON.parse(explained.stdout)
  expect(how).toBe('integrated-gradients')
  for (const { items } of lists) {
    for (const { score, contributions } of items) {
      const sum = contributions.reduce((total: number, { contribution }: { contribution: number }) => total + contribution, intercept)
      expect(sum).toBeCloseTo(score, 9)
    }
  }
  const { why } = JSON.parse((await run('rank elm.json plain.txt --why 0,1 --json')).stdout)
  expect(why.how).toBe('integrated-gradients')
  expect(why.contributions.reduce((total: number, { contribution }: { contribution: number }) => total + contribution, 0)).toBeCloseTo(
    why.difference,
    9,
  )
})
