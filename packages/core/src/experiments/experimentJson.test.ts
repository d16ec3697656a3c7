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
  [
    'an unknown key',
    '[{"file": "a.txt", "fold": 3}]',
    '["listnet"]',
    /^t\.json:3:28: data\[0\]: unknown key "fold". Did you mean "folds"\?$/,
  ],
  ['too few folds', '[{"file": "a.txt", "folds": 1}]', '["listnet"]', /^t\.json:3:37: data\[0\]\.folds: /],
  ['two ways to divide', '[{"folder": "a", "folds": 3}]', '["listnet"]', /^t\.json:3:26: data\[0\]\.folds: it does not go with "folder"/],
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

test('an option that a method does not have is told at its key', () => {
  const read = (methods: string) => () => experimentFromJson(lines('[{"file": "a.txt"}]', methods), 't.json')
  expect(read('[{"method": "listnet", "options": {"lamda": 1}}]')).toThrow(/^t\.json:4:47: methods\[0\]\.options\.lamda: /)
  expect(read('[{"method": "listnet", "try": {"a.b": [1]}}]')).toThrow(/^t\.json:4:43: methods\[0\]\.try: /)
})

test.each([
  ['without "time"', '{"file": "a.txt", "at": 3}', '"listnet"', '"at"'],
  ['without a search', '{"file": "a.txt"}', '{"method": "listnet", "trials": 3}', '"trials"'],
  [
    'with another value',
    '{"file": "a.txt"}',
    '{"method": "rankrls", "options": {"kernel": "linear", "kernel-width": 2}}',
    '"kernel-width"',
  ],
  ['given twice', '{"file": "a.txt"}', '{"method": "listnet", "options": {"lambda": 1}, "try": { "lambda": [2]}}', '"lambda": [2'],
])('a known key that has no effect %s is told at its key', (_, data, methods, key) => {
  const source = lines(`[${data}]`, `[${methods}]`)
  const [, line, column] = /^t\.json:(\d+):(\d+): /.exec(thrownBy(() => experimentFromJson(source, 't.json'))) ?? []
  expect(
    source
      .split('\n')
      [Number(line) - 1].slice(Number(column) - 1)
      .startsWith(key),
  ).toBe(true)
})

/** The experiment with one part changed, one line for each value: the place of what is wrong is that of no other part. */
const changed = (path: string, value: unknown) => {
  const document: Record<string, unknown> = structuredClone({
    ...plain,
    methods: [{ method: 'listnet', options: { lambda: 1 }, try: { iterations: [1, 2] } }],
  })
  const steps = path.split('.')
  const last = steps.pop()!
  let part = document
  for (const step of steps) part = part[step] as Record<string, unknown>
  part[last] = value
  return JSON.stringify(document, null, 1)
}

