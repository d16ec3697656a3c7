// certify, bound and plan as a user meets them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('certificates')

beforeAll(async () => {
  writeFileSync(join(folder, 'train.txt'), letorSample(1, 40, 12))
  writeFileSync(join(folder, 'test.txt'), letorSample(3, 30, 12))
  writeFileSync(join(folder, 'wide.csv'), 'qid,label,a,b,c,d,e\n1,0,1,2,3,4,5\n1,1,2,3,4,5,6\n')
  const trained = await run(
    'train train.txt --method listnet --scale none --missing zero --feature-ball l2 --ball l2 --radius 1 --out model.json',
  )
  expect(trained, trained.stderr).toMatchObject({ status: 0 })
})

test('a model trained on whole lists gets the theorems that fit, after the held-out bounds', async () => {
  const { certificates, heldOut, notApplicable } = await json('certify model.json --train train.txt --held-out test.txt --metrics ndcg@10')
  const names = certificates.map(({ theorem }: { theorem: string }) => theorem)
  expect(names.slice(0, 3)).toEqual(heldOut.map(({ method }: { method: string }) => method))
  expect(names.slice(3)).toEqual(['q-t9', 'q-t9-excess', 'q-t17', 'q-t17-excess', 'q-cw'])
  expect(notApplicable.length).toBeGreaterThan(0)
  for (const { verdict, bound, trivial, assumptions } of certificates.slice(3)) {
    expect(verdict).toBe(bound < trivial ? 'informative' : 'vacuous')
    expect(assumptions.length).toBeGreaterThan(4)
  }
})

test('the page says in about ten lines what to act on, under which condition, and what theory adds', async () => {
  const { stdout } = await run('certify model.json --train train.txt --held-out test.txt')
  for (const part of [
    'What to act on, each number except with probability 0.05\n  metric ',
    '  ndcg@10    0.',
    'among lists with at least one relevant item: ',
    '? unknown      The held-out lists, and future ones',
    '– not refuted  The lists that count had no part in training or tuning (none, no near copy and no',
    'which only you can know.',
    'What theory says about the loss that was trained\n  Nothing here: the closest of 5 theorems, q-',
    '--theory prints ',
  ]) {
    expect(stdout).toContain(part)
  }
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(14)
})

test('with --theory the page has what is assumed, how large each term is and what does not apply; JSON is the same without', async () => {
  const words = 'certify model.json --train train.txt --held-out test.txt --metrics ndcg@10'
  const { stdout } = await run(`${words} --theory`)
  for (const part of [
    'What to act on, ',
    'heldout-hoeffding',
    'What theory says',
    '? unknown  The training lists, and future ones',
    '✓ holds    The feature map was fixed before the training lists were seen: nothing of it',
    '? unknown  Fixed before the training lists were seen: scale, missing, feature ball, ball (given',
    'Theorem 9, any weights in the L2 ball  q-t9\n  vacuous: all-equal scores lose 0.',
    '    complexity ',
    '█',
    'What does not apply\n  q-martingale: It is about learners that meet each list before they learn from it',
    'q-ogd, q-ogd-smooth, q-t5, q-eq8: It is about online gradient descent',
  ]) {
    expect(stdout).toContain(part)
  }
  expect(await json(`${words} --theory`)).toEqual(await json(words))
})

test('whatever was chosen by hand is said: the radius, the feature radius, the features, sigma', async () => {
  const trained = await run(
    'train train.txt --method smoothed-dcg --cutoff 1 --sigma 0.7 --features 1-3 --scale none --missing zero --feature-ball l2 --feature-radius 2 --ball l2 --radius 1 --out chosen.json',
  )
  expect(trained, trained.stderr).toMatchObject({ status: 0 })
  const { certificates } = await json('certify chosen.json --train train.txt')
  const texts = certificates[0].assumptions.map(({ text, holds }: { text: string; holds: unknown }) => `${holds} ${text}`)
  expect(texts).toContain(
    'unknown Fixed before the training lists were seen: scale, missing, feature ball, feature radius, sigma, cutoff, ball, which features are used (given by hand, so only you know).',
  )
  expect(texts).toContain(
    'unknown The radius of the L2 ball was fixed before the training lists were seen (it was given by hand, so only you know).',
  )
  await run('tune train.txt --method listnet --folds 2 --ball l2 --feature-ball l2 --radius 0.731,0.732 --out tuned.json')
  const tuned = await json('certify tuned.json --train train.txt')
  const radius = tuned.certificates[0].assumptions.find(({ text }: { text: string }) => text.startsWith('The radius of the L2 ball'))
  expect(radius).toEqual({
    text: 'The radius of the L2 ball, chosen on the training lists, is one of 2 that were fixed before the training lists were seen: delta is divided among them (they were given by hand, so only you know).',
    holds: 'unknown',
  })
})

