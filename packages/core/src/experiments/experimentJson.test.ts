import { expect, test } from 'vitest'
import { experimentFromJson, experimentOf, nameOfFile } from './experimentJson.ts'

const plain = {
  format: 'rankwright-experiment',
  version: 1,
  data: [{ file: 'folder/shop.v2.csv' }],
  methods: ['listnet'],
}

test('what is left out has the defaults of the tables', () => {
  expect(experimentOf(plain)).toEqual({
    data: [{ name: 'shop', split: { kind: 'folds', file: 'folder/shop.v2.csv', folds: 5 }, read: {} }],
    methods: [{ name: 'listnet', method: 'listnet', options: {}, search: 'none', try: {} }],
    metrics: ['ndcg@10', 'map'],
    profile: 'rankwright',
    seeds: [1],
    shares: [1],
    confidence: 0.95,
  })
})

test('every way to divide data, and every kind of search', () => {
  const { data, methods, shares } = experimentOf({
    ...plain,
    data: [
      { name: 'letor', folder: 'MQ2008' },
      { name: 'files', train: 'a.txt', valid: 'b.txt', test: 'c.txt' },
      { name: 'later', file: 'log.csv', time: 'day', at: '2024-05-01', read: { list: 'query' } },
    ],
    methods: [
      { method: 'lambdamart', name: 'trees', options: { trees: 10 }, try: { num_leaves: [4, 8] } },
      { method: 'ranksvm', try: { lambda: { from: 0.01, to: 10, steps: 'log' } }, search: 'random', trials: 7, halving: 'on' },
    ],
    shares: [1, 0.1],
  })
  expect(data.map(({ split }) => split)).toEqual([
    { kind: 'folders', folder: 'MQ2008' },
    { kind: 'files', train: 'a.txt', valid: 'b.txt', test: 'c.txt' },
    { kind: 'time', file: 'log.csv', column: 'day', at: ['2024-05-01'] },
  ])
  expect(methods[0]).toMatchObject({ name: 'trees', search: 'grid', try: { leaves: [4, 8] } })
  expect(methods[1]).toMatchObject({ search: 'random', trials: 7, halving: 'on', try: { lambda: { from: 0.01, to: 10, steps: 'log' } } })
  expect(shares).toEqual([0.1, 1])
})

const lines = (data: string, methods: string) =>
  `{\n"format": "rankwright-experiment", "version": 1,\n"data": ${data},\n"methods": ${methods}\n}`

test.each([
  ['an unknown method', '[{"file": "a.txt"}]', '["lisnet"]', /^t\.json:4:13: methods\[0\]: .*listnet/],
  [
    'a wrong option',
    '[{"file": "a.txt"}]',
    '[{"method": "listnet", "options": {"lambda": -1}}]',
    /^t\.json:4:57: methods\[0\]\.options\.lambda: /,
  ],
  ['an unknown key', '[{"file": "a.txt", "fold": 3}]', '["listnet"]', /^t\.json:3:36: data\[0\]: unknown key "fold"/],
  ['too few folds', '[{"file": "a.txt", "folds": 1}]', '["listnet"]', /^t\.json:3:37: data\[0\]\.folds: /],
  ['two ways to divide', '[{"folder": "a", "folds": 3}]', '["listnet"]', /^t\.json:3:35: data\[0\]\.folds: it does not go with "folder"/],
  ['the same method twice', '[{"file": "a.txt"}]', '["listnet", "listnet"]', /^t\.json:4:24: methods\[1\].*twice/],
  [
    'a range without draws',
    '[{"file": "a.txt"}]',
    '[{"method": "listnet", "try": {"lambda": {"from": 1, "to": 2}}}]',
    /^t\.json:4:53: methods\[0\]\.try\.lambda: a range is drawn from/,
  ],
  ['a name that is no file name', '[{"file": "a.txt", "name": "../up"}]', '["listnet"]', /^t\.json:3:36: data\[0\]\.name: .*file names/],
])('%s is refused with its place', (_, data, methods, message) => {
  expect(() => experimentFromJson(lines(data, methods), 't.json')).toThrow(message)
})

test('what is no experiment is refused', () => {
  expect(() => experimentFromJson('{\n"format": "rankwright-experiment",\n}', 't.json')).toThrow(
    /^t\.json:3:1: this is not an experiment: it is not JSON/,
  )
  expect(() => experimentFromJson('{"format": "rankwright-model"}', 't.json')).toThrow(/it lacks "format"/)
  expect(() => experimentOf({ ...plain, version: 2 })).toThrow(/^version: the version is 2/)
  expect(() => experimentOf({ ...plain, metrics: ['ndgc'] })).toThrow(/^metrics\[0\]: .*ndcg/)
})

test('a file gives its data set a name that can be part of file names', () => {
  expect(['a/b/x.train.txt.gz', 'MQ2008/', 'C:\\data\\my shop.csv', '-', '.hidden'].map(nameOfFile)).toEqual([
    'x',
    'MQ2008',
    'my-shop',
    'data',
    'data',
  ])
})
