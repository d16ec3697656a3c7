import { expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import { conditionInWords, onlyWith } from './condition.ts'
import { byData, byOptions } from './defaultRule.ts'
import { describeOptions } from './describeOptions.ts'
import { flagName, optionName } from './flagName.ts'
import type { OptionTable } from './optionTable.ts'
import { givenOptions, resolveOptions, resolveOptionsOn } from './resolveOptions.ts'

const table = {
  featureBall: { kind: 'choice', default: 'none', of: ['l1', 'l2', 'none'], doc: 'Ball.' },
  lambda: { kind: 'number', default: 0.5, atLeast: 0, below: 10, doc: 'Penalty.' },
  rounds: { kind: 'integer', atLeast: 1, atMost: 9, leftOut: 'until done', doc: 'Rounds.' },
  step: { kind: 'number-or-word', words: ['theory'], above: 0, default: 'theory', doc: 'Step.' },
  quick: { kind: 'flag', doc: 'Quick.' },
  metric: { kind: 'text', default: 'ndcg', placeholder: 'METRIC', doc: 'Metric.' },
  columns: { kind: 'texts', placeholder: 'A,B', leftOut: 'all', doc: 'Columns.' },
  radii: { kind: 'numbers', atLeast: 0, below: 2, placeholder: 'R,…', leftOut: 'none', doc: 'Radii.' },
} as const satisfies OptionTable

test('what is not given has its default, or is absent where there is none', () => {
  const resolved = resolveOptions(table, {})
  expect(resolved).toEqual({ featureBall: 'none', lambda: 0.5, step: 'theory', quick: false, metric: 'ndcg' })
  expect('rounds' in resolved).toBe(false)
})

test('what is given and allowed is taken as it is, and undefined counts as not given', () => {
  const given = { featureBall: 'l2', lambda: 0, rounds: 9, step: 0.1, quick: true, metric: 'map', columns: ['a'] } as const
  expect(resolveOptions(table, given)).toEqual(given)
  expect(resolveOptions(table, { lambda: undefined }).lambda).toBe(0.5)
  expect(givenOptions(table, { rounds: 2, lambda: undefined, featureBall: 'l1' })).toEqual(['featureBall', 'rounds'])
})

test.each([
  [{ lambda: -1 }, '`lambda` is -1; give a number of at least 0 and below 10.'],
  [{ lambda: 10 }, '`lambda` is 10; give a number of at least 0 and below 10.'],
  [{ lambda: Number.NaN }, '`lambda` is NaN; give'],
  [{ lambda: Infinity }, '`lambda` is Infinity; give'],
  [{ lambda: '1' }, '`lambda` is the text "1"; give a number'],
  [{ rounds: 1.5 }, '`rounds` is 1.5; give a whole number of at least 1 and of at most 9.'],
  [{ rounds: 10 }, '`rounds` is 10; give'],
  [{ step: 0 }, '`step` is 0; give a number above 0, or theory.'],
  [{ step: 'theroy' }, '`step` is theroy; give'],
  [{ step: null }, '`step` is null; give'],
  [{ featureBall: 'l3' }, '`featureBall` is l3; give one of l1, l2, none.'],
  [{ featureBall: 2 }, '`featureBall` is 2; give one of'],
  [{ quick: 'yes' }, '`quick` is the text "yes"; give true or false.'],
  [{ metric: 3 }, '`metric` is 3; give a text.'],
  [{ columns: 'a' }, '`columns` is the text "a"; give a list of texts.'],
  [{ columns: [1] }, '`columns` is a list with 1; give a list of texts.'],
  [{ radii: [] }, '`radii` is an empty list; give one or more numbers, each of at least 0 and below 2.'],
  [{ radii: [1, 2] }, '`radii` is 2; give one or more numbers'],
  [{ radii: 1 }, '`radii` is 1; give one or more numbers'],
  [{ radii: [1, '1'] }, '`radii` is a list with the text "1"; give one or more numbers'],
  [{ lamda: 1 }, 'There is no option lamda here. Did you mean `lambda`?'],
  [{ 'feature-ball': 'l1' }, 'Did you mean `featureBall`?'],
  [{ zzzzzzzzzz: 1 }, 'Give one of: `featureBall`, `lambda`, `rounds`'],
  [{ toString: 1 }, 'There is no option toString here.'],
  [JSON.parse('{"__proto__": 1}'), 'There is no option __proto__ here.'],
])('%j is refused with a reason', (options, message) => {
  const attempt = () => resolveOptions(table, options as object)
  expect(attempt).toThrow(RankwrightError)
  expect(attempt).toThrow(message)
})

test('everything that is wrong is named at once', () => {
  try {
    resolveOptions(table, { lambda: -1, rounds: 0, nonsense: 1 } as object)
    expect.unreachable()
  } catch (error) {
    expect((error as RankwrightError).problems.map(({ code }) => code)).toEqual([
      'option-out-of-range',
      'option-out-of-range',
      'unknown-option',
    ])
  }
})

test('flags are the kebab-case of options, and back', () => {
  for (const [option, flag] of [
    ['featureBall', 'feature-ball'],
    ['lambda', 'lambda'],
    ['smoothingX', 'smoothing-x'],
  ]) {
    expect(flagName(option)).toBe(flag)
    expect(optionName(flag)).toBe(option)
  }
})

test('an option can be described in words', () => {
  const [ball, lambda, rounds, step, quick] = describeOptions(table)
  expect(ball).toEqual({
    option: 'featureBall',
    aliases: [],
    flag: '--feature-ball',
    value: 'l1|l2|none',
    allowed: 'one of l1, l2, none',
    whenLeftOut: { kind: 'value', value: 'none' },
    doc: 'Ball.',
  })
  expect(lambda.whenLeftOut).toEqual({ kind: 'value', value: '0.5' })
  expect(step.value).toBe('NUMBER|theory')
  expect(quick).toEqual({
    option: 'quick',
    aliases: [],
    flag: '--quick',
    value: '',
    allowed: 'true or false',
    whenLeftOut: { kind: 'value', value: 'false' },
    doc: 'Quick.',
  })
  expect(rounds.whenLeftOut).toEqual({ kind: 'nothing', says: 'until done' })
})

const ruled = {
  kernel: { kind: 'choice', default: 'linear', of: ['linear', 'rbf', 'polynomial'], doc: 'Kernel.' },
  width: {
    kind: 'number',
    default: byOptions('1 for rbf, 2 for polynomial', ({ kernel }) => (kernel === 'rbf' ? 1 : 2)),
    with: { kernel: ['rbf', 'polynomial'] },
    doc: 'Width.',
  },
  double: { kind: 'number', default: byOptions('twice the width', ({ width }) => 2 * Number(width ?? 0)), doc: 'Twice as much.' },
  nodes: {
    kind: 'integer',
    default: byData('10 for up to 100 rows, else 5', (_, { rows }: { readonly rows: number }) => (rows <= 100 ? 10 : 5)),
    doc: 'Nodes.',
  },
  lambda: {
    kind: 'number',
    default: byData('1; with validation data, chosen on it', (_, { valid }: { readonly valid: boolean }) => (valid ? undefined : 1)),
    doc: 'Penalty.',
  },
  intervals: { kind: 'flag', with: { kernel: 'rbf' }, doc: 'Intervals.' },
  level: { kind: 'number', default: 0.95, with: { intervals: true }, doc: 'Level.' },
  file: { kind: 'text', placeholder: 'FILE', required: true, with: { intervals: true }, doc: 'Where they go.' },
} as const satisfies OptionTable

test('a rule gives the default from other options, whether given or ruled themselves', () => {
  expect(resolveOptions(ruled, { kernel: 'rbf' })).toMatchObject({ width: 1, double: 2 })
  expect(resolveOptions(ruled, { kernel: 'polynomial' })).toMatchObject({ width: 2, double: 4 })
  expect(resolveOptions(ruled, { kernel: 'rbf', width: 7 })).toMatchObject({ width: 7, double: 14 })
})

test('rules that look at the data are left open without it', () => {
  expect(resolveOptions(ruled)).not.toHaveProperty('nodes')
  expect(resolveOptionsOn(ruled, {}, { rows: 100, valid: false })).toMatchObject({ nodes: 10, lambda: 1 })
  const onValid = resolveOptionsOn(ruled, {}, { rows: 101, valid: true })
  expect(onValid.nodes).toBe(5)
  expect('lambda' in onValid).toBe(false)
  expect(resolveOptionsOn(ruled, { nodes: 3, lambda: 2 }, { rows: 1, valid: true })).toMatchObject({ nodes: 3, lambda: 2 })
})

test('where its condition does not hold, an option has no value and may not be given', () => {
  const linear = resolveOptions(ruled)
  expect('width' in linear || 'level' in linear).toBe(false)
  expect(linear.intervals).toBe(false)
  expect(() => resolveOptions(ruled, { width: 1 })).toThrow('`width` would change nothing: it only works with `kernel` rbf or polynomial.')
  expect(() => resolveOptions(ruled, { kernel: 'polynomial', intervals: true })).toThrow('it only works with `kernel` rbf.')
  expect(() => resolveOptions(ruled, { level: 0.9 })).toThrow('`level` would change nothing: it only works with `intervals`.')
  expect(resolveOptions(ruled, { intervals: false }).intervals).toBe(false)
})

test('an option that is required has to be given where its condition holds', () => {
  const asked = { kernel: 'rbf', intervals: true } as const
  expect(() => resolveOptions(ruled, asked)).toThrow('`file` is missing; give a text. Where they go.')
  expect(resolveOptions(ruled, { ...asked, file: 'a' })).toMatchObject({ level: 0.95, file: 'a' })
})

test('what was resolved resolves to itself', () => {
  for (const options of [{}, { kernel: 'rbf' }, { kernel: 'rbf', intervals: true, file: 'a' }] as const) {
    const resolved = resolveOptionsOn(ruled, options, { rows: 1, valid: false })
    expect(resolveOptionsOn(ruled, resolved, { rows: 1, valid: false })).toEqual(resolved)
  }
})

test('a table can be put under a condition as a whole', () => {
  const part = onlyWith({ kernel: 'rbf' }, { width: ruled.width, level: ruled.level })
  expect([part.width.with, part.level.with]).toEqual([{ kernel: ['rbf', 'polynomial'] }, { kernel: 'rbf', intervals: true }])
})

test('rules and conditions can be told in words', () => {
  const [, width, , , , , , file] = describeOptions(ruled)
  expect(width.whenLeftOut).toEqual({ kind: 'rule', says: '1 for rbf, 2 for polynomial' })
  expect(file.whenLeftOut).toEqual({ kind: 'error' })
  expect(conditionInWords({ kernel: ['a', 'b', 'c'], featureBall: 'l2', intervals: true })).toBe(
    '`kernel` a, b or c and `featureBall` l2 and `intervals`',
  )
})
