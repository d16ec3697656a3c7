/** What is read back is what was written, whatever it is. Models have this test in core, for every kind; exports in their package. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { finish, type RankingLists, rankingLists, training } from '@rankwright/core'
import { fileRows, rowCollector, writtenFormats } from '@rankwright/core/data'
import { statisticsToJson } from '@rankwright/core/models'
import type { ElmRankResult } from '@rankwright/core/trainers'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { writeMatrix } from '../ontologies/writeMatrix.ts'
import { readLists } from './readLists.ts'
import { readStatistics, writeStatistics } from './statisticsFiles.ts'
import { readQrels, readRun, writeQrels, writeRun } from './trecFiles.ts'
import { writeLists } from './writeLists.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-written-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const float32 = fc
  .oneof(
    fc.integer({ min: 0, max: 0xffffffff }).map((bits) => new Float32Array(Uint32Array.of(bits).buffer)[0]),
    fc.constantFrom(0, -0, Number.NaN, 1, 2 ** -149),
  )
  .filter((value) => Math.abs(value) !== Infinity)
const finite = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 5e-324, Number.MAX_VALUE))
const anyText = fc.oneof(
  fc.string({ maxLength: 6, unit: 'binary' }).filter((letters) => !/[\p{Surrogate}\0]/u.test(letters)),
  fc.constantFrom('', ' a', '"', 'a\nb', 'a\r\nb', 'a,b', 'a\tb', '\ufeff', '#', 'docid = x', '\\'),
)
const token = fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }).filter((letters) => !/[\p{Surrogate}\p{Cc}\s%]/u.test(letters))

/** Lists with these ids; features have names, or numbers if there are none. */
function anyLists(ids: fc.Arbitrary<string>, named: boolean): fc.Arbitrary<RankingLists> {
  const row = fc.record({ list: ids, label: finite, item: anyText, values: fc.array(float32, { minLength: 3, maxLength: 3 }) })
  return fc
    .record({
      names: fc.uniqueArray(token, { minLength: 3, maxLength: 3 }),
      items: fc.boolean(),
      rows: fc.array(row, { minLength: 1, maxLength: 8 }),
    })
    .map(({ names, items, rows }) => {
      const collector = rowCollector()
      for (const { list, label, item, values } of rows) collector.addDense(list, label, values, items ? item : undefined)
      return collector.finish(named ? { featureNames: names, width: 3 } : { width: 3 })
    })
}

describe.each(writtenFormats)('lists as %s', (format) => {
  test.each(['', '.gz'])('come back to the bit%s', async (packed) => {
    const file = at(`lists.${format}${packed}`)
    // LETOR has no names of features, and ids without white space.
    await fc.assert(
      fc.asyncProperty(format === 'letor' ? anyLists(token, false) : anyLists(anyText, true), async (lists) => {
        await writeLists(lists, file, { format, force: true })
        const back = await readLists(file, { format })
        expect([...fileRows(back)]).toEqual([...fileRows(lists)])
        expect(back.listIds).toEqual(lists.listIds)
        if (format !== 'letor') expect(back.featureNames).toEqual(lists.featureNames)
      }),
      { numRuns: 25 },
    )
  })
})

test('statistics come back to the bit', async () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -3, max: 3 }), float32, float32), {
    minLength: 2,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), async (drawn, nodes) => {
      const given = drawn.map(([list, label, ...features]) => ({
        list,
        label,
        features: features.map((each) => (Math.abs(each) < 1e6 ? each : 1)),
      }))
      const lists = rankingLists({
        features: given.map(({ features }) => features),
        labels: given.map(({ label }) => label),
        lists: given.map(({ list }) => list),
      })
      const { statistics } = finish(training(lists, { method: 'elmrank', nodes, lambda: 1 })) as ElmRankResult
      await writeStatistics(statistics, at('statistics.json'))
      // Documents have no -0.
      expect(statisticsToJson(await readStatistics(at('statistics.json')))).toBe(statisticsToJson(statistics))
    }),
    { numRuns: 25 },
  )
})

