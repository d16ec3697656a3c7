import { expect, test } from 'vitest'
import { parseArguments } from './arguments.ts'
import { command } from './command.ts'
import { UsageError } from './usageError.ts'

const answer = async () => ({ document: {}, text: () => '' })
const sample = command({
  summary: 'Does nothing.',
  inputs: { models: { doc: 'Models.', many: true }, data: 'Data file.' },
  options: {
    method: { kind: 'choice', of: ['straight', 'crooked'], default: 'straight', doc: 'Which way.' },
    metrics: { kind: 'texts', placeholder: 'NAMES', leftOut: 'nothing', doc: 'What to measure.' },
    delta: { kind: 'number', default: 0.05, doc: 'Risk.' },
    perList: { kind: 'flag', doc: 'One by one.' },
    out: { kind: 'text', placeholder: 'FILE', leftOut: 'nowhere', doc: 'Where to.' },
  },
  variants: {
    option: 'method',
    summaries: { straight: 'Ahead.', crooked: 'Around.' },
    tables: {
      straight: { seed: { kind: 'integer', default: 1, aliases: ['random_state'], doc: 'Seed.' } },
      crooked: { bend: { kind: 'number-or-word', words: ['theory'], default: 'theory', doc: 'How far.' } },
    },
  },
  example: 'rankwright sample data.txt',
  run: answer,
})
const parse = (...words: string[]) => parseArguments('sample', sample, words)

test('words without flags go to the inputs: the needed ones first, the rest where many may stand', () => {
  expect(parse('data.txt').inputs).toEqual({ models: [], data: 'data.txt' })
  expect(parse('a.json', 'b.json', 'data.txt').inputs).toEqual({ models: ['a.json', 'b.json'], data: 'data.txt' })
  expect(parse('-', '--json').inputs).toEqual({ models: [], data: '-' })
})

test('values become what their option wants', () => {
  const { options, json } = parse(
    'd',
    '--metrics',
    'ndcg@10,map',
    '--metrics=mrr',
    '--delta',
    '-1e-3',
    '--per-list',
    '--out',
    '-',
    '--json',
  )
  expect(options).toEqual({ metrics: ['ndcg@10', 'map', 'mrr'], delta: -0.001, perList: true, out: '-' })
  expect(json).toBe(true)
})

test('the chosen variant brings its own options, wherever it is named', () => {
  expect(parse('d', '--seed', '7').variantOptions).toEqual({ seed: 7 })
  expect(parse('d', '--bend', 'theory', '--method', 'crooked')).toMatchObject({ variant: 'crooked', variantOptions: { bend: 'theory' } })
  expect(parse('d', '--method=crooked', '--bend', '0.5').variantOptions).toEqual({ bend: 0.5 })
})

test.each(['random-state', 'random_state'])(
  'a name that another tool has for an option is understood, with a note on what it is called here: --%s',
  (flag) => {
    const { variantOptions, inputs, notes } = parse(`--${flag}`, '7', 'd')
    expect({ variantOptions, inputs, notes }).toEqual({
      variantOptions: { seed: 7 },
      inputs: { models: [], data: 'd' },
      notes: [`note: --${flag} is --seed here. Seed.`],
    })
  },
)

test.each([
  [['d', '--random-state', '1', '--seed', '1'], '--random-state and --seed are the same option, --seed; give one of them.'],
  [['d', '--randomState', '1'], 'has no option --randomState'],
  [['d', '--method', 'crooked', '--random-state', '1'], '--random-state goes with --method straight'],
  [['d', '--delat', '1'], 'Did you mean --delta?'],
  [['d', '--perList'], 'Did you mean --per-list?'],
  [['d', '--bend', '1'], '--bend goes with --method crooked'],
  [['d', '--delta', 'small'], '--delta is "small"; give a number'],
  [['d', '--delta', '0x10'], '--delta is "0x10"; give a number'],
  [['d', '--delta', '1e999'], '--delta is "1e999"; give a number'],
  [['d', '--delta'], '--delta needs a value'],
  [['d', '--method', 'crookt'], 'Did you mean crooked?'],
  [['d', '--json=yes'], '--json takes no value'],
  [['d', '-x'], 'no option -x'],
  [['d', '--constructor'], 'no option --constructor'],
  [[], 'needs DATA'],
])('%j is refused with a hint', (words, message) => {
  expect(() => parse(...words)).toThrow(UsageError)
  expect(() => parse(...words)).toThrow(message)
})

test('a word that no input can take is refused', () => {
  const single = command({ summary: '', inputs: { data: 'Data.' }, options: {}, example: '', run: answer })
  expect(() => parseArguments('single', single, ['a', 'b'])).toThrow('so "b" is one word too many')
})

test('the roles of columns are given in training, not beside a model', () => {
  const served = command({ summary: '', inputs: { model: 'Model.', data: 'Data.' }, options: {}, example: '', run: answer })
  expect(() => parseArguments('rank', served, ['m', 'd', '--category', 'brand'])).toThrow(
    'rankwright rank has no option --category: the model knows what each column of a table is for. Give --category to rankwright train.',
  )
})