test('training lists are known again with their rows in another order, without a row, in another format, or among others', async () => {
  const byList = new Map<string, string[]>()
  for (const row of letorSample(1, 40, 12).trimEnd().split('\n')) {
    const [, list] = row.split(' ')
    byList.set(list, [...(byList.get(list) ?? []), row])
  }
  const write = (name: string, lists: Iterable<readonly string[]>) => writeFileSync(join(folder, name), `${[...lists].flat().join('\n')}\n`)
  write('reversed.txt', [...byList.values()].map((rows) => rows.toReversed()).reverse())
  write(
    'shorter.txt',
    [...byList.values()].map((rows) => rows.slice(1)),
  )
  write('mixed.txt', [
    letorSample(3, 30, 12).trimEnd().split('\n'),
    [...byList.values()]
      .slice(0, 4)
      .flat()
      .map((row) => row.replace('qid:', 'qid:again')),
  ])
  expect(await run('convert reversed.txt reversed.csv')).toMatchObject({ status: 0 })
  for (const [file, message] of [
    ['reversed.txt', 'Of the 40 held-out lists, 40 are in the training data of this model'],
    ['reversed.csv', 'Of the 40 held-out lists, 40 are in the training data of this model'],
    ['shorter.txt', 'Of the 40 held-out lists, 40 share most of their rows'],
  ]) {
    const outcome = await run(`certify model.json --held-out ${file}`)
    expect(outcome.stderr).toContain(message)
    expect(outcome.status).toBe(1)
  }
  const { heldOut } = await json('certify model.json --held-out mixed.txt --metrics ndcg@10')
  expect(heldOut[0]).toMatchObject({ lists: 34, seen: 4, repeated: 0 })
  expect(heldOut[0].n + heldOut[0].skipped + heldOut[0].seen).toBe(34)
})

test('as printed, the numbers are the paper’s', async () => {
  const inputs = '--set G=2,W=1,R=1,B=10,m=120,n=19000'
  expect((await json(`bound q-t9 ${inputs}`)).terms.complexity / 2).toBeCloseTo(2.452, 3)
  expect((await json(`bound q-t9 ${inputs} --printed`)).terms.complexity / 2).toBeCloseTo(3.565, 3)
})

test('outside its range a printed formula is refused with the reason, never a negative bound', async () => {
  for (const [words, message] of [
    ['bound q-t9 --set G=2,W=1,R=1,B=10,m=120,n=1 --printed', 'Corollary 8 estimates an integral'],
    ['bound q-t17 --set H=2,W=1,R=1,B=2,m=120,n=100 --printed', 'Corollary 16 estimates an integral'],
    ['bound q-cw --set G2=2,W=1,R=1,B=2,m=120,n=100 --printed', 'for losses of at most 1'],
    ['bound q-ogd --set G=2,W=1,R=1,n=100 --printed', 'No paper prints q-ogd'],
    ['plan --theorem q-ogd --epsilon 0.1 --set G=2,W=1,R=1 --printed', 'No paper prints q-ogd'],
  ] as const) {
    const outcome = await run(words)
    expect(outcome.stderr, words).toContain(message)
    expect(outcome.status, words).toBe(2)
  }
  const { lists, gap } = await json('plan --theorem q-t9 --epsilon 0.5 --set G=2,W=100,R=1,B=2,m=10 --printed')
  expect(gap).toBeGreaterThan(0)
  expect(lists).toBeGreaterThan(1000)
  const { certificates } = await json('certify model.json --train train.txt --printed')
  for (const { bound } of certificates) expect(bound).toBeGreaterThan(0)
})

