import { expect, test } from 'vitest'
import { engineOption } from './engines.ts'

test.each([
  ['duckdb', 'a table of FILE, a query, or Parquet or CSV files'],
  ['spark', 'files of this machine, or a table, a query or a path of the cluster'],
])('the help says what DATA is with %s', (engine, what) => {
  expect(engineOption.engine.doc).toContain(`With ${engine}, DATA is ${what}.`)
})
