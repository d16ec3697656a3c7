import { expect, test } from 'vitest'
import { encodeUtf8 } from '../text/utf8.ts'
import { formatOfContent, formatOfName } from './fileFormat.ts'

test('the extension tells the format, in any case and under .gz', () => {
  expect(
    ['a/train.txt', 'x.LETOR', 'x.svm.gz', 'x.csv', 'x.TSV.GZ', 'x.jsonl', 'x.ndjson', 'x.tab', 'x.parquet', 'a.csv/x', 'x'].map(
      formatOfName,
    ),
  ).toEqual([...['letor', 'letor', 'letor', 'csv', 'tsv', 'jsonl', 'jsonl', 'tsv', 'parquet'], ...[undefined, undefined]])
})

test('the first line tells the format of a file without a telling name', () => {
  const formats = [
    '2 qid:1 1:0.5',
    '# note\n0 1:2',
    '\ufeffqid,label\n',
    'qid\tlabel',
    'qid;label',
    'qid|label',
    ' {"qid":1}',
    'PAR1\u0015\0',
    'hello',
    '',
    '\0',
  ]
  expect(formats.map((text) => formatOfContent(encodeUtf8(text)))).toEqual([
    ...['letor', 'letor', 'csv', 'tsv', 'csv', 'csv', 'jsonl', 'parquet'],
    ...[undefined, undefined, undefined],
  ])
})
