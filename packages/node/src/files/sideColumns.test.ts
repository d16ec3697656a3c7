import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelFromJson, modelToJson, type RankingLists, retrain, seededRandom, train } from '@rankwright/core'
import { afterAll, expect, test } from 'vitest'
import { readLists } from './readLists.ts'

const folder = mkdtempSync(join(tmpdir(), 'rankwright-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lists of four rows: those of weight 0 say the contrary of the others. */
function tableRows(seed: number, words: boolean) {
  const random = seededRandom(seed)
  return Array.from({ length: 160 }, (_, row) => {
    const list = row >> 2
    const price = random.integer(100)
    const weight = list % 3 === 0 ? 2.5 : 0
    const label = (weight > 0 ? price > 50 : price < 50) ? 1 : 0
    return {
      query: `q${seed}-${list}`,
      doc: `d${row}`,
      label,
      price,
      ...(words && { brand: ['Acme', 'Ibis'][row & 1] }),
      w: weight,
      shown: (row % 4) + 1,
    }
  })
}

function tableFile(format: string, seed: number, words: boolean): string {
  const rows = tableRows(seed, words)
  const path = join(folder, `${seed}-${words}.${format}`)
  const lines =
    format === 'jsonl'
      ? rows.map((row) => JSON.stringify(row))
      : [Object.keys(rows[0]).join(), ...rows.map((row) => Object.values(row).join())]
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const expectedWeights = Array.from({ length: 40 }, (_, list) => (list % 3 === 0 ? 2.5 : 0))
const side = { weight: 'w', position: 'shown' }

/** As a model reads other data. */
function readAgain(paths: string | readonly string[], model: Pick<RankingLists, 'encoders' | 'sideColumns'>, weight?: string) {
  const { encoders, sideColumns } = model
  const own = encoders === undefined ? { encode: false } : { encoders }
  return readLists(paths, { ...own, ...(sideColumns && { sideColumns }), ...(weight !== undefined && { weight }), keepCells: true })
}

test.each([
  ['csv', true],
  ['csv', false],
  ['jsonl', true],
  ['jsonl', false],
])('weights and places of a table of %s, with words: %s, are used again when its model is trained again', async (format, words) => {
  const first = await readLists(tableFile(format, 1, words), side)
  const made = train(first, { method: 'listnet', lambda: 0.01 })
  const model = modelFromJson(modelToJson(made), 'm.json') as typeof made
  expect(model.sideColumns).toEqual(side)
  expect([model.encoders !== undefined, first.featureNames?.includes('w')]).toEqual([words, false])
  const again = await readAgain(tableFile(format, 2, words), model)
  expect([...again.listWeights!]).toEqual(expectedWeights)
  expect([...again.shownAt!.subarray(0, 5)]).toEqual([1, 2, 3, 4, 1])
  const { result } = retrain(model, again, { share: 0.2 })
  expect(result.model.sideColumns).toEqual(side)
  // Without the weights most lists would turn the weight of the price around.
  const scores = (lists: RankingLists) =>
    (train(lists, { method: 'listnet', lambda: 0.01 }) as typeof made & { weights: Float64Array }).weights[0]
  const { listWeights: _, ...even } = again
  expect([Math.sign(scores(again)), Math.sign(scores(even))]).toEqual([1, -1])
})

test('several files give the weights of all of them, beside features that are named, too', async () => {
  const files = [tableFile('csv', 3, true), tableFile('csv', 4, true)]
  for (const options of [side, { ...side, features: ['price'] }]) {
    const lists = await readLists(files, options)
    expect([...lists.listWeights!]).toEqual([...expectedWeights, ...expectedWeights])
    expect([...(await readAgain(files, lists)).listWeights!]).toEqual([...lists.listWeights!])
  }
})

test('data without the column of the weights is told, or refused where weights are needed', async () => {
  const path = tableFile('csv', 5, true)
  const lists = await readLists(path, side)
  const model = train(lists, { method: 'listnet', lambda: 0.01 })
  const bare = join(folder, 'bare.csv')
  writeFileSync(bare, 'query,doc,label,price,brand\na,1,1,3,Acme\na,2,0,4,Ibis\n')
  const notes: unknown[] = []
  const read = await readLists(bare, {
    encoders: model.encoders!,
    sideColumns: model.sideColumns!,
    keepCells: true,
    onNote: (note) => notes.push(note),
  })
  expect(read.listWeights).toBeUndefined()
  expect(notes).toEqual([{ area: 'table', code: 'lists-without-weights', at: { file: bare }, column: 'w' }])
  expect(() => retrain(model, read)).toThrow('its lists had weights from a column "w", and these lists have none')
  await expect(readAgain(bare, model, 'w')).rejects.toThrow('the lists of the model had weights from a column "w", which the table lacks')
  const other = join(folder, 'other.csv')
  writeFileSync(other, 'query,doc,label,price,brand\nb,1,1,3,Acme\nb,2,0,4,Ibis\n')
  await expect(readAgain([bare, other], model, 'w')).rejects.toThrow('the lists of the model had weights')
  await expect(readAgain(path, model, 'price')).rejects.toThrow('column "price" is given both as `features` and as `weight`')
  const jsonl = tableFile('jsonl', 5, true)
  await expect(readAgain(jsonl, model, 'price')).rejects.toThrow('column "price" is given both as `features` and as `weight`')
  await expect(readAgain(jsonl, { ...model, sideColumns: {} }, 'heavy')).rejects.toThrow('a column "heavy" that is not there')
})

test('columns that are named for the list, the label and the item of plain numbers are found again, and guessed where they are not there', async () => {
  const path = join(folder, 'named.csv')
  writeFileSync(path, 'race,place,horse,speed,weight\na,1,x,3,4\na,0,y,4,5\nb,1,x,5,6\nb,0,y,1,2\n')
  const named = { list: 'race', label: 'place', item: 'horse' }
  const made = train(await readLists(path, named), { method: 'listnet', lambda: 0.01 })
  const model = modelFromJson(modelToJson(made), 'm.json') as typeof made
  expect(model.sideColumns).toEqual(named)
  const again = await readAgain(path, model)
  expect([again.listIds, again.itemIds, again.sideColumns]).toEqual([['a', 'b'], ['x', 'y', 'x', 'y'], named])
  const usual = join(folder, 'usual.csv')
  writeFileSync(usual, 'qid,label,doc,speed,weight\na,1,x,3,4\na,0,y,4,5\n')
  expect((await readAgain(usual, model)).listIds).toEqual(['a'])
})

test.each([[{}], [{ weight: 3 }], [{ weight: 'w', other: 'x' }], [{ weight: 'w', position: 'w' }], [{ list: 'w', weight: 'w' }], ['w']])(
  'side columns %j in the file of a model are refused',
  async (sideColumns) => {
    const model = train(await readLists(tableFile('csv', 6, false), side), { method: 'listnet', lambda: 0.01 })
    const text = JSON.stringify({ ...JSON.parse(modelToJson(model)), sideColumns, checksum: undefined })
    expect(() => modelFromJson(text, 'm.json')).toThrow('sideColumns')
  },
)
