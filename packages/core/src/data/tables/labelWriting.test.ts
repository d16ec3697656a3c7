import { expect, test } from 'vitest'
import { labelIn, labelWriting } from './labelWriting.ts'

test.each([
  ['words', ['yes', 'no', 'YES'], [1, 0, 1]],
  ['percentages', ['11%', '50%'], [0.11, 0.5]],
  ['decimal commas', ['0', '2,0', '1,5'], [0, 2, 1.5]],
  ['decimal commas and points for thousands', ['1.234,5', '1.234', '7'], [1234.5, 1234, 7]],
  ['counts', ['1,204', '37'], [1204, 37]],
])('labels that are %s are read', (_, texts, labels) => {
  const writing = labelWriting(texts)!
  expect(texts.map((text) => labelIn(text, writing))).toEqual(labels)
})

test.each([
  ['plain numbers', ['0', '1', '2.5']],
  ['a word among numbers', ['0', '1', 'yes']],
  ['a word that is none', ['yes', 'no', 'maybe']],
  ['a percent sign among numbers', ['0', '1', '5%']],
  ['amounts', ['$5', '$7']],
  ['two marks', ['1,5', '1.5']],
  ['nothing', []],
])('labels that are %s have no writing of their own', (_, texts) => {
  expect(labelWriting(texts)).toBeUndefined()
})
