import { expect, test } from 'vitest'
import { asRelation, beginsWith } from './queryText.ts'

test.each([
  'select * from b',
  ' SELECT * FROM b',
  '/* x */ SELECT * FROM b',
  '/* x * / **/select\n* from b',
  '-- x\n  -- y\nSELECT * FROM b',
  '(SELECT * FROM b)',
  '( /* x */ (SELECT * FROM b) UNION ALL SELECT * FROM c)',
  'SELECT/* x */ * FROM b',
  'from b',
])('%j is a query', (text) => {
  expect(beginsWith(text, ['select', 'from'])).toBe(true)
})

test.each([
  'b',
  'selected',
  'select',
  'select.parquet',
  'from(1).parquet',
  '/shared/select',
  '(b',
  '/* SELECT * FROM b',
  '-- SELECT * FROM b',
  '/*/select * from b',
])('%j is none', (text) => {
  expect(beginsWith(text, ['select', 'from'])).toBe(false)
})

test.each([
  ['select * from b', 'select * from b'],
  ['select * from b -- comment', 'select * from b -- comment'],
  ['select * from b; ', 'select * from b '],
  ['select * from b; -- comment; more', 'select * from b -- comment; more'],
  ['select * from b; /* x */\n-- y', 'select * from b /* x */\n-- y'],
  ["select '; -- x'", "select '; -- x'"],
])('%j stands in brackets, of which no comment takes the last', (query, inside) => {
  expect(asRelation(query)).toBe(`(${inside}\n)`)
})
