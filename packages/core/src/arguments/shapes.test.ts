import { expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import { onceChecked } from './onceChecked.ts'
import {
  arrayOf,
  count,
  fields,
  instanceOf,
  mapOf,
  number,
  numbers,
  numbersOf,
  object,
  oneKindOf,
  oneOf,
  optional,
  options,
  recordOf,
  requireArguments,
  required,
  someOf,
  text,
  typed,
} from './shapes.ts'

const takesOptions = options({ metrics: arrayOf(text), seed: count(), ties: oneOf('keep', 'random') })

test.each([
  [() => takesOptions('options', { metric: ['map'] }), 'There is no option metric here. Did you mean `metrics`?'],
  [() => takesOptions('options', { zzzzz: 1 }), 'Give one of: `metrics`, `seed`, `ties`.'],
  [() => takesOptions('options', { metrics: 'map' }), 'options.metrics is the text "map"; give an array'],
  [() => takesOptions('options', { metrics: ['map', 1n] }), 'options.metrics[1] is a bigint; give a text.'],
  [() => takesOptions('options', { seed: '3' }), 'options.seed is the text "3"; give a whole number of at least 0.'],
  [() => takesOptions('options', null), 'options is null'],
  [() => required(takesOptions, 'seed')('options', { ties: 'keep' }), 'options.seed is undefined'],
  [() => requireArguments({ radius: Number.NaN }, { radius: number({ above: 0 }) }), 'radius is NaN; give a finite number of above 0'],
  [() => numbers('finite', 2)('scores', [1]), 'scores is an array of 1; give 2 numbers.'],
  [() => someOf(number())('pairs', []), 'pairs is an empty array'],
  [() => fields({ norm: oneOf('l1'), radius: number() })('ball', { norm: 'l1' }), 'ball.radius is undefined'],
  [() => oneKindOf('norm', { none: {}, l1: { radius: number() } })('ball', { norm: 'l1' }), 'ball.radius is undefined'],
  [() => oneKindOf('norm', { none: {} })('ball', { norm: 'l3' }), 'ball.norm is the text "l3"; give one of none.'],
  [() => typed(Float64Array, 'finite', 2)('means', new Float64Array(1)), 'means is a Float64Array of 1; give 2 numbers.'],
  [() => recordOf(number(), 'weights')('weights', { a: Symbol('a') }), 'weights.a is a symbol'],
  [() => mapOf(number(), 'a run')('run', new Map([['d', 'x']])), `run.get('d') is the text "x"`],
])('%s is refused with the place', (attempt, message) => {
  expect(attempt).toThrow(RankwrightError)
  expect(attempt).toThrow(message)
})

test('what fits passes, and what may be left out may be undefined', () => {
  takesOptions('options', { metrics: ['map'], seed: undefined })
  optional(count())('rows', undefined)
  mapOf(number(), 'a run')('run', new Map([['d', 1]]))
})

test('an object is checked once, and again when one of its parts is another or its memory was moved', () => {
  const checkedOnce = onceChecked()
  let checks = 0
  const check = () => void checks++
  const lists = { labels: new Float64Array(2), features: { values: new Float32Array(2) } }
  checkedOnce(lists, check)
  checkedOnce(lists, check)
  expect(checks).toBe(1)
  lists.labels = new Float64Array(2)
  checkedOnce(lists, check)
  expect(checks).toBe(2)
  structuredClone(lists.features.values.buffer, { transfer: [lists.features.values.buffer] })
  checkedOnce(lists, check)
  expect(checks).toBe(3)
  const refuse = () => {
    throw new Error('no')
  }
  const other = { labels: new Float64Array(1) }
  expect(() => checkedOnce(other, refuse)).toThrow('no')
  expect(() => checkedOnce(other, refuse)).toThrow('no')
})

test('numbers of things lie within their range', () => {
  const lists = numbersOf('list', Uint32Array, 3)
  expect(() => lists('chosen', Uint32Array.of(0, 2))).not.toThrow()
  expect(() => lists('chosen', Uint32Array.of(0, 3))).toThrow('chosen[1] is 3; give the number of a list, from 0 to 2.')
  expect(() => numbersOf('column', Int32Array, 2, -1)('from', Int32Array.of(-2))).toThrow('from[0] is -2')
})

test('objects of a class, and any object', () => {
  expect(() => instanceOf(Map)('known', new Map())).not.toThrow()
  expect(() => instanceOf(Map)('known', new Set())).toThrow('give a Map.')
  expect(() => object('an object with parts')('parts', { a: 1 })).not.toThrow()
  expect(() => object('an object with parts')('parts', [1])).toThrow('parts is an array of 1; give an object with parts.')
})

test('a number may be missing', () => {
  expect(() => number({ missing: true })('tau', Number.NaN)).not.toThrow()
  expect(() => number({ missing: true })('tau', Number.POSITIVE_INFINITY)).toThrow('or NaN where it is missing')
  expect(() => number()('tau', Number.NaN)).toThrow('tau is NaN')
})