test('the martingale bound is calculated from losses in the order met', async () => {
  writeFileSync(join(folder, 'losses.txt'), Array.from({ length: 200 }, (_, t) => (t % 4) / 20).join('\n'))
  const { value, inputs, terms } = await json('bound q-martingale --values losses.txt --delta 0.1')
  expect(inputs).toEqual({ n: 200, delta: 0.1 })
  expect(terms.mean).toBeCloseTo(0.075, 12)
  expect(value).toBeGreaterThan(0.075)
  expect(value).toBeLessThan(0.1)
})

test('plan says how many lists a bound needs', async () => {
  expect(await json('plan --theorem q-t5 --epsilon 0.05 --set G=2,W=1,R=1')).toMatchObject({ theorem: 'q-t5', lists: 3200 })
  expect((await json('plan --theorem heldout-hoeffding --epsilon 0.05 --delta 0.1')).lists).toBe(Math.ceil(Math.log(10) / (2 * 0.05 ** 2)))
  expect((await run('plan --theorem q-t5 --epsilon 0.05 --set G=2,W=1,R=1')).stdout).toContain('3,200 lists')
  const help = await run('plan --help')
  expect(help).toMatchObject({ status: 0 })
  expect(help.stdout).toContain('--epsilon')
})

test('what cannot be computed is reported in a sentence, with the exit code of its kind', async () => {
  for (const [words, status, message] of [
    ['certify model.json --train wide.csv', 1, '5 features'],
    ['certify model.json --held-out wide.csv', 1, '5 features'],
    ['certify model.json --train train.txt --delta 1', 2, 'delta is 1'],
    ['bound q-t9 --set G=2,W=1,R=1,B=10,m=120,n=19000,delta=0', 2, 'delta is 0'],
    ['bound q-t5 --set G=2,W=1,R=1,n=1.5', 2, 'n is 1.5'],
    ['bound q-t5 --set G=nan,W=1,R=1,n=10', 2, '--set has "G=nan"'],
    ['bound q-t5 --set G=2,W=1,R=1', 2, 'n is missing'],
    ['bound q-t5 --set G=2,G=3,W=1,R=1,n=5', 2, 'G twice'],
    ['bound q-t5 --set G=2,W=1,R=1,n=5 --values train.txt', 2, 'takes no file of values'],
    ['plan --theorem q-t5 --set G=2,W=1,R=1', 2, '--epsilon is missing'],
    ['plan --epsilon 0.1', 2, '--theorem NAME'],
    ['plan --theorem q-t7 --epsilon 0.1', 2, 'no plan for "q-t7"'],
    ['plan --theorem q-t6 --epsilon 0.1 --set G=2,W=1,R=1,lambda=1', 2, 'stays above 0.1'],
    ['plan --theorem heldout-hoeffding --epsilon 0.1 --delta 0.05 --set delta=0.1', 2, 'delta is given twice'],
    ['bound q-t9 --delta 0.05 --set delta=0.1', 2, 'delta is given twice'],
  ] as const) {
    const outcome = await run(words)
    expect(outcome.stderr, words).toContain(message)
    expect(outcome.status, words).toBe(status)
    expect(outcome.stderr).not.toMatch(/\n {4}at /)
  }
})

test('the page says that the lists given with --train are not those of the model, and how to quote the best number', async () => {
  const { stdout, stderr } = await run('certify model.json --train test.txt --metrics ndcg@10')
  expect(stdout).toContain('--train DATA is not what this model was trained on')
  expect((await run('certify model.json --held-out test.txt')).stderr).toContain('--joint')
  expect(stderr).not.toContain('smaller lambda')
})

test('online gradient descent on one list says why its weights are 0', async () => {
  writeFileSync(join(folder, 'one.txt'), letorSample(1, 1, 12))
  const { stdout, stderr } = await run('train one.txt --method ogd --out one.json')
  expect(`${stdout}${stderr}`).toContain('train on more lists')
  expect(`${stdout}${stderr}`).not.toContain('lambda')
})
