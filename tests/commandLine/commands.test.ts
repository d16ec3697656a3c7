import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLists, readModel, score } from 'rankwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { otherNodes } from '../../scripts/otherNodes.mjs'
import { type Circumstances, scratchFolder } from './rankwright.ts'
import { letorSample } from './sampleData.ts'
import { servedCommands } from './servedCommands.ts'

const base = scratchFolder('commands')
const lines = await otherNodes()
const nodes = [{ version: process.versions.node, path: process.execPath }, ...lines]
const missing = lines.length < 2 ? ['22', '24'].filter((line) => !nodes.some(({ version }) => version.startsWith(`${line}.`))) : []
for (const line of missing) test.skip(`the commands on Node ${line} (skipped: Node ${line} cannot be had here)`, () => {})

describe.each(nodes)('on Node $version', ({ version, path: node }) => {
  const folder = join(base, version)
  const served = servedCommands(node)
  const run = (words: string, more: Circumstances = {}) => served(words.split(' '), { folder, ...more })
  /** The one JSON document that a command prints. */
  const json = async (words: string, status = 0) => {
    const outcome = await run(`${words} --json`)
    expect(outcome, `${words}: ${outcome.stderr}`).toMatchObject({ status })
    return JSON.parse(outcome.stdout)
  }

  beforeAll(async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'train.txt'), letorSample(1, 40, 12))
    writeFileSync(join(folder, 'valid.txt'), letorSample(2, 20, 12))
    writeFileSync(join(folder, 'test.txt'), letorSample(3, 20, 12))
    const trained = await run('train train.txt --method least-squares --out model.json')
    expect(trained, trained.stderr).toMatchObject({ status: 0 })
    expect((await run('train train.txt --method least-squares --lambda 100 --features-left-alone')).status).toBe(2)
    expect((await run('train train.txt --method least-squares --lambda 1000 --out weak.json')).status).toBe(0)
  })

  test('train takes every linear method, and a model to start from', async () => {
    for (const method of ['listnet', 'listmle', 'smoothed-dcg', 'ranksvm', 'ranknet', 'ogd']) {
      const document = await json(`train train.txt --method ${method} --valid valid.txt --out ${method}.json`)
      expect(document).toMatchObject({ method, model: `${method}.json` })
      expect(document.valid.metrics['ndcg@10']).toBeGreaterThan(0.5)
    }
    expect((await json('train train.txt --method listnet --lambda 0.01 --out cold.json')).iterations).toBeGreaterThan(0)
    expect((await json('train train.txt --method listnet --lambda 0.01 --start cold.json --out warm.json')).iterations).toBe(0)
    const refused = await run('train train.txt --method least-squares --start cold.json --out no.json')
    expect(refused).toMatchObject({ status: 2 })
    expect(refused.stderr).toContain('--start would change nothing: it only works with the methods listnet, listmle, ')
  })

  test('several files, patterns and folders are read as one file', async () => {
    const sample = letorSample(1, 40, 12).split('\n')
    mkdirSync(join(folder, 'parts'))
    writeFileSync(join(folder, 'parts', 'p1.txt'), `${sample.slice(0, 120).join('\n')}\n`)
    writeFileSync(join(folder, 'parts', 'p2.txt'), sample.slice(120).join('\n'))
    for (const [at, words] of ['parts/p1.txt parts/p2.txt', 'parts/p?.txt', 'parts'].entries()) {
      await json(`train ${words} --method least-squares --out many${at}.json`)
      expect(readFileSync(join(folder, `many${at}.json`), 'utf8')).toBe(readFileSync(join(folder, 'model.json'), 'utf8'))
    }
    const whole = await run('score model.json train.txt')
    expect((await run('score model.json parts/p1.txt parts/p2.txt')).stdout).toBe(whole.stdout)
    expect((await json('compare model.json weak.json valid.txt test.txt --same-lists apart')).pairs).toHaveLength(1)
    expect(await json('evaluate model.json parts')).toMatchObject(await json('evaluate model.json train.txt'))
    expect(
      (await json('train parts --method least-squares --valid valid.txt --valid test.txt --same-lists apart --out two.json')).valid.lists,
    ).toBe(40)
    const clash = await run('train train.txt parts/p2.txt --method least-squares --out no.json')
    expect(clash).toMatchObject({ status: 1 })
    expect(clash.stderr).toMatch(/p2\.txt:1:1: list "\S+" is also in train\.txt:121:1\. .*--same-lists join/)
    const over = await run('convert parts/* parts/p1.txt')
    expect(over).toMatchObject({ status: 2 })
    expect(over.stderr).toContain('the command reads this file')
  })

  test('retrain compares with the old model, and does not replace it by one that is worse', async () => {
    const again = await json('retrain model.json --data valid.txt --data test.txt --same-lists apart --out again.json')
    expect(again).toMatchObject({ refit: false, lists: 32, model: 'again.json', significantlyWorse: false })
    expect(again.better).toBe(again.delta > 0)
    expect((await json('show again.json')).training.earlier).toHaveLength(1)
    expect((await run('show again.json')).stdout).toContain('retrained 1 time')
    writeFileSync(join(folder, 'kept.json'), readFileSync(join(folder, 'model.json')))
    // The lists that can be held out are right; all others have wrong labels, and stand there twice.
    const turned = letorSample(5, 40, 12).replaceAll(/^(\S+) qid:/gm, (_, label) => `${4 - Number(label)} qid:`)
    const wrong = ['a', 'b'].map((name) => turned.replaceAll('qid:', `qid:${name}`)).join('')
    writeFileSync(join(folder, 'turned.txt'), wrong + letorSample(6, 30, 12))
    const worse = await run('retrain kept.json --data turned.txt --out kept.json')
    expect(worse).toMatchObject({ status: 1 })
    expect(worse.stderr).toContain('so it is not written. Look at the data, or write it with --force.')
    expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe(readFileSync(join(folder, 'model.json'), 'utf8'))
    expect(await run('retrain kept.json --data turned.txt --force --out kept.json')).toMatchObject({ status: 0 })
    expect(readFileSync(join(folder, 'kept.json'), 'utf8')).not.toBe(readFileSync(join(folder, 'model.json'), 'utf8'))
  })

  test('inspect counts what is there', async () => {
    const document = await json('inspect train.txt')
    expect(document).toMatchObject({ lists: 40, rows: 480, features: 4, problems: [], constantFeatures: ['4'] })
    expect(Object.values<number>(document.labels).reduce((total, count) => total + count)).toBe(480)
    const { stdout } = await run('inspect train.txt')
    expect(stdout).toMatch(/40 lists, 480 rows, 4 features/)
  })

  test('convert goes there and back without a loss, through standard streams too', async () => {
    expect(await json('convert train.txt train.csv')).toMatchObject({ rows: 480 })
    expect(await json('convert train.csv train.jsonl.gz')).toMatchObject({ rows: 480 })
    expect((await run('convert train.jsonl.gz back.txt')).status).toBe(0)
    const [there, back] = await Promise.all([readLists(join(folder, 'train.txt')), readLists(join(folder, 'back.txt'))])
    expect(back.features).toEqual(there.features)
    expect(back.labels).toEqual(there.labels)
    const piped = await run('convert - - --format letor --to tsv', { input: readFileSync(join(folder, 'train.txt')) })
    expect(piped, piped.stderr).toMatchObject({ status: 0 })
    expect(piped.stdout.split('\n')).toHaveLength(480 + 2)
  })

  test('split refuses folds beyond number before it reads anything', async () => {
    expect(await run('split nowhere.txt --folds 1e8 --out folds')).toMatchObject({ status: 2, stderr: expect.stringContaining('10000') })
  })

  test('split makes folds that hold every list once', async () => {
    const document = await json('split train.txt --folds 4 --out folds --seed 5')
    expect(document.rows).toBe(480)
    const tests = [1, 2, 3, 4].map((fold) =>
      readFileSync(join(folder, 'folds', `Fold${fold}`, 'test.txt'), 'utf8')
        .trim()
        .split('\n'),
    )
    expect(tests.flat()).toHaveLength(480)
    expect(new Set(tests.flatMap((rows) => [...new Set(rows.map((row) => row.split(' ')[1]))]))).toHaveProperty('size', 40)
  })

  test('train tells how it went, and the same training gives the same bytes', async () => {
    const document = await json('train train.txt --method least-squares --valid valid.txt --out tuned.json')
    expect(document).toMatchObject({ method: 'least-squares', model: 'tuned.json' })
    for (const part of [document.train, document.valid]) expect(part.metrics['ndcg@10']).toBeGreaterThan(0.7)
    for (const key of ['seconds', 'iterations', 'objective']) expect(document[key]).toEqual(expect.any(Number))
    await json('train train.txt --method least-squares --valid valid.txt --out again.json --threads 2')
    expect(readFileSync(join(folder, 'again.json'))).toEqual(readFileSync(join(folder, 'tuned.json')))
  })

  test('show puts the strongest features first', async () => {
    const document = await json('show model.json')
    expect(document).toMatchObject({ kind: 'linear', method: 'least-squares' })
    expect(document.features.slice(0, 2).map(({ feature }: { feature: string }) => feature)).toEqual(['1', '2'])
    expect((await run('show model.json')).stdout).toMatch(/least-squares[\s\S]*feature +weight/)
  })

  test('score prints one line per row in file order, exact to the last bit', async () => {
    const { stdout } = await run('score model.json test.txt')
    const expected = score(await readModel(join(folder, 'model.json')), await readLists(join(folder, 'test.txt')))
    expect(stdout.trim().split('\n').map(Number)).toEqual([...expected])
    expect(await json('score model.json test.txt --out scores.txt')).toMatchObject({ rows: 240 })
    expect(readFileSync(join(folder, 'scores.txt'), 'utf8')).toBe(stdout)
    const shuffled = shuffledRows(readFileSync(join(folder, 'test.txt'), 'utf8'))
    writeFileSync(join(folder, 'shuffled.txt'), shuffled.text)
    const scattered = (await run('score model.json shuffled.txt')).stdout.trim().split('\n').map(Number)
    expect(scattered).toEqual(shuffled.order.map((row) => expected[row]))
  })

  test('rank puts each list in order', async () => {
    const { lists } = await json('rank model.json test.txt --top 3')
    expect(lists).toHaveLength(20)
    for (const { items } of lists) {
      expect(items).toHaveLength(3)
      expect(items[0].score).toBeGreaterThanOrEqual(items[1].score)
      expect(items[0].item).toMatch(/^doc-/)
    }
  })

  test('evaluate measures a model, a file of scores and a run alike', async () => {
    const ofModel = await json('evaluate model.json test.txt --metrics ndcg@10,map')
    expect(ofModel).toMatchObject({ profile: 'rankwright', lists: 20 })
    const [low, high] = ofModel.intervals['ndcg@10']
    expect(low).toBeLessThan(ofModel.metrics['ndcg@10'])
    expect(high).toBeGreaterThan(ofModel.metrics['ndcg@10'])
    await run('score model.json test.txt --out scores.txt')
    const ofScores = await json('evaluate --scores scores.txt test.txt --metrics ndcg@10,map --per-list')
    expect(ofScores.metrics).toEqual(ofModel.metrics)
    expect(ofScores.perList).toHaveLength(20)

    writeFileSync(join(folder, 'small.qrels'), '1 0 a 1\n1 0 b 0\n2 0 a 1\n')
    writeFileSync(join(folder, 'small.run'), '1 Q0 b 1 2.0 x\n1 Q0 a 2 1.0 x\n')
    const ofRun = await json('evaluate --qrels small.qrels --run small.run --profile trec_eval --metrics mrr')
    expect(ofRun).toMatchObject({ profile: 'trec_eval', lists: 1, metrics: { mrr: 1 / 2 } })
    const complete = await json('evaluate --qrels small.qrels --run small.run --profile trec_eval --metrics mrr --complete')
    expect(complete).toMatchObject({ lists: 2, metrics: { mrr: 1 / 4 } })
  })

  test('compare tests models against each other', async () => {
    const { pairs } = await json('compare model.json weak.json test.txt --metric ndcg@10')
    expect(pairs).toHaveLength(1)
    expect(pairs[0]).toMatchObject({
      a: 'model.json',
      b: 'weak.json',
      delta: expect.any(Number),
      interval: [expect.any(Number), expect.any(Number)],
    })
    expect(Object.keys(pairs[0].tests).length).toBeGreaterThan(1)
  })

  test('certify and bound give lower bounds', async () => {
    const { heldOut, certificates } = await json('certify model.json --train train.txt --held-out test.txt --delta 0.1')
    expect(heldOut.length).toBeGreaterThan(0)
    for (const { value, lower } of heldOut) expect(lower).toBeLessThan(value)
    expect(Array.isArray(certificates)).toBe(true)
    const refused = await run('certify model.json --train train.txt --held-out train.txt')
    expect(refused.status).toBe(1)

    writeFileSync(join(folder, 'values.txt'), '1\n'.repeat(100))
    const hoeffding = await json('bound heldout-hoeffding --values values.txt --delta 0.05')
    expect(hoeffding.bound).toBe('heldout-hoeffding')
    expect(hoeffding.value).toBeCloseTo(1 - Math.sqrt(Math.log(1 / 0.05) / 200), 12)
    expect((await json('bound --list')).bounds.map(({ name }: { name: string }) => name)).toContain('heldout-betting')
    writeFileSync(join(folder, 'wrong.txt'), '0.5\n1.5\n')
    const wrong = await run('bound heldout-betting --values wrong.txt')
    expect(wrong).toMatchObject({ status: 1, stdout: '' })
    expect(wrong.stderr).toContain('wrong.txt:2:1')
  })

  test('features are chosen by number, and the model finds them again in the whole file', async () => {
    const trained = await json('train train.txt --method listnet --scale none --feature-ball l2 --features 1,3-4 --ignore 4 --out few.json')
    expect(trained.method).toBe('listnet')
    expect((await json('show few.json')).features.map(({ feature }: { feature: string }) => feature).sort()).toEqual(['f1', 'f3'])
    const [whole, chosen, none] = await Promise.all([
      run('score few.json test.txt'),
      run('score few.json test.txt --features 1,3'),
      run('inspect train.txt --features 5'),
    ])
    expect(whole.status).toBe(0)
    expect(whole.stdout).toBe(chosen.stdout)
    expect(none.status).toBe(1)
    expect(none.stderr).toContain('train.txt: there is no feature 5')
  })

  test('wrong usage is exit 2, with a hint and nothing on stdout', async () => {
    const wrong: readonly (readonly [words: string, hint: string])[] = [
      ['trian train.txt', 'Did you mean train?'],
      ['--nonsense', 'a command comes first'],
      ['inspect', 'needs DATA'],
      ['show model.json extra.txt', '"extra.txt"'],
      ['train train.txt --method least-square --out m.json', 'Did you mean least-squares?'],
      ['train train.txt --method least-squares --lamda 1 --out m.json', 'Did you mean --lambda?'],
      ['train train.txt --method least-squares --lambda -1 --out m.json', 'at least 0'],
      ['train train.txt --method least-squares', '--out'],
      ['evaluate model.json test.txt --metrics nddcg@10', 'ndcg'],
      ['evaluate model.json', 'MODEL and DATA'],
      ['inspect train.txt --label 3', 'only works with tables'],
      ['convert train.txt - --json', 'cannot both go to standard output'],
      ['evaluate model.json test.txt --complete', '--complete would change nothing: it only works with --qrels'],
      ['compare model.json model.json test.txt', 'given twice'],
      ['bound heldout-betting', '--values FILE'],
      ['bound heldout-hofding --values values.txt', 'heldout-hoeffding'],
      ['completion tcsh', 'bash, zsh or fish'],
    ]
    const outcomes = await Promise.all(wrong.map(([words]) => run(words)))
    for (const [index, { status, stdout, stderr }] of outcomes.entries()) {
      expect({ words: wrong[index][0], status, stdout }).toEqual({ words: wrong[index][0], status: 2, stdout: '' })
      expect(stderr).toContain(wrong[index][1])
      expect(stderr).toContain('--help')
    }
    expect(existsSync(join(folder, 'm.json'))).toBe(false)
  })

  test('help, version and completion', async () => {
    const [help, version, ...each] = await Promise.all([
      run('--help'),
      run('--version'),
      ...commands.map((command) => run(`${command} --help`)),
    ])
    for (const command of commands) expect(help.stdout).toContain(`\n  ${command} `)
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    for (const [index, { status, stdout }] of each.entries()) {
      expect(status).toBe(0)
      expect(stdout).toContain(`rankwright ${commands[index]}`)
      expect(stdout).toMatch(/Example\n +\S/)
      expect(stdout).toContain('--json')
    }
    expect((await json('completion fish')).script).toContain('complete -c rankwright')
  })
})

const commands = 'inspect convert split train show score rank abstain evaluate compare certify bound completion'.split(' ')

/** The rows in another order, and which row each of them was. */
function shuffledRows(text: string): { text: string; order: number[] } {
  const rows = text.trim().split('\n')
  const order = rows.map((_, row) => (row * 7) % rows.length)
  return { text: `${order.map((row) => rows[row]).join('\n')}\n`, order }
}
