import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EnsembleModel, type ListModel, type RankedItems, type RankingLists, rankObjects, score, train } from '@rankwright/core'
import { encodedSources, type ReadListsOptions, type RowObject } from '@rankwright/core/data'
import { exportModel, exportTargets, importModel } from '@rankwright/export'
import { readLists, writeLists } from '@rankwright/node'
import { afterAll, expect, test } from 'vitest'
import { csvOf, messyProducts } from '../examples/messyProducts.mjs'
import { asMember } from '../packages/core/src/models/ensemble/ensemble.ts'
import { classChanges } from '../packages/export/src/generated/encoderCode.ts'
import { encoderCodeModule } from '../scripts/encoderCode.mjs'

interface Exported {
  readonly columns: readonly { readonly name: string; readonly kind: string }[]
  score(given: RowObject | ArrayLike<number>, list?: string): number
  scoreList(given: readonly RowObject[], list?: string): number[]
  encode(object: RowObject, list?: string): Float32Array
  rankObjects(objects: readonly RowObject[], options?: object): RankedItems[]
}

const folder = mkdtempSync(join(tmpdir(), 'exported-encoders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const objects = messyProducts(2, 12)
const lists = await read(csvOf(messyProducts(1, 40)))
const coded = train(await read(csvOf(messyProducts(1, 40)), { categoryEncoding: 'codes' }), { method: 'lambdamart', trees: 20 })
const linear = train(lists, { method: 'listnet' })

function read(text: string, options: ReadListsOptions = {}): Promise<RankingLists> {
  return readLists(new TextEncoder().encode(text), { name: 'messy.csv', ...options })
}

async function moduleOf(model: ListModel): Promise<Exported> {
  const { content, parity, limits } = await exportModel(model, { to: 'js' })
  expect(parity.maxDifference).toBe(0)
  expect(limits).toEqual([])
  return (await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(String(content))}`)) as Exported
}

test('the code in exported modules is that of the encoders now; node scripts/encoderCode.mjs brings it up to date', async () => {
  const file = new URL('../packages/export/src/generated/encoderCode.ts', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(await encoderCodeModule())
})

test('an exported module ranks objects as the library does, bit for bit', async () => {
  for (const model of [
    linear,
    train(lists, { method: 'lambdamart', trees: 20, leaves: 7 }),
    coded,
    train(lists, { method: 'least-squares', scale: 'per-list' }),
    train(lists, { method: 'least-squares', scale: 'quantile' }),
  ]) {
    const exported = await moduleOf(model)
    expect(exported.rankObjects(objects)).toEqual(rankObjects(model, objects))
    expect(exported.rankObjects(objects, { list: 'wireless kettle', item: 'title', top: 3 })).toEqual(
      rankObjects(model, objects, { list: 'wireless kettle', item: 'title', top: 3 }),
    )
  }
})

test.each(['lightgbm', 'xgboost'] as const)('splits on categories of a table come back from %s', async (to) => {
  expect(coded.categorical.length).toBeGreaterThan(0)
  const { content } = await exportModel(coded, { to })
  const { model } = importModel(String(content), 'exported')
  const unseen = await read(csvOf(objects), { encoders: coded.encoders! })
  const { features, width, labels, offsets, listIds } = unseen
  const scores = score({ ...model, features: width }, { features, width, labels, offsets, listIds })
  const own = score(coded, unseen)
  if (to === 'lightgbm') expect(scores).toEqual(own)
  else expect(Math.max(...scores.map((each, row) => Math.abs(each - own[row])))).toBeLessThan(1e-5)
})

test('a row is scored alone, as an object or as the features that were made of it', async () => {
  const exported = await moduleOf(linear)
  const [first] = objects
  const [{ items }] = rankObjects(linear, [first])
  expect(exported.score(first)).toBe(items[0].score)
  expect(exported.score(exported.encode(first))).toBe(items[0].score)
  const { query, ...rest } = first
  expect(exported.score(rest, query)).toBe(items[0].score)
  expect(exported.scoreList([rest, first], query)).toEqual([items[0].score, items[0].score])
  expect(exported.columns).toContainEqual({ name: 'brand', kind: 'one-hot' })
  expect(() => exported.score(rest)).toThrow('give what was searched for')
  expect(() => exported.rankObjects([{ ...first, price: 'ask us' }])).toThrow('objects[0].price is the text "ask us"; give a number')
})

test('the rule of a model is obeyed', async () => {
  const calibration = { margins: Float64Array.of(0, 0.5, 2), probabilities: Float64Array.of(0.5, 0.8, 1), lists: 9, pairs: 9, data: '' }
  for (const abstention of [
    { rule: 'margin', threshold: 0.2 },
    { rule: 'list', threshold: 0.6, about: 'top', cutoff: 3 },
  ] as const) {
    const model: ListModel = { ...linear, calibration, abstention: { ...abstention, origin: { by: 'hand' } } }
    const exported = await moduleOf(model)
    expect(exported.rankObjects(objects)).toEqual(rankObjects(model, objects))
    expect(exported.rankObjects(objects, { top: 4 })).toEqual(rankObjects(model, objects, { top: 4 }))
    if (abstention.rule !== 'margin') continue
    for (const ties of [{ ties: 'keep' }, { ties: 'random', seed: 3 }] as const)
      expect(exported.rankObjects(objects, { ...ties, top: 5 })).toEqual(rankObjects(model, objects, { ...ties, top: 5 }))
  }
})

/** Members of every kind that has a form in JavaScript. */
async function ensembleOfTable(): Promise<EnsembleModel> {
  const few = await read(csvOf(messyProducts(1, 6)), { words: 20 })
  const first = train(few, { method: 'listnet', iterations: 20 })
  const members = [
    first,
    train(few, { method: 'elmrank', nodes: 6, lambda: 1 }),
    train(few, { method: 'lambdamart', trees: 5 }),
    train(few, { method: 'least-squares', scale: 'per-list' }),
    train(few, { method: 'rankrls', kernel: 'rbf', lambda: 1 }),
  ].map(asMember)
  const { features, training, encoders } = first
  const weights = Float64Array.of(0.3, 0.1, 0.2, 0.2, 0.2)
  return { kind: 'ensemble', method: 'auto', options: {}, features, training, encoders: encoders!, members, weights }
}

test('an ensemble ranks objects as the library does, its rule obeyed, and goes nowhere else', async () => {
  const calibration = { margins: Float64Array.of(0, 0.5, 2), probabilities: Float64Array.of(0.5, 0.8, 1), lists: 9, pairs: 9, data: '' }
  const hand = { origin: { by: 'hand' } } as const
  const plain = await ensembleOfTable()
  for (const model of [
    plain,
    { ...plain, calibration, abstention: { rule: 'margin', threshold: 0.2, ...hand } as const },
    { ...plain, calibration, abstention: { rule: 'list', threshold: 0.6, about: 'top', cutoff: 3, ...hand } as const },
  ]) {
    const { content, parity, limits } = await exportModel(model, { to: 'js' })
    expect(parity.maxDifference).toBeLessThan(1e-9)
    expect(limits).toEqual([])
    const exported = (await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(String(content))}`)) as Exported
    const ours = rankObjects(model, objects, { top: 4 })
    const theirs = exported.rankObjects(objects, { top: 4 })
    const withoutFigures = (ranked: readonly RankedItems[]) =>
      ranked.map(({ confidence, ...list }) => ({ ...list, items: list.items.map(({ row }) => row) }))
    expect(withoutFigures(theirs)).toEqual(withoutFigures(ours))
    for (const [place, { items }] of ours.entries())
      for (const [at, { score: own }] of items.entries()) expect(theirs[place].items[at].score).toBeCloseTo(own, 9)
    const { query } = objects[0]
    const ofList = objects.filter((object) => object.query === query)
    const scores = exported.scoreList(ofList, query)
    for (const { row, score: own } of rankObjects(model, ofList)[0].items) expect(scores[row]).toBeCloseTo(own, 9)
  }
  for (const to of exportTargets.filter((each) => each !== 'js')) await expect(exportModel(plain, { to })).rejects.toThrow('Export to js')
})