test.each([
  ['version', 2, 'version', 'the version is 2, and 1 is known: give 1.'],
  ['$schema', 3, '$schema', 'expected a text, found 3.'],
  ['data', [], 'data', 'give at least one.'],
  ['data.0.file', '', 'data[0].file', 'it is empty: give a text.'],
  ['data.0.folds', 2.5, 'data[0].folds', '"folds" is 2.5; give a whole number of at least 2 and of at most 10000.'],
  ['data.0.at', '2024-01-01', 'data[0].at', 'give "time" with it, the column that holds the time of a row.'],
  ['data.0.time', 'day', 'data[0]', 'give "at" with "time", a date or a number to divide at.'],
  ['data.0', { train: 'a.txt' }, 'data[0]', 'give "test" with "train", the lists to test on.'],
  [
    'data.0.train',
    'a.txt',
    'data[0].file',
    'it does not go with "train". Beside "name" and "read" give "train", "valid" and "test" alone.',
  ],
  ['data.0.read', { ingore: [] }, 'data[0].read.ingore', 'There is no option ingore here. Did you mean "ignore"?'],
  ['data.0.read', { ignore: 'a' }, 'data[0].read.ignore', '"ignore" is the text "a"; give a list of texts.'],
  ['data.0.read', { format: 'cvs' }, 'data[0].read.format', '"format" is cvs; give one of letor, csv, tsv, jsonl, parquet, cifar.'],
  ['data.0.read', { grades: 'x' }, 'data[0].read.grades', /^"grades" is x; give log, quantile:5/],
  ['methods.0', 4, 'methods[0]', 'expected an object, found 4.'],
  ['methods.0.method', '', 'methods[0].method', 'it is empty: give a text.'],
  ['methods.0.method', 'auto', 'methods[0].method', 'auto chooses among methods and is none itself: name those to compare.'],
  ['methods.0.option', {}, 'methods[0]', 'unknown key "option". Did you mean "options"?'],
  ['methods.0.options', { lamda: 1 }, 'methods[0].options.lamda', 'There is no option lamda here. Did you mean "lambda"?'],
  ['methods.0.try', { lamda: [1] }, 'methods[0].try', 'listnet has no option "lamda". Did you mean "lambda"?'],
  ['methods.0.try.lambda', [1], 'methods[0].try.lambda', 'it is among "options" already: give it in one of both.'],
  ['methods.0.try.iterations', 5, 'methods[0].try.iterations', '5 is one value; give several in [ ], or write it into "options".'],
  [
    'methods.0.try.iterations',
    [1, 'x'],
    'methods[0].try.iterations[1]',
    '"iterations" is the text "x"; give a whole number of at least 1.',
  ],
  ['methods.0.search', 'gird', 'methods[0].search', '"search" is gird; give one of none, grid, random.'],
  ['methods.0.trials', 3, 'methods[0].trials', /^"trials" would change nothing: it only works with "search" random\./],
  ['methods.0.halving', true, 'methods[0].halving', '"halving" is true; give one of on, off.'],
  ['methods.0.innerFolds', 1, 'methods[0].innerFolds', /^"innerFolds" is 1; give a whole number of at least 2/],
  ['metrics', [], 'metrics', 'give at least one.'],
  ['metrics', [3], 'metrics', '"metrics" is a list with 3; give a list of texts.'],
  ['profile', 'letor', 'profile', /^"profile" is letor; give one of rankwright, letor4/],
  ['seeds', [1, 1.5], 'seeds[1]', '1.5 is no whole number; give one of at least 0.'],
  ['seeds', ['1'], 'seeds', /^"seeds" is a list with the text "1"; give one or more numbers/],
  ['shares', [0.5, 2], 'shares[1]', '"shares" is 2; give one or more numbers, each above 0 and of at most 1.'],
  ['confidence', 95, 'confidence', '"confidence" is 95; give a number above 0.5 and below 1.'],
  ['budget', 3, 'the experiment', /^unknown key "budget". Give one of: format, version, \$schema, data,/],
])('%s as %j is refused by its name in the file', (path, value, part, reason) => {
  const source = changed(path, value)
  const message = thrownBy(() => experimentFromJson(source, 't.json'))
  const [, line, column, ...said] = /^t\.json:(\d+):(\d+): ([^:]+): (.*)$/.exec(message) ?? []
  expect(said[0]).toBe(part)
  expect(said[1]).toMatch(reason)
  const key = part.startsWith('the ') ? path : part.replace(/\[\d+\]$/, '')
  const from = source.split('\n').slice(0, Number(line)).join('\n')
  expect(from).toContain(
    `"${key
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '')}"`,
  )
  expect(source.split('\n')[Number(line) - 1].slice(Number(column) - 1)).toMatch(/^["[{\d]|true/)
})

test('an option under the name of another tool has the place of that name', () => {
  const source = changed('methods', [{ method: 'lambdamart', options: { num_leaves: 1 } }])
  expect(() => experimentFromJson(source, 't.json')).toThrow(/^t\.json:13:\d+: methods\[0\]\.options\.num_leaves: "leaves" is 1;/)
})

test('all that is wrong with the options of a part is told, each with its place', () => {
  const source = changed('methods', [{ method: 'listnet', halving: 'on', innerFolds: 3 }])
  expect(thrownBy(() => experimentFromJson(source, 't.json')).split('\n')).toHaveLength(2)
})

function thrownBy(attempt: () => unknown): string {
  try {
    attempt()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('what is no experiment is refused', () => {
  expect(() => experimentFromJson('{\n"format": "rankwright-experiment",\n}', 't.json')).toThrow(
    't.json:3:1: this is not an experiment: it is not JSON. Put keys and texts into double quotes and commas between parts',
  )
  expect(() => experimentFromJson('{"format": "rankwright-experiment",\n "methods": [listnet]}', 't.json')).toThrow(/^t\.json:2:14: /)
  expect(() => experimentFromJson('{"seeds": [1],\n "methods": [], "seeds": [2]}', 't.json')).toThrow(
    't.json:2:17: this is not an experiment: it has the key "seeds" twice. Leave one of them out.',
  )
  expect(() => experimentFromJson('methods: listnet', 't.json')).toThrow(/^t\.json:1:1: .* it is not JSON\. Begin the file with \{"format"/)
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
