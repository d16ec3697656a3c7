import { expect, test } from 'vitest'
import { encodeUtf8 } from '../text/utf8.ts'
import { parseQrels, parseRun, qrelsText, runText } from './trec.ts'

const qrels = (text: string) => parseQrels('q', encodeUtf8(text))
const run = (text: string) => parseRun('r', encodeUtf8(text))

test('judgments are grades by topic and document', () => {
  expect(qrels('301 0 FT-1 1\n301\t0  FT-2 -2 \r\n\n302 x FT-1 0.5')).toEqual(
    new Map([
      [
        '301',
        new Map([
          ['FT-1', 1],
          ['FT-2', -2],
        ]),
      ],
      ['302', new Map([['FT-1', 0.5]])],
    ]),
  )
})

test('a run is scores by topic and document; its ranks are not used', () => {
  expect(run('301 Q0 d2 7 -1.5e2 tag\n301 Q0 d1 first .5 tag\n')).toEqual(
    new Map([
      [
        '301',
        new Map([
          ['d2', -150],
          ['d1', 0.5],
        ]),
      ],
    ]),
  )
})

test('what follows the tag of a run is not used, as in trec_eval', () => {
  expect(run('301 Q0 d2 1 5 tag and more words than a line has fields\n').get('301')).toEqual(new Map([['d2', 5]]))
})

test.each([
  [qrels, '1 0 d 1\n1 0 d\n', 'q:2:6: the line has 3 fields. Write topic iteration document grade.'],
  [qrels, '1 0 d 1 more\n', 'q:1:9: the line has 5 fields'],
  [qrels, '1 0 d x\n', 'q:1:7: the grade is "x", not a number'],
  [qrels, '1 0 d nan\n', 'q:1:7: the grade is "nan", not a number'],
  [qrels, '1 0 d 1\n2 0 d 1\n1 0  d 1\n', 'q:3:6: the document "d" appears twice under the topic "1"'],
  [qrels, '', 'q:1:1: there is no row of data'],
  [qrels, '1 0 d\0 1\n', 'q:1:5: the document is not UTF-8 text'],
  [run, '1 Q0 d 1 0.5\n', 'r:1:13: the line has 5 fields. Write topic Q0 document rank score tag.'],
  [run, '1 Q0 d 1 1e999 tag\n', 'r:1:10: the score is "1e999", not a number'],
  [run, '1 Q0 d 1 1 tag\n1 Q0 d 2 2 tag\n', 'r:2:6: the document "d" appears twice'],
])('%o refuses %j', (parse, text, message) => {
  expect(() => parse(text)).toThrow(message)
})

test('bytes that are not UTF-8 are refused', () => {
  expect(() => parseQrels('q', Uint8Array.of(...encodeUtf8('1 0 d'), 0xff, ...encodeUtf8(' 1\n')))).toThrow(
    'q:1:5: the document is not UTF-8 text',
  )
})

test('what is written is read back', () => {
  const judged = qrels('1 0 a 2\n1 0 b 0.25\n2 0 a -1\n')
  expect(qrels([...qrelsText(judged)].join(''))).toEqual(judged)
  const answered = run('1 Q0 a 1 0.1 t\n1 Q0 b 2 0.30000000000000004 t\n')
  expect([...runText(answered, 'me')]).toEqual(['1 Q0 b 1 0.30000000000000004 me\n', '1 Q0 a 2 0.1 me\n'])
  expect(run([...runText(answered)].join(''))).toEqual(answered)
  expect(() => [...runText(answered, 'my run')]).toThrow('a TREC file cannot hold')
})

test('topics and documents with white space are percent-encoded, as in LETOR files', () => {
  const judged = new Map([
    ['red shoes', new Map([['a', 1]])],
    ['50% off', new Map([['b', 2]])],
  ])
  expect([...qrelsText(judged)]).toEqual(['red%20shoes 0 a 1\n', '50%25%20off 0 b 2\n'])
  expect([...runText(new Map([['q', new Map([['A 7', 1]])]]))]).toEqual(['q Q0 A%207 1 1 rankwright\n'])
  const wide = new Map([['スマホ\u3000ケース', new Map([['d', 1]])]])
  expect(qrels([...qrelsText(wide)].join(''))).toEqual(wide)
})
