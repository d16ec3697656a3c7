import { edgeOntology } from '@rankwright/contracts'
import { finish, seededRandom } from '@rankwright/core'
import { type Hierarchy, hierarchyOf, informationOf, learnedSimilarity, termSimilarity, trainOntology } from '@rankwright/core/ontology'
// The built package: a worker runs compiled files.
import { similarityRows } from '@rankwright/node'
import { expect, test } from 'vitest'

const random = seededRandom(4)
const rows = Array.from({ length: 700 }, (_, term) =>
  term === 0 ? 't0' : `t${term},t${random.integer(term)}\nt${term},t${random.integer(term)}`,
)
const hierarchy: Hierarchy = hierarchyOf(edgeOntology(`${rows.join('\n')}\n`))
const terms = Uint32Array.from({ length: 340 }, (_, at) => 2 * at + 1)

async function collected(source: AsyncIterable<Float64Array>): Promise<number[][]> {
  const found: number[][] = []
  for await (const row of source) found.push(Array.from(row))
  return found
}

test.each([1, 2, 3])('on %d threads rows are what they are on one', async (threads) => {
  const options = { measure: 'lin', information: informationOf(hierarchy, 'seco') } as const
  const expected = [...termSimilarity(hierarchy, options).rows(terms)].length
  const single: number[][] = []
  for (const row of termSimilarity(hierarchy, options).rows(terms)) single.push(Array.from(row))
  expect(expected).toBe(340)
  expect(await collected(similarityRows({ hierarchy, options }, terms, { threads }))).toEqual(single)
})

test('learned scores and ranks are compared there too', async () => {
  const line = finish(trainOntology(hierarchy, { sample: 100 }))
  const several = finish(trainOntology(hierarchy, { lines: 3 }))
  for (const model of [line, several]) {
    const single: number[][] = []
    for (const row of learnedSimilarity(model).rows(terms)) single.push(Array.from(row))
    expect(await collected(similarityRows({ model }, terms, { threads: 2 }))).toEqual(single)
  }
})

test('whoever stops listening ends the threads', async () => {
  for await (const row of similarityRows({ hierarchy, options: { measure: 'path' } }, terms, { threads: 2 })) {
    expect(row).toHaveLength(340)
    break
  }
})

test('what goes wrong in a thread is reported', async () => {
  const broken = { hierarchy: { ...hierarchy, parents: undefined as unknown as Uint32Array }, options: { measure: 'path' } as const }
  await expect(collected(similarityRows(broken, terms, { threads: 2 }))).rejects.toThrow()
})