test('columns, items and options that are not there are refused as the library refuses them', async () => {
  const csv = 'query,label,brand,price\nq1,2,Acme,$49.90\nq1,0,Ibis,$12.50\nq2,1,Acme,$30.00\nq2,0,Ibis,N/A\n'
  const model = train(await read(csv), { method: 'listnet' })
  const exported = await moduleOf(model)
  const row = { brand: 'Acme', price: 8 }
  for (const [given, options, message] of [
    [[{}], {}, 'no object has brand, price'],
    [[{ price: 8 }, { price: 9 }], { strict: true }, 'no object has brand.'],
    [[{ Brand: 'Acme', price: 8 }], {}, 'brand is called Brand in them.'],
    [[{ 'br-and': 'Acme', price: 8 }], {}, 'brand is called br-and in them.'],
    [[row], { item: 'nope' }, 'options.item is the text "nope"; give the name of a column that the objects have.'],
    [[row], { list: 5 }, 'options.list is 5; give a text.'],
    [[row], { tpo: 1 }, /no option tpo here.*list.*item/s],
  ] as const) {
    expect(() => rankObjects(model, given, options as object)).toThrow(message)
    expect(() => exported.rankObjects(given, options)).toThrow(message)
  }
  for (const given of [
    [row, { price: 9 }],
    [{ ...row, brand: null }],
    [{ price: 8 }, { price: 9 }],
    [{ brand: 'Ibis' }, { brand: 'Acme' }],
    [],
  ])
    expect(exported.rankObjects(given)).toEqual(rankObjects(model, given))
  const emptied = await read('query,brand,price\nq,,8\nq,,9\n', { encoders: model.encoders!, unlabelled: true })
  const scores = score(model, emptied)
  for (const { row: place, score: own } of rankObjects(model, [{ price: 8 }, { price: 9 }])[0].items) expect(own).toBe(scores[place])
  const lines = [9, 4, 7].map((amount, label) => JSON.stringify({ qid: 1, label, brand: 'Acme', price: { amount } })).join('\n')
  const nested = train(await readLists(new TextEncoder().encode(`${lines}\n`), { name: 'a.jsonl', category: ['brand'] }), {
    method: 'listnet',
  })
  expect(rankObjects(nested, [{ brand: 'Acme', price: null }])).toHaveLength(1)
  expect(rankObjects(nested, [{ brand: 'Acme', price: {} }])).toEqual(rankObjects(nested, [{ brand: 'Acme', price: null }]))
  expect(() => rankObjects(nested, [{ brand: 'Acme', price: {} }], { strict: true })).toThrow('no object has price.amount')
})

