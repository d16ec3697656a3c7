import { expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import { describeOptions } from './describeOptions.ts'
import { flagName, optionName } from './flagName.ts'
import type { OptionTable } from './optionTable.ts'
import { givenOptions, resolveOptions } from './resolveOptions.ts'

const table = {
  featureBall: { kind: 'choice', default: 'none', of: ['l1', 'l2', 'none'], doc: 'Ball.' },
  lambda: { kind: 'number', default: 0.5, atLeast: 0, below: 10, doc: 'Penalty.' },
  rounds: { kind: 'integer', atLeast: 1, atMost: 9, doc: 'Rounds.' },
  step: { kind: 'number-or-word', words: ['theory'], above: 0, default: 'theory', doc: 'Step.' },
  quick: { kind: 'flag', doc: 'Quick.' },
  metric: { kind: 'text', default: 'ndcg', placeholder: 'METRIC', doc: 'Metric.' },
  columns: { kind: 'texts', placeholder: 'A,B', doc: 'Columns.' },
  radii: { kind: 'numbers', atLeast: 0, below: 2, placeholder: 'R,…', doc: 'Radii.' },
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
  [{ lambda: -1 }, 'lambda is -1; give a number of at least 0 and below 10.'],
  [{ lambda: 10 }, 'lambda is 10; give a number of at least 0 and below 10.'],
  [{ lambda: Number.NaN }, 'lambda is NaN; give'],
  [{ lambda: Infinity }, 'lambda is Infinity; give'],
  [{ lambda: '1' }, 'lambda is the text "1"; give a number'],
  [{ rounds: 1.5 }, 'rounds is 1.5; give a whole number of at least 1 and of at most 9.'],
  [{ rounds: 10 }, 'rounds is 10; give'],
  [{ step: 0 }, 'step is 0; give a number above 0, or theory.'],
  [{ step: 'theroy' }, 'step is theroy; give'],
  [{ step: null }, 'step is null; give'],
  [{ featureBall: 'l3' }, 'featureBall (--feature-ball) is l3; give one of l1, l2, none.'],
  [{ featureBall: 2 }, 'featureBall (--feature-ball) is 2; give one of'],
  [{ quick: 'yes' }, 'quick is the text "yes"; give true or false.'],
  [{ metric: 3 }, 'metric is 3; give a text.'],
  [{ columns: 'a' }, 'columns is the text "a"; give a list of texts.'],
  [{ columns: [1] }, 'columns is a list; give a list of texts.'],
  [{ radii: [] }, 'radii is an empty list; give one or more numbers, each of at least 0 and below 2.'],
  [{ radii: [1, 2] }, 'radii is 2; give one or more numbers'],
  [{ radii: 1 }, 'radii is 1; give one or more numbers'],
  [{ radii: [1, '1'] }, 'radii is a list; give one or more numbers'],
  [{ lamda: 1 }, 'There is no option lamda here. Did you mean lambda?'],
  [{ 'feature-ball': 'l1' }, 'Did you mean featureBall?'],
  [{ zzzzzzzzzz: 1 }, 'Give one of: featureBall, lambda, rounds'],
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
  const [ball, lambda, , step, quick] = describeOptions(table)
  expect(ball).toEqual({
    option: 'featureBall',
    flag: '--feature-ball',
    value: 'l1|l2|none',
    allowed: 'one of l1, l2, none',
    default: 'none',
    doc: 'Ball.',
  })
  expect(lambda.default).toBe('0.5')
  expect(step.value).toBe('NUMBER|theory')
  expect(quick).toEqual({ option: 'quick', flag: '--quick', value: '', allowed: 'true or false', doc: 'Quick.' })
})
