// Pages of `report`, and of the commands that take `--report`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelToJson, train } from '@rankwright/core'
import { readLists } from '@rankwright/node'
import { beforeAll, expect, test } from 'vitest'
import { asMember } from '../../packages/core/dist/models/ensemble/ensemble.js'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'
import { servedCommands } from './servedCommands.ts'

const { folder, run, json } = commandsIn('reports', servedCommands())

beforeAll(async () => {
  for (const [seed, name] of ['train.txt', 'valid.txt', 'test.txt'].entries())
    writeFileSync(join(folder, name), letorSample(seed + 1, 40, 4))
  writeFileSync(join(folder, 'terms.csv'), Array.from({ length: 40 }, (_, term) => `t${term + 1},t${term >> 1}\n`).join(''))
  const topics = Array.from({ length: 6 }, (_, topic) => topic)
  writeFileSync(join(folder, 'judged.qrels'), topics.map((topic) => `${topic} 0 a 1\n${topic} 0 b 0\n`).join(''))
  writeFileSync(join(folder, 'first.run'), topics.map((topic) => `${topic} Q0 a 1 2 x\n${topic} Q0 b 2 1 x\n`).join(''))
  writeFileSync(join(folder, 'second.run'), topics.map((topic) => `${topic} Q0 ${topic % 2 ? 'a' : 'b'} 1 2 y\n`).join(''))
  await json('train train.txt --method elmrank --nodes 10 --lambda 1 --statistics sums.json --out sums-model.json')
})

/** The titles of a page and of its charts. */
function titlesOf(file: string): string[] {
  const page = readFileSync(join(folder, file), 'utf8')
  expect(page).toMatch(/^<!doctype html>\n<!-- A report, written by rankwright\. -->/)
  return Array.from(page.matchAll(/<(?:h2 [^>]*|figcaption)>([^<]*)</g), ([, title]) => title)
}

const reports: Readonly<Record<string, { readonly words: string; readonly titles: readonly string[] }>> = {
  train: {
    words: 'train train.txt --valid valid.txt --method listnet --out m.json',
    titles: [
      'How well it ranks',
      'What can be guaranteed',
      'What features do',
      'Is the probability right?',
      'Lists before and after',
      'Labels',
    ],
  },
  tune: {
    words: 'tune train.txt --method least-squares --lambda 0.01,0.1,1 --folds 2 --out t.json',
    titles: ['What was tried', 'ndcg@10 by lambda'],
  },
  inspect: { words: 'inspect train.txt', titles: ['Labels', 'Sizes of lists'] },
  certify: {
    words: 'certify m.json --train train.txt --held-out test.txt',
    titles: ['Held-out bound and mean', 'Theorems about the loss'],
  },
  retrain: {
    words: 'retrain m.json --data test.txt --out r.json --force',
    titles: ['Leaderboard', 'Which differences are real', 'List by list'],
  },
  update: {
    words: 'update sums.json --add valid.txt --lambda 1 --valid test.txt --out u.json',
    titles: ['What the update changed', 'ndcg@10 of both, list by list', 'How well it ranks'],
  },
  fuse: {
    words: 'fuse first.run second.run --qrels judged.qrels --metric map --out joined.run',
    titles: ['Leaderboard', 'map of each ranker', 'Which differences are real', 'List by list'],
  },
  evaluate: { words: 'evaluate m.json test.txt', titles: ['Metrics with intervals', 'ndcg@10, list by list'] },
  compare: {
    words: 'compare m.json t.json test.txt',
    titles: ['Leaderboard', 'Which differences are real', 'Lists won and lost against', 'ndcg@10 of both, list by list'],
  },
  abstain: { words: 'abstain m.json test.txt --rule margin --runs 2 --pairs 200', titles: ['Risk and coverage', 'Loss by threshold'] },
  stream: {
    words: 'stream test.txt --target utility --learner linear',
    titles: ['Metrics along the stream', 'What is guaranteed along the stream'],
  },
  'ontology train': {
    words: 'ontology train terms.csv --out o.json',
    titles: ['The learned line', 'Neighbourhoods', 'What can be guaranteed'],
  },
}

