import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { madeLists } from '@rankwright/contracts'
import { type Problem, type RankingLists, RankwrightError } from '@rankwright/core'
import { afterAll, expect, test } from 'vitest'
import { ListPacker } from '../packed/listPacker.ts'
import { murmur3 } from '../spark/murmur3.ts'
import { sectionSizes } from '../spark/table/sectionSizes.ts'
import { version } from '../version.ts'
import { CONTROL_A } from './fields.ts'
import { packedPartLines } from './packedPartLines.ts'
import { packRows } from './packRows.ts'
import { wireBytes, wireValue } from './wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-pack-rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Two parts. */
const lists = madeLists(4, { lists: 7000, longest: 20, width: 3 })
const { sizes, before } = sectionSizes(
  Array.from(lists.offsets.subarray(1), (end, list) => end - lists.offsets[list]),
  lists.width,
)

/** The rows of each list, as Spark writes them. */
function linesOfRows({ offsets, labels, features, listIds, width }: RankingLists): string[][] {
  if (features.kind !== 'dense') throw new Error('these are dense')
  const bits = new Int32Array(features.values.buffer, features.values.byteOffset, features.values.length)
  return listIds.map((id, list) => {
    const part = before.findLastIndex((each) => each.lists <= list)
    return Array.from({ length: offsets[list + 1] - offsets[list] }, (_, place) => {
      const row = offsets[list] + place
      const bytes = Buffer.alloc(4 * width)
      for (let column = 0; column < width; column++) bytes.writeInt32BE(murmur3(bits[row * width + column]), 4 * column)
      return [part, list, Buffer.from(id).toString('base64'), labels[row], bytes.toString('base64')].join(CONTROL_A)
    })
  })
}

async function packedFrom(rows: readonly string[], ordered: boolean): Promise<string[]> {
  const about = { width: lists.width, layout: lists.features.kind, weighted: false }
  const plan = wireBytes({ version, about, sizes, before, ordered })
  const text = Buffer.from(`${rows.join('\n')}\n`)
  const chunks = Array.from({ length: Math.ceil(text.length / 65_537) }, (_, chunk) => text.subarray(chunk * 65_537, (chunk + 1) * 65_537))
  const lines: string[] = []
  for await (const line of packRows(Readable.from(chunks), plan)) lines.push(line)
  return lines
}

const rows = linesOfRows(lists)

test('rows make the parts of a packed file', async () => {
  const path = join(folder, 'lists.packed')
  const packer = new ListPacker()
  writeFileSync(path, Buffer.concat([...packer.add(lists), ...packer.end()]))
  const fieldsOf = (lines: Iterable<string>) => Array.from(lines, (line) => line.split(CONTROL_A))
  const [packed, expected] = [fieldsOf(await packedFrom(rows.flat(), true)), fieldsOf(packedPartLines(path, CONTROL_A))]
  expect(packed.map((fields) => fields.slice(0, 3))).toEqual(expected.map((fields) => fields.slice(0, 3)))
  expect(packed.every((fields, line) => fields[4] === expected[line][4])).toBe(true)
  const factsIn = (lines: readonly string[][]) => lines.flatMap(({ 3: facts }) => (facts === '' ? [] : [JSON.parse(facts)]))
  expect(factsIn(packed)).toHaveLength(2)
  expect(factsIn(packed)).toEqual(factsIn(expected).map((facts) => ({ ...facts, cells: { nonZeros: 3 * facts.rows, infinite: 0 } })))
})

test('rows in no order make the same parts however they come', async () => {
  const turned = rows.map((list) => [...list].reverse())
  const one = async (lines: readonly string[][], ordered: boolean) => (await packedFrom(lines.flat(), ordered)).join()
  expect((await one(turned, false)) === (await one(rows, false))).toBe(true)
  expect((await one(turned, true)) === (await one(rows, true))).toBe(false)
})

test.each([
  ['a row less', rows.flat().slice(1), 'part-changed'],
  ['a row more', [...rows.flat(), rows.flat().at(-1)!], 'part-changed'],
  ['another width', [rows[0][0].replace(/.{4}$/, ''), ...rows.flat().slice(1)], 'part-changed'],
  ['a part that is not planned', [`7${rows[0][0].slice(1)}`], 'part-unknown'],
])('%s is a problem', async (_, changed, code) => {
  const last = (await packedFrom(changed, true)).at(-1)!.split(CONTROL_A)
  expect(last.slice(0, 3)).toEqual(['-1', '0', '0'])
  const problems = wireValue(Buffer.from(last[3], 'base64'), 'The answer') as [Problem]
  expect(new RankwrightError(...problems).problems[0].code).toBe(code)
})
