import type { DescribedColumn } from '@rankwright/core/data'
import { expect, test } from 'vitest'
import { columnTable } from './columnTable.ts'

const number = (name: string): DescribedColumn => ({ name, role: 'number', reason: 'numbers' })
const ignored = (name: string, reason: string): DescribedColumn => ({ name, role: 'ignored', reason })

test('columns that were left out on purpose share a line, and take no place of others', () => {
  const asked = Array.from({ length: 90 }, (_, place) => ignored(`x${place}`, 'not among the features that were given'))
  const used = Array.from({ length: 103 }, (_, place) => number(`column${place}`))
  const lines = columnTable([...asked, ignored('y', 'given'), ignored('empty', 'no row has a value'), ...used]).split('\n')
  expect(lines).toHaveLength(1 + 100 + 2)
  expect(lines[1]).toContain('no row has a value')
  expect(lines.slice(-3)).toEqual([
    expect.stringContaining('column98'),
    '  and 4 more; rankwright inspect --json lists them all',
    expect.stringMatching(/^ {2}ignored as asked: 91 columns, x0, x1, .*x11, …$/),
  ])
})
