import { expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import type { OptionTable } from './optionTable.ts'
import { ownName, withOwnNames } from './ownNames.ts'
import { givenOptions, resolveOptions } from './resolveOptions.ts'

const table = {
  leaves: { kind: 'integer', default: 4, atLeast: 2, aliases: ['num_leaves', 'max_leaves'], doc: 'Most leaves of a tree.' },
  l2: { kind: 'number', default: 0, aliases: ['lambda'], doc: 'Penalty on squares.' },
} as const satisfies OptionTable

test('an option has its own name, and those of other tools as they spell them or in one word', () => {
  expect(['leaves', 'num_leaves', 'numLeaves', 'maxLeaves', 'lambda'].map((name) => ownName(table, name))).toEqual([
    'leaves',
    'leaves',
    'leaves',
    'leaves',
    'l2',
  ])
  expect(['num-leaves', 'Leaves', 'toString', 'numleaves'].map((name) => ownName(table, name))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('options come out under their own names, with a note on each that had another', () => {
  expect(withOwnNames(table, { num_leaves: 31, l2: 1 })).toEqual({
    options: { leaves: 31, l2: 1 },
    notes: ['num_leaves is `leaves` here. Most leaves of a tree.'],
  })
  expect(resolveOptions(table, { max_leaves: 7 })).toEqual({ leaves: 7, l2: 0 })
  expect(givenOptions(table, { lambda: 2, num_leaves: undefined })).toEqual(['l2'])
})

test('an option with two names is refused, whatever the values', () => {
  const twice = () => resolveOptions(table, { num_leaves: 31, leaves: 31 })
  expect(twice).toThrow(RankwrightError)
  expect(twice).toThrow('num_leaves and leaves are both `leaves`; give one of them.')
  expect(() => withOwnNames(table, { num_leaves: 31, max_leaves: 31 })).toThrow('num_leaves and max_leaves are both')
})

test('a value is checked under any name', () => {
  expect(() => resolveOptions(table, { num_leaves: 1 })).toThrow('`leaves` is 1; give a whole number of at least 2.')
})