test('white space at the ends of a cell counts in no source', async () => {
  const around = ['', ' ', '\t', '\n', '\u00a0', '\u3000', '\u2007', '\ufeff']
  const rows = Array.from({ length: 96 }, (_, at) => {
    const space = around[at % around.length]
    const brand = ['Acme', 'Bolt', 'N/A', 'ask us'][(at * 7) % 4]
    const cells = { brand: `${space}${brand}${space}`, stock: `${space}${at % 5}${space}`, price: `$${at % 9}.50${space}` }
    return { query: `q ${at % 12}`, label: at % 3, ...cells }
  })
  const clean = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell).trim()])))
  const quoted = (of: readonly object[]) =>
    [Object.keys(rows[0]), ...of.map((row) => Object.values(row))].map((cells) => cells.map((cell) => `"${cell}"`).join()).join('\n')
  const reading = { missingWords: ['Ask us\u00a0'] }
  const table = await read(quoted(rows), reading)
  const model = train(table, { method: 'least-squares' })
  expect(model.encoders!.columns.find(({ column }) => column === 'brand')).toMatchObject({ values: ['Acme', 'Bolt'] })
  expect(table.features).toEqual((await read(quoted(clean), reading)).features)
  const bare = (name: string) => readLists(join(folder, name), { encoders: model.encoders! })
  const unquoted = rows.filter(({ brand }) => !brand.includes('\n'))
  writeFileSync(join(folder, 'spaces.csv'), [Object.keys(rows[0]).join(), ...unquoted.map((row) => Object.values(row).join())].join('\n'))
  writeFileSync(join(folder, 'spaces.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'))
  const kept = await read(quoted(rows), { ...reading, keepCells: true })
  for (const name of ['kept.jsonl', 'kept.parquet', 'kept.csv']) await writeLists(kept, join(folder, name))
  const scores = score(model, table)
  for (const name of ['spaces.jsonl', 'kept.jsonl', 'kept.parquet', 'kept.csv'])
    expect([name, score(model, await bare(name))]).toEqual([name, scores])
  const byRow = (ranked: readonly RankedItems[]) => ranked.flatMap(({ items }) => items).sort((a, b) => a.row - b.row)
  const ofObjects = byRow(rankObjects(model, rows))
  expect(ofObjects.map((item) => item.score)).toEqual(Array.from(rows, (_, row) => scores[table.sourceRows?.indexOf(row) ?? row]))
  expect(byRow((await moduleOf(model)).rankObjects(rows))).toEqual(ofObjects)
  const ofBare = await bare('spaces.csv')
  expect(byRow(rankObjects(model, unquoted)).map((item) => item.score)).toEqual(
    Array.from(unquoted, (_, row) => score(model, ofBare)[ofBare.sourceRows?.indexOf(row) ?? row]),
  )
})