test.each(Object.keys(reports))('%s --report makes a page beside its answer', async (name) => {
  const { words, titles } = reports[name]
  const { status, stderr } = await run(`${words} --report page.html`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/note: the report is file:.*page\.html/) })
  const found = titlesOf('page.html')
  expect(titles.filter((title) => !found.some((each) => each.replaceAll('&#39;', "'").includes(title)))).toEqual([])
})

test('report makes the page of a model, of theorems, and of what a command printed', async () => {
  const { bytes } = await json('report m.json --data test.txt --train train.txt --out model.html')
  expect(readFileSync(join(folder, 'model.html')).length).toBe(bytes)
  expect(titlesOf('model.html')).toContain('Theorems about the loss that was trained')
  writeFileSync(join(folder, 'compared.json'), JSON.stringify(await json('compare m.json t.json test.txt --per-list')))
  await json('report compared.json --out compared.html')
  expect(titlesOf('compared.html')).toContain('List by list')
  writeFileSync(join(folder, 'certified.json'), JSON.stringify(await json('certify m.json --held-out test.txt')))
  await json('report certified.json --out certified.html')
  expect(titlesOf('certified.html')).toContain('Held-out bound and mean')
  expect((await run('report test.txt --out x.html')).stderr).toMatch(/test\.txt/)
})

test('fuse compares what it joins with what it is joined of, on judged topics alone', async () => {
  const { comparison } = await json('fuse first.run second.run --qrels judged.qrels --metric mrr --out compared.run')
  expect(comparison.contenders.map(({ name, value }: { name: string; value: number }) => [name, value])).toEqual([
    ['compared.run', 0.75], // reciprocal ranks: b leads where both runs have it, which are half of the topics
    ['first.run', 1],
    ['second.run', 0.5],
  ])
  expect(await run('fuse first.run second.run --metric mrr --out x.run')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/--metric would change nothing: it only works with --qrels/),
  })
  expect(await run('update sums.json --add valid.txt --statistics x.json --report x.html')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/--report would change nothing: it only works with --out/),
  })
})

test('no page and no model takes the place of what is read', async () => {
  const before = ['m.json', 'test.txt', 'train.txt'].map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const words of [
    'report m.json --out m.json --force',
    'report m.json --data test.txt --out test.txt --force',
    'evaluate m.json test.txt --report test.txt --force',
    'train train.txt --method listnet --out new.json --report train.txt --force',
    'retrain m.json --data test.txt --out test.txt --force',
  ])
    expect([words, await run(words)]).toEqual([
      words,
      expect.objectContaining({ status: 2, stderr: expect.stringMatching(/the command reads this file/) }),
    ])
  expect(['m.json', 'test.txt', 'train.txt'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(before)
})

test('an ensemble with a flipped bit is refused, and the message says what to do', async () => {
  const lists = await readLists(join(folder, 'train.txt'))
  const members = [train(lists, { method: 'least-squares' }), train(lists, { method: 'lambdamart', trees: 3 })]
  const { features, training } = members[0]
  const weights = Float64Array.of(0.5, 0.5)
  const text = modelToJson({ kind: 'ensemble', method: 'auto', options: {}, features, training, members: members.map(asMember), weights })
  writeFileSync(join(folder, 'ensemble.json'), text)
  expect(await run('report ensemble.json --data test.txt --out ensemble.html')).toMatchObject({ status: 0 })
  const bytes = Buffer.from(text)
  bytes[Math.floor(bytes.length / 2)] ^= 1
  writeFileSync(join(folder, 'ensemble.json'), bytes)
  for (const words of ['report ensemble.json --out x.html', 'rank ensemble.json test.txt'])
    expect(await run(words)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^ensemble\.json: .*(?:damaged|changed|checksum|broken)/),
    })
})
