import { DuckDBInstance } from '@duckdb/node-api'
import { sampleTrees } from '@rankwright/contracts'
import { rankingLists, seededRandom, type TreesModel, train } from '@rankwright/core'
import { describe, expect, test } from 'vitest'
import { exportModel } from '../exportModel.ts'
import type { SqlRunner } from '../parity.ts'

const names = ['price', 'he said "a`b"', 'age', 'stock']
const random = seededRandom(7)
const features = Array.from({ length: 60 }, () => names.map(() => (random.uniform() < 0.2 ? Number.NaN : (random.integer(41) - 20) / 4)))
const lists = rankingLists({
  features,
  labels: features.map((_, row) => row % 3),
  lists: features.map((_, row) => Math.floor(row / 6)),
  featureNames: names,
})
const boosted = train(lists, { method: 'rankboost', iterations: 20 })

/** DuckDB itself; what is missing is NULL and NaN in turn. */
const duckDb: SqlRunner = {
  name: 'DuckDB',
  async run(expression, columns, values) {
    const database = await DuckDBInstance.create(':memory:')
    const connection = await database.connect()
    const row = (at: number) =>
      Array.from(values.subarray(at, at + columns.length), (value) =>
        Number.isNaN(value)
          ? at % (2 * columns.length) === 0
            ? 'NULL'
            : "'NaN'"
          : Number.isFinite(value)
            ? `${value.toExponential()}`
            : `'${value}'`,
      )
    const rows = Array.from({ length: values.length / columns.length }, (_, at) => `(${row(at * columns.length).join(', ')})`)
    await connection.run(`CREATE TABLE items (${columns.map((name) => `"${name.replaceAll('"', '""')}" FLOAT`).join(', ')})`)
    await connection.run(`INSERT INTO items VALUES ${rows.join(', ')}`)
    const answer = await connection.runAndReadAll(`SELECT ${expression} FROM items`)
    connection.closeSync()
    database.closeSync()
    return answer.getRows().map(([score]) => Number(score))
  },
}

describe('DuckDB gives the bits of the model, missing and infinite values included', () => {
  const trees = (seed: number, categorical: number): TreesModel => ({
    ...boosted,
    ...sampleTrees(seed, { trees: 12, leaves: 12, width: 4, categorical }),
  })
  test.each([
    ['boosted', boosted],
    ['trees', trees(5, 0)],
    ['categories', trees(6, 0.5)],
    ['more trees than a sum holds', { ...boosted, ...sampleTrees(2, { trees: 900, leaves: 3, width: 4, unit: 0.5 }) }],
    ['a linear model', train(lists, { method: 'least-squares' })],
    ['a linear model without a scale', train(lists, { method: 'least-squares', scale: 'none', missing: 'zero' })],
    ['a linear model of standard scales', train(lists, { method: 'least-squares', scale: 'standard' })],
  ])('%s', async (_, model) => {
    const { parity, missing, limits } = await exportModel(model, { to: 'sql', probe: lists, sqlRunner: duckDb })
    expect(parity).toMatchObject({ maxDifference: 0, checkedIn: 'DuckDB' })
    expect(parity.rows).toBeGreaterThan(70)
    expect(missing.by).toBe('itself')
    expect(limits).toEqual([])
    expect((await exportModel(model, { to: 'sql', probe: lists })).parity).toMatchObject({ maxDifference: 0, checkedIn: 'emulation' })
  })
})

test('Spark quotes names in its own way', async () => {
  const { content, parity } = await exportModel(boosted, { to: 'sql', dialect: 'spark', sqlRunner: duckDb })
  expect(content).toContain('CAST(`age` AS FLOAT)')
  expect(parity.checkedIn).toBe('emulation')
  expect(
    (await exportModel({ ...boosted, features: names.map((name) => `${name}\n`) }, { to: 'sql', dialect: 'spark' })).content,
  ).toContain('`he said "a``b"\n`')
})

test('scales that SQL has no form for are refused with a target that has', async () => {
  const model = train(lists, { method: 'least-squares', scale: 'quantile' })
  await expect(exportModel(model, { to: 'sql' })).rejects.toThrow('Export to js or onnx')
})
