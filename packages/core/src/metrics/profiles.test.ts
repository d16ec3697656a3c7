import { expect, test } from 'vitest'
import { profileNames, profileOf } from './profiles.ts'

test('the profiles have the names of their tools', () => {
  expect([...profileNames].sort()).toEqual(
    ['catboost', 'gdeval', 'letor4', 'lightgbm', 'mslr', 'rankwright', 'sklearn', 'trec_eval', 'xgboost'].sort(),
  )
})

test('a profile nobody knows is answered with the nearest one', () => {
  expect(() => profileOf('treceval')).toThrow('There is no metric profile "treceval". Did you mean "trec_eval"? Give one of: rankwright, ')
  expect(() => profileOf('toString')).toThrow('There is no metric profile "toString"')
})

test('our own profile averages over ties, skips lists without relevant items and has exponential gain', () => {
  expect(profileOf('rankwright').conventions).toMatchObject({ gain: 'exponential', discount: 'log2', ties: 'expected', emptyLists: 'skip' })
})