test('runs and relevance judgments come back', async () => {
  const topics = fc.dictionary(token, fc.dictionary(token, finite, { minKeys: 1, maxKeys: 4 }), { minKeys: 1, maxKeys: 4 })
  await fc.assert(
    fc.asyncProperty(topics, async (drawn) => {
      const given = new Map(Object.entries(drawn).map(([topic, documents]) => [topic, new Map(Object.entries(documents))]))
      await writeRun(given, at('run'), 'tag', { force: true })
      expect(await readRun(at('run'))).toEqual(given)
      await writeQrels(given, at('qrels'), { force: true })
      expect(await readQrels(at('qrels'))).toEqual(given)
    }),
    { numRuns: 25 },
  )
})

describe('a matrix of similarities', () => {
  const terms = fc.uniqueArray(
    anyText.filter((id) => id !== '' && !/[\n\r]/.test(id)),
    { minLength: 1, maxLength: 5 },
  )
  const filled = (ids: readonly string[], cells: readonly number[]) =>
    ids.map((_, row) => Float64Array.from(ids, (_, column) => cells[(row * ids.length + column) % cells.length]))

  test.each(['.npy', '.npy.gz'])('comes back from %s with its ids, as 32-bit floats', async (ending) => {
    await fc.assert(
      fc.asyncProperty(terms, fc.array(finite, { minLength: 1, maxLength: 25 }), async (ids, cells) => {
        const rows = filled(ids, cells)
        await writeMatrix(at(`m${ending}`), ids, rows, { force: true })
        const file = readFileSync(at(`m${ending}`))
        const bytes = ending.endsWith('.gz') ? gunzipSync(file) : file
        const start = 10 + bytes.readUInt16LE(8)
        expect(start % 64).toBe(0)
        expect(bytes.toString('latin1', 10, start)).toContain(`'shape': (${ids.length}, ${ids.length})`)
        const values = Array.from({ length: ids.length ** 2 }, (_, cell) => bytes.readFloatLE(start + 4 * cell))
        expect(values).toEqual(rows.flatMap((row) => Array.from(row, Math.fround)))
        expect(readFileSync(at('m.npy.ids.txt'), 'utf8').split('\n').slice(0, -1)).toEqual(ids)
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    ['.csv', ','],
    ['.tsv', '\t'],
  ])('comes back from %s', async (ending, separator) => {
    await fc.assert(
      fc.asyncProperty(terms, fc.array(finite, { minLength: 1, maxLength: 25 }), async (ids, cells) => {
        const rows = filled(ids, cells)
        await writeMatrix(at(`t${ending}`), ids, rows, { force: true })
        const lines = readFileSync(at(`t${ending}`), 'utf8').split('\n')
        expect(cellsOf(lines[0], separator)).toEqual(['term', ...ids])
        for (const [row, id] of ids.entries()) {
          const [name, ...values] = cellsOf(lines[row + 1], separator)
          expect(name).toBe(id)
          expect(values.map(Number)).toEqual([...rows[row]])
        }
        expect(lines).toHaveLength(ids.length + 2)
      }),
      { numRuns: 20 },
    )
  })

  test('with an id that has a line break is refused, and nothing is written', async () => {
    for (const name of ['b.npy', 'b.csv'])
      await expect(writeMatrix(at(name), ['a\nb'], [Float64Array.of(1)])).rejects.toThrow(
        /cannot be written: the id "a\\nb" has a line break/,
      )
  })

  test('whose rows are not as many and as long as its ids is refused, and nothing is written', async () => {
    for (const name of ['r.npy', 'r.csv', 'r.tsv.gz']) {
      await expect(writeMatrix(at(name), ['a', 'b'], [Float64Array.of(1, 0)])).rejects.toThrow('the number of rows is 1')
      await expect(writeMatrix(at(name), ['a'], [Float64Array.of(1, 0)])).rejects.toThrow('rows[0] is a Float64Array of 2')
      expect(existsSync(at(name))).toBe(false)
    }
  })
})

/** The cells of a line, quoted or not. */
function cellsOf(line: string, separator: string): string[] {
  const found: string[] = []
  for (let position = 0; position <= line.length; ) {
    let end = position
    if (line[position] === '"') {
      end = position + 1
      while (line[end] !== '"' || line[end + 1] === '"') end += line[end] === '"' ? 2 : 1
      found.push(line.slice(position + 1, end).replaceAll('""', '"'))
      end++
    } else {
      end = line.indexOf(separator, position)
      if (end < 0) end = line.length
      found.push(line.slice(position, end))
    }
    position = end + 1
  }
  return found
}
