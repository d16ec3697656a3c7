import { expect, test } from 'vitest'
import { parseGroupSizes, parseRowWeights, parseScores } from './numberLines.ts'
import { encodeUtf8 } from './utf8.ts'

const scores = (text: string, rows?: number) => parseScores('s', encodeUtf8(text), rows)

test('scores are one number per line', () => {
  expect([...scores('0.1\n-2e-300\r\n 3 \n.5', 4)]).toEqual([0.1, -2e-300, 3, 0.5])
  expect([...scores('1\n2\n\n \n', 2)]).toEqual([1, 2])
  expect([...scores('\uFEFF1\n')]).toEqual([1])
})

test.each([
  ['1\n2\n', 3, 's:3:1: the scores end after 2, but the data has 3 rows'],
  ['', 3, 's:1:1: the scores end after 0'],
  ['1\n2\n3\n', 2, 's:3:1: there are more scores than the 2 rows'],
  ['1\n\n2\n', 2, 's:2:1: the score is "", not a number'],
  ['1\n  x\n', 2, 's:2:3: the score is "x", not a number'],
  ['1 2\n', 1, 's:1:1: the score is "1 2", not a number'],
  ['nan\n', 1, 's:1:1: the score is "nan", not a number'],
  ['1e400\n', 1, 's:1:1: the score is "1e400", not a number'],
  [`${'1'.repeat(1_000_000)}\n`, 1, 's:1:1: the score is "1111111111111111111111111111111111111111…", not a number'],
  ['\0\n', 1, 's:1:1: the score is "\\x00", not a number'],
])('scores %j for %i rows are refused', (text, rows, message) => {
  expect(() => scores(text, rows)).toThrow(message)
})

test('sizes of lists are whole numbers from 1, weights are not negative', () => {
  expect([...parseGroupSizes('q', encodeUtf8('3\n1\n'))]).toEqual([3, 1])
  expect(() => parseGroupSizes('q', encodeUtf8('3\n0\n'))).toThrow('q:2:1: the size of a list is "0"')
  expect(() => parseGroupSizes('q', encodeUtf8('1.5\n'))).toThrow('q:1:1')
  expect([...parseRowWeights('w', encodeUtf8('0\n1.5\n'))]).toEqual([0, 1.5])
  expect(() => parseRowWeights('w', encodeUtf8('1\n-1\n'))).toThrow('w:2:1: the weight is "-1"')
})
