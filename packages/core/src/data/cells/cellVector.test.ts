import { expect, test } from 'vitest'
import { isJsonVector, plainVectorLength, vectorIn } from './cellVector.ts'

test.each([
  ['[0.5, 1e-3]', [0.5, 0.001]],
  ['[0.833 0.422  0.611]', [0.833, 0.422, 0.611]],
  ['[ 0.833 -0.4\n  .5 1.]', [0.833, -0.4, 0.5, 1]],
  ['{0.9,0.1}', [0.9, 0.1]],
  ['(1; 2)', [1, 2]],
  ['0.4,0.6,0.9', [0.4, 0.6, 0.9]],
  ['0.6 0.8 0.1', [0.6, 0.8, 0.1]],
  ['7', [7]],
  ['[0.5, NaN]', undefined],
  ['[0.5, 1', undefined],
  ['[0.5,]', undefined],
  ['[]', undefined],
  ['2h 39m', undefined],
  ['', undefined],
])('%s is read as %j', (text, numbers) => {
  expect(vectorIn(text)).toEqual(numbers)
})

test('numbers with brackets or several with points are vectors by themselves, and others are only where that is said', () => {
  expect(['[1]', '[1 2]', '{1,2}', '(0.5; 2)', '0.4,0.6,0.9', '0.6 0.8 0'].map(plainVectorLength)).toEqual([1, 2, 2, 2, 3, 3])
  for (const text of ['(12)', '1 2 3', '1 234 567', '52.5, 13.4', '12']) expect(plainVectorLength(text)).toBeUndefined()
  expect([isJsonVector('[1, 2]'), isJsonVector('[1 2]')]).toEqual([true, false])
})
