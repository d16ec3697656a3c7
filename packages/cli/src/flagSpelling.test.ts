import type { OptionTable } from '@rankwright/core/options'
import { namedOption } from '@rankwright/core/problems'
import { expect, test } from 'vitest'
import { spellingWith } from './flagSpelling.ts'

const table: OptionTable = {
  featureBall: { kind: 'choice', of: ['l2'], default: 'l2', doc: '' },
  scale: { kind: 'text', placeholder: 'S', default: 'none', doc: '' },
}
const { text, all } = spellingWith('train', table)

test('an option of the command is its flag', () => {
  expect(text(`${namedOption('featureBall')} is l3; give l2.`)).toBe('--feature-ball is l3; give l2.')
  expect(text(`Give ${namedOption({ scale: 'none', featureBall: 'l2' })}.`)).toBe('Give --scale none --feature-ball l2.')
  expect(text(`Give ${namedOption({ scale: 'a b$' })}.`)).toBe('Give --scale "a b\\$".')
})

test('an option of another command is told with it, one of the command itself without', () => {
  expect(text(`Use ${namedOption({ rule: 'margin' }, 'abstain')}.`)).toBe('Use rankwright abstain --rule margin.')
  expect(text(`Use ${namedOption({ scale: 'min-max' }, 'train')}.`)).toBe('Use --scale min-max.')
})

test('advice to use an option that the command lacks is left out; what happened is told in words', () => {
  expect(text(`It is too large. Raise it with ${namedOption('limit')}. Or split it.`)).toBe('It is too large. Or split it.')
  expect(text(`${namedOption({ heldOut: 3 })} is too small. Give more.`)).toBe('held out 3 is too small. Give more.')
})

test('what else stands in backquotes stays', () => {
  expect(text('`1:2` stays. So does `a b`.')).toBe('`1:2` stays. So does `a b`.')
})

test('every text of a document is spelled, and nothing else changes', () => {
  const numbers = Float64Array.of(1)
  expect(all({ notes: [`Give ${namedOption('scale')}.`], n: 1, numbers, none: undefined })).toEqual({
    notes: ['Give --scale.'],
    n: 1,
    numbers,
    none: undefined,
  })
})
