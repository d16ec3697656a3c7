import { expect, test } from 'vitest'
import { styleOf } from './style.ts'
import { textTable } from './textTable.ts'

test('columns line up, numbers to the right, colour or not', () => {
  const bold = styleOf({ columns: 80, color: true }).bold('map')
  const lines = textTable(
    ['metric', 'value'],
    ['left', 'right'],
    [
      ['ndcg@10', '0.5'],
      [bold, '12.25'],
    ],
  ).split('\n')
  expect(lines[0]).toBe('  metric   value')
  expect(lines[1]).toBe('  ndcg@10    0.5')
  expect(lines[2]).toBe(`  ${bold}      12.25`)
})

test('a table may have more rows than a call has arguments', () => {
  const rows = Array.from({ length: 300_000 }, (_, row) => [String(row)])
  expect(textTable(['row'], ['right'], rows).length).toBeGreaterThan(300_000)
})
