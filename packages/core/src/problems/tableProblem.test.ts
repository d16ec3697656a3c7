import { expect, test } from 'vitest'
import { explainTableProblem, type TableProblem } from './tableProblem.ts'

const at = { file: 'a.csv', line: 3, column: 7 }

test('a message names the place, what was found and what to do', () => {
  expect(explainTableProblem({ code: 'cell-not-a-number', at, column: 'my title', found: 'red' })).toBe(
    'a.csv:3:7: column "my title" holds "red", not a number. Correct it, or leave it empty if the value is missing. Or name it in `missingWords`, name the column in `category` or `text`, or leave it out with `ignore: \'my title\'`.',
  )
  expect(explainTableProblem({ code: 'cell-not-a-label', at: { file: 'a.parquet', row: 12 }, column: 'label', found: '' })).toBe(
    'a.parquet: row 12: the label in column "label" is missing, not a finite number. Give every row a grade such as 0 or 2.',
  )
  const without = {
    code: 'role-without-column',
    at,
    role: 'list',
    tried: ['qid', 'query'],
    ofModel: 'search_term',
    columns: ['a'],
  } as const
  expect(explainTableProblem(without)).toContain(
    'no column is called "search_term", as when the model was trained, or "qid" or "query". Say',
  )
})

test.each([
  ['=3', true],
  ['9-12', true],
  ['2024-05-01', false],
  ['good', false],
])('a label of %s is told to be a place: %s', (found, isPlace) => {
  const message = explainTableProblem({ code: 'cell-not-a-label', at, column: 'place', found })
  expect(message.includes('are read by "rankwright stream"')).toBe(isPlace)
})

test.each([
  ['high', true],
  ['★★★★☆', true],
  ['4/5', true],
  ['yes', false],
  ['', false],
  ['1;2', false],
])('a label of %s is told to be written as a number: %s', (found, isTold) => {
  const message = explainTableProblem({ code: 'cell-not-a-label', at, column: 'label', found })
  expect(message.includes('write numbers for them')).toBe(isTold)
})

test.each([
  [['# Export of May'], 'remove the lines before it.'],
  [
    ['Survey', '', ''],
    'The columns are: Survey and 2 without a name. If the names of the columns stand in a later line, remove the lines before it.',
  ],
  [['', 'a', 'b'], 'The columns are: a, b and 1 without a name.'],
  [['sep=', ''], 'write a comma, a tab, a semicolon or a vertical bar there.'],
  [['sep=x'], 'write a comma, a tab, a semicolon or a vertical bar there.'],
  [['qid\tlabel', 'title'], "Read the file with `format: 'tsv'`."],
  [['qid,label'], 'Separate columns by commas in CSV and by tabs in TSV.'],
  [['sep=', 'label'], 'The columns are: sep=, label.'],
])('columns %o are told with: %s', (columns, advice) => {
  for (const problem of [
    { code: 'role-without-column', at, role: 'list', tried: ['qid'], columns },
    { code: 'unknown-column', at, option: 'list', found: 'group', columns },
  ] as const)
    expect(explainTableProblem(problem).endsWith(advice), problem.code).toBe(true)
})

test('what was found reaches a terminal short and without control characters', () => {
  const found = `\u001b[31m${'x'.repeat(100)}`
  const message = explainTableProblem({ code: 'cell-not-a-number', at, column: 'a\nb', found })
  expect(message).toContain('"\\x1b[31mxxx')
  expect(message).toContain('"a\\x0ab"')
  expect(message).toContain('…')
  expect(message.length).toBeLessThan(350)
})

test('every message is whole sentences', () => {
  const problems: TableProblem[] = [
    { code: 'table-empty', at },
    { code: 'role-without-column', at, role: 'list', tried: ['qid', 'query'], columns: ['a;b'] },
    { code: 'role-with-many-columns', at, role: 'item', found: ['doc', 'id'] },
    { code: 'row-of-wrong-length', at, found: 1, expected: 2 },
    { code: 'cell-without-id', at, column: 'doc', role: 'item' },
    { code: 'cell-not-an-id', at, column: 'qid', role: 'list', found: '[1]' },
    { code: 'json-malformed', at, expected: 'a value', found: '"}"' },
    { code: 'json-key-missing', at, role: 'label', tried: ['label', 'relevance', 'grade'] },
    { code: 'parquet-unreadable', at, reason: 'no footer' },
  ]
  for (const problem of problems) expect(explainTableProblem(problem), problem.code).toMatch(/^a\.csv:3:7: .+\. [A-Z].+\.$/)
})