test('every way to encode a column is exported', async () => {
  const rows = messyProducts(3, 12).map(({ price, brand, ...row }, at) => ({
    ...row,
    brand,
    price: price.replace('$', '').replace(',', '').replace('.', ','),
    seen: JSON.stringify([at % 3, at % 5, 1]),
    asked: JSON.stringify([at % 2, 1, 0.5]),
  }))
  for (const [categoryEncoding, textFeatures] of [
    ['target', 'both'],
    ['hash', 'trigrams'],
  ] as const) {
    const reading = { categoryEncoding, textFeatures, match: ['query~title', 'asked~seen'], missingWords: ['Ébène'] }
    const model = train(await read(csvOf(rows), reading), { method: 'listnet' })
    const kinds = encodedSources(model.encoders!).map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining(['text', 'date', 'vector', 'number', 'words', 'cosine', categoryEncoding === 'hash' ? 'hashed' : 'target']),
    )
    const odd = rows
      .slice(0, 60)
      .map((row, at) => ({ ...row, seen: at % 2 === 0 ? [1, 2, 3] : Float32Array.of(1, at), brand: at % 4 === 0 ? 17 : row.brand }))
    expect((await moduleOf(model)).rankObjects(odd)).toEqual(rankObjects(model, odd))
  }
})

test('a model that reads no words has no tables of letters', async () => {
  const csv = 'query,label,brand,price\nq1,2,Acme,$49.90\nq1,0,Ibis,$12.50\nq2,1,Acme,$30.00\nq2,0,Ibis,N/A\n'
  const model = train(await read(csv), { method: 'listnet' })
  expect(String((await exportModel(model, { to: 'js' })).content)).not.toContain(classChanges)
  expect(String((await exportModel(linear, { to: 'js' })).content)).toContain(classChanges)
  const plain = [{ brand: 'Ibis', price: 8 }, { brand: 'Acme', price: '$9' }, { brand: 'new' }]
  expect((await moduleOf(model)).rankObjects(plain)).toEqual(rankObjects(model, plain))
})

test('other targets say which features to prepare', async () => {
  for (const to of ['solr', 'sql'] as const) {
    const { limits } = await exportModel(linear, { to })
    expect(limits.at(-1)).toMatch(/brand becomes features \d+ to \d+ \(brand=/)
    expect(limits.at(-1)).toContain('query~title becomes features')
  }
  const { limits } = await exportModel(linear, { to: 'onnx' })
  expect(limits.at(-1)).toContain('missing: brand, category; in "features" it takes the other')
  expect(limits.at(-1)).toMatch(/price is feature \d+; .*query~title becomes features/)
})
