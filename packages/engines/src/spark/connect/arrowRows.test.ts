import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { arrowColumns } from './arrowRows.ts'
import { arrowTable } from './arrowTable.ts'

/** What Spark 4.2.0 sends for the last two rows of the query in the test, compressed. */
const fromSpark =
  'eJzNkrFqG0EQhr89nS4nWRZCUoIKFSpFKpcuTKTSBBcpZFAZQhAJpAkJQe5U6hGCKxNSKF3KFMYY3JtglDdIXiAPoHF2b++0N4KkzSzH3Mz8/8zsz4qIHEfQwlqdJgn7pNRdHGd5U6cBpMQun/rPWg34bmBp4OSPTw2sgc/Ae+DIdYHZRqQL5B8Q9djaZCNiJ9l5BngHnP+Ds/Sc1HPeAk9Fc2LTCjgrEbHYM+DDDrZawq491t7jU4DNdkhMN8DG7mR7vADudnpXSvgrsbtHDv+SNj26dGgXOrcDbt/z+4SWkJKQuH/j+syA2525Zc0uJdNs7Hd942dD5y+ziQZBj5QGKQ/yN2AGvtdrQERkGBWzafCIJg9pEbv+14FiTutKnZ7rl70ty5saq8zWQt1MsUPZt1S9p/JDVT9Q/ENVHyv+M1Wfqvi5il8V989s7n3i/ULhlwr/0ftchwuFX6n6V1X/5n3M1mqUdeU/iCvB3lEQ87v62N3l596klGfxBBjl8amzH6PM/yrykeqf53L9b77YU66bgDefq/2iciyyEfx7t/4eE+hlJQ=='

test('columns of Spark are read', () => {
  // select cast(id as int) i, id * 5000000000 l, cast(id / 4 as float) f, id / 3 d, id % 2 = 0 b, case when id > 0 then repeat('é', int(id)) end t,
  // encode('x', 'utf-8') y, cast(id as byte) q, cast(-id as short) s from range(3)
  const columns = arrowColumns(inflateSync(Buffer.from(fromSpark, 'base64')))
  expect(Object.fromEntries(columns.map(({ name, cells }) => [name, cells]))).toEqual({
    i: [1, 2],
    l: [5e9, 1e10],
    f: [0.25, 0.5],
    d: [1 / 3, 2 / 3],
    b: [false, true],
    t: ['é', 'éé'],
    y: [Uint8Array.of(120), Uint8Array.of(120)],
    q: [1, 2],
    s: [-1, -2],
  })
})

test('a table that was written is read again', () => {
  const table = [
    { name: 'part', numbers: Int32Array.of(0, -7, 2 ** 31 - 1) },
    { name: 'täxt', texts: ['', 'ü\n', 'x'.repeat(5000)] },
  ]
  expect(arrowColumns(arrowTable(table))).toEqual([
    { name: 'part', cells: [0, -7, 2 ** 31 - 1] },
    { name: 'täxt', cells: ['', 'ü\n', 'x'.repeat(5000)] },
  ])
})

test('a stream that is cut short is refused', () => {
  const whole = arrowTable([{ name: 'text', texts: ['some', 'texts'] }])
  for (let length = 0; length < whole.length - 8; length += 8) {
    const columns = () => arrowColumns(whole.subarray(0, length)).map(({ cells }) => cells.length)
    try {
      expect(columns()).toEqual([0]) // the schema alone
    } catch (error) {
      expect(String(error)).toMatch('a result cannot be read')
    }
  }
})
