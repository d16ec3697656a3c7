import {
  certify,
  evaluate,
  explainer,
  featureShapes,
  type ListModel,
  modelFromJson,
  modelToJson,
  permutationImportance,
  type RankingLists,
  rank,
  rankingLists,
  rankObjects,
  retrain,
  score,
  train,
  tune,
} from '@rankwright/core'
import { type DescribedColumn, dataGuards, type ReadListsOptions, schemaOptions, schemaText } from '@rankwright/core/data'
import { kindOf } from '@rankwright/core/models'
import { type ColumnFact, columnFacts } from '@rankwright/core/reports'
import { readLists } from '@rankwright/node'
import { expect, test } from 'vitest'
import { csvOf, messyProducts } from '../examples/messyProducts.mjs'

const training = messyProducts(1, 60)
const heldOut = messyProducts(2, 40)

function read(text: string, options: ReadListsOptions = {}): Promise<RankingLists> {
  return readLists(new TextEncoder().encode(text), { name: 'messy.csv', ...options })
}

async function describedIn(text: string, options: ReadListsOptions = {}): Promise<Record<string, string>> {
  let told: readonly DescribedColumn[] = []
  await read(text, { ...options, onColumns: (columns) => (told = columns) })
  return Object.fromEntries(told.map(({ name, role }) => [name, role]))
}

test('every column of a messy table gets its role', async () => {
  expect(await describedIn(csvOf(training))).toEqual({
    query: 'list',
    product_id: 'item',
    title: 'text',
    brand: 'category',
    category: 'category',
    price: 'number',
    discount: 'number',
    in_stock: 'number',
    rating_stars: 'number',
    last_updated: 'date',
    clicks: 'label',
  })
})

test('a model of a messy table is far better than one of its numbers, through its file', async () => {
  const lists = await read(csvOf(training))
  const model = modelFromJson(modelToJson(train(lists, { method: 'listnet' })), 'm.json')
  expect(modelToJson(model)).toBe(modelToJson(modelFromJson(modelToJson(model), 'again.json')))
  const { encoders } = model as { encoders?: RankingLists['encoders'] }
  const unseen = await read(csvOf(heldOut), { encoders: encoders! })
  const all = evaluate(model, unseen, { metrics: ['ndcg@10'] })
  const numbers = { features: ['price', 'discount', 'in_stock', 'rating_stars'] }
  const plain = train(await read(csvOf(training), numbers), { method: 'listnet' })
  expect(plain.encoders).toBeUndefined()
  const alone = evaluate(plain, await read(csvOf(heldOut), numbers), { metrics: ['ndcg@10'] })
  expect(all.intervals['ndcg@10'][0]).toBeGreaterThan(alone.intervals['ndcg@10'][1])
  expect(lists.featureNames).toEqual(
    expect.arrayContaining(['brand=Acme', 'title:wireless', 'query~title:bm25', 'last_updated:age in days']),
  )
})

test('columns in another order, more columns and no labels give the same scores', async () => {
  const lists = await read(csvOf(training))
  const model = train(lists, { method: 'listnet' })
  const reading = { encoders: model.encoders!, unlabelled: true }
  const turned = heldOut.map(({ clicks: _, ...row }) => Object.fromEntries([['more', 'text'], ...Object.entries(row).reverse()]))
  const expected = score(model, await read(csvOf(heldOut), reading))
  expect(score(model, await read(csvOf(turned), reading))).toEqual(expected)
  const lines = heldOut.map((row) => JSON.stringify(row)).join('\n')
  expect(score(model, await readLists(new TextEncoder().encode(lines), { name: 'messy.jsonl', ...reading, label: 'none' }))).toEqual(
    expected,
  )
  const without = heldOut.map(({ brand: _, ...row }) => row)
  await expect(read(csvOf(without), reading)).rejects.toThrow('the model uses the column "brand", which the table lacks')
})

test('objects are ranked as the rows of the table are, bit for bit, and quickly', async () => {
  const model = train(await read(csvOf(training)), { method: 'listnet' })
  const expected = rank(model, await read(csvOf(heldOut), { encoders: model.encoders!, unlabelled: true }))
  expect(rankObjects(model, heldOut)).toEqual(expected)
  expect(rankObjects(model, heldOut, { list: 'query' })).toEqual(expected)
  const [first] = expected
  const own = heldOut.slice(0, first.items.length)
  const typed = own.map(({ query: _, last_updated, rating_stars, ...row }) => ({
    ...row,
    last_updated: new Date(last_updated),
    rating_stars: rating_stars === 'N/A' ? null : Number(rating_stars),
    in_stock: row['in_stock'] === 'yes',
    unknown: {},
  }))
  expect(rankObjects(model, typed, { list: own[0]['query'] })).toEqual([first])
  expect(() => rankObjects(model, typed)).toThrow('options.list')
  const hundred = heldOut.slice(0, 100)
  const timed = () => {
    const start = performance.now()
    rankObjects(model, hundred)
    return performance.now() - start
  }
  const times = Array.from({ length: 200 }, timed).sort((a, b) => a - b)
  expect(times[0]).toBeLessThan(2) // about 0.5 ms on a quiet machine
})

test('plain models rank objects by the names of their features', async () => {
  const text = 'qid,label,x,y\n1,0,0.5,2\n1,1,1.5,\n2,0,3,1\n2,2,4,0\n'
  const model = train(await read(text), { method: 'listnet' })
  const objects = [
    { qid: 1, x: 0.5, y: '2' },
    { qid: 1, x: 1.5, y: null },
  ]
  const [expected] = rank(model, await read('qid,x,y\n1,0.5,2\n1,1.5,\n', { unlabelled: true }))
  expect(rankObjects(model, objects, { list: 'qid' })).toEqual([expected])
  expect(rankObjects(model, [objects[0], { qid: 1, x: 1.5 }], { list: 'qid' })).toEqual([expected])
  expect(rankObjects(model, [{ x: 1 }])).toEqual(rankObjects(model, [{ x: 1, y: null }]))
  expect(() => rankObjects(model, [{ x: 1 }], { strict: true })).toThrow('no object has y.')
  expect(() => rankObjects({ ...model, features: 2 }, [{ 1: 1 }])).toThrow('the model uses the column "2"')
  expect(() => rankObjects(model, [{ qid: 1, x: 'red', y: 1 }])).toThrow('objects[0].x')
  // Names that were given are kept.
  const named = train(await read(text.replace('qid', 'visit'), { list: 'visit' }), { method: 'listnet' })
  const visits = [1, 2, 1].map((visit, x) => ({ visit, x, y: 1 }))
  expect(rankObjects(named, visits).map(({ id, items }) => [id, items.length])).toEqual([
    ['1', 2],
    ['2', 1],
  ])
  expect(rankObjects(named, [{ x: 1, y: 2 }])[0].id).toBe('')
})

test.each([
  ['Acme', 'Ibis'],
  [3, 4],
])('lists, items and numbers may be within objects, beside %s', async (...kinds) => {
  const objects = Array.from({ length: 8 }, (_, row) => ({
    search: { words: `red shoes ${row >> 2}` },
    product: { id: `p${row}`, price: { amount: (row * 5) % 7 }, kind: kinds[row % 2] },
    label: row % 3,
  }))
  const bytes = new TextEncoder().encode(objects.map((object) => JSON.stringify(object)).join('\n'))
  const options = { name: 'a.jsonl', list: 'search.words', item: 'product.id' }
  const lists = await readLists(bytes, options)
  const model = train(lists, { method: 'listnet' })
  expect(rankObjects(model, objects)).toEqual(rank(model, lists))
})

test('labels that are counts are turned into grades, and the model remembers how', async () => {
  const text = csvOf(training)
  const raw = await read(text)
  expect(dataGuards(raw, 'clicks').map(({ code }) => code)).toEqual(['labels-like-counts', 'clicks-as-grades', 'item-twice'])
  const log = await read(text, { grades: 'log' })
  expect(Array.from(log.labels)).toEqual(Array.from(raw.labels, (clicks) => expect.closeTo(Math.log2(1 + clicks), 12)))
  expect(Math.max(...(await read(text, { grades: 'quantile:5' })).labels)).toBeLessThanOrEqual(4)
  expect(new Set((await read(text, { grades: 'binary:3' })).labels)).toEqual(new Set([0, 1]))
  await expect(read(text, { grades: 'quantile' })).rejects.toThrow('grades')
  const quantile = await read(text, { grades: 'quantile:4' })
  const model = modelFromJson(modelToJson(train(quantile, { method: 'listnet' })), 'm.json') as ListModel
  expect(model.grades).toEqual(quantile.grades)
  expect((await read(text, { encoders: model.encoders!, grades: model.grades! })).labels).toEqual(quantile.labels)
})

test('categories, words and dates that were never seen are scored', async () => {
  const model = train(await read(csvOf(training)), { method: 'listnet' })
  const odd = heldOut.map((row, at) => ({
    ...row,
    brand: `new ${at}`,
    title: at % 2 === 0 ? '手机 unheard' : 'N/A',
    last_updated: 'soon',
    price: '?',
  }))
  const scores = score(model, await read(csvOf(odd), { encoders: model.encoders! }))
  expect(scores.every(Number.isFinite)).toBe(true)
})

test('roles that are given overrule the guess, and words for missing values are heeded', async () => {
  const text = 'qid,label,size,colour,note\n1,0,3,red,gone\n1,1,4,blue,5\n2,1,3,red,6\n2,0,gone,red,7\n'
  expect(await describedIn(text, { category: ['size'], ignore: ['note'] })).toEqual({
    qid: 'list',
    label: 'label',
    size: 'category',
    colour: 'category',
    note: 'ignored',
  })
  const lists = await read(text, { missingWords: ['GONE'] })
  expect(lists.featureNames).toEqual(['size', 'colour=red', 'colour=blue', 'note'])
  expect(Array.from((lists.features as { values: Float32Array }).values)).toEqual([
    3,
    1,
    0,
    Number.NaN,
    4,
    0,
    1,
    5,
    3,
    1,
    0,
    6,
    Number.NaN,
    1,
    0,
    7,
  ])
  await expect(read(text, { ignore: ['colour', 'note'] })).rejects.toThrow('messy.csv:5:5: column "size" holds "gone", not a number')
})

test('plain tables stay as they were: no encoders, the same model', async () => {
  const text = 'qid,label,x,y\n1,0,0.5,2\n1,1,1.5,\n2,0,3,1\n2,2,4,0\n'
  const lists = await read(text)
  expect(lists).toEqual(
    rankingLists({
      features: [
        [0.5, 2],
        [1.5, Number.NaN],
        [3, 1],
        [4, 0],
      ],
      labels: [0, 1, 0, 2],
      lists: ['1', '1', '2', '2'],
      featureNames: ['x', 'y'],
    }),
  )
  expect(train(lists, { method: 'listnet' })).not.toHaveProperty('encoders')
})

test('a certificate says that encoders were fitted on the training lists', async () => {
  const lists = await read(csvOf(training))
  const model = train(lists, { method: 'listnet', scale: 'none' })
  const { certificates } = certify(model, { train: lists })
  const texts = certificates.flatMap(({ assumptions }) => assumptions).filter(({ text }) => text.includes('the encoders of its columns'))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.every(({ holds }) => holds === false)).toBe(true)
})

test('vectors with a column for each number have one name, and are compared by it', async () => {
  const csv = 'qid,label,q_0,q_1,p_0,p_1,size\n1,1,1,0,2,0,7\n1,0,1,0,0,3,8\n2,2,0,1,1,1,7\n2,0,0,1,,1,8\n'
  const told = await describedIn(csv)
  expect([told['q_0'], told['p_1'], told['size']]).toEqual(['vector', 'vector', 'number'])
  const lists = await read(csv, { match: ['q~p'], vector: ['q', 'p_0'] })
  expect(lists.featureNames).toEqual(['q_0', 'q_1', 'p_0', 'p_1', 'size', 'q~p:cosine'])
  const cosines = await read(csv, { match: ['q~p'], ignore: ['size'] })
  expect(Array.from({ length: 4 }, (_, row) => (cosines.features.values as Float32Array)[5 * row + 4])).toEqual([
    1,
    0,
    Math.fround(Math.SQRT1_2),
    0,
  ])
  const model = modelFromJson(modelToJson(train(lists, { method: 'listnet' })), 'm.json') as ListModel
  const objects = [
    { q_0: 1, q_1: 0, p_0: 2, p_1: 0, size: 7 },
    { q_0: 1, q_1: 0, p_0: 0, p_1: 3, size: 8 },
  ]
  const [ranked] = rankObjects(model, objects, { list: '1' })
  expect(ranked.items.map(({ score: found }) => found)).toEqual(Array.from(score(model, lists).subarray(0, 2)).sort((a, b) => b - a))
  await expect(read(csv, { match: ['q~size'] })).rejects.toThrow('size')
})

test('categories are compared with queries that have their words, and stay categories', async () => {
  const jobs = ['Nurse (m/w/d) in shifts', 'Teacher (m/w/d) for maths', 'Baker (m/w/d) by night']
  const queries = ['nurse berlin', 'teacher graz', 'baker linz', 'nurse wien']
  const row = (list: number, job: string) =>
    `${list},${queries[list]},${job},${job.toLowerCase().startsWith(queries[list].split(' ')[0]) ? 1 : 0}`
  const csv = (header: string) => `${header}\n${queries.flatMap((_, list) => jobs.map((job) => row(list, job))).join('\n')}\n`
  const namesOf = async (text: string, options: ReadListsOptions) =>
    (await read(text, options)).encoders!.matches.map(({ query, column }) => `${query}~${column}`)
  const typed = csv('visit,search,title,label')
  let told: readonly DescribedColumn[] = []
  const lists = await read(typed, { list: 'search', ignore: ['visit'], onColumns: (columns) => (told = columns) })
  expect(told.find(({ name }) => name === 'title')).toEqual({
    name: 'title',
    role: 'category',
    reason: '3 different values; its words are compared with those of search',
  })
  expect(lists.featureNames).toEqual(expect.arrayContaining(['title=Baker (m/w/d) by night', 'search~title:words found']))
  // Roles that were written to a schema give the same.
  expect(await namesOf(typed, { ignore: ['visit'], ...schemaOptions(schemaText(told), 'schema.json') })).toEqual(['search~title'])
  expect(await namesOf(typed, { list: 'search', ignore: ['visit'], match: ['none'] })).toEqual([])
  // A query beside the number of its list is one text in each list.
  expect(await namesOf(typed, { list: 'visit' })).toEqual(['search~title'])
  const shown = await read(typed, { list: 'visit', category: ['search'] })
  expect(shown.featureNames).toContain('search=teacher graz')
  expect(await namesOf(typed.replaceAll(/(nurse|teacher|baker) /g, 'work '), { list: 'visit', category: ['search'] })).toEqual([])
})

test('brands and colours of one word are compared with queries, where many queries have them', async () => {
  const queries = ['sony headphones', 'red shoes', 'lamp', 'acme kettle', 'desk']
  const table = (searches: readonly string[]) =>
    `search,brand,colour,size,label\n${searches.flatMap((search) => ['Sony,red,S,1', 'Acme,blue,M,0'].map((row) => `${search},${row}`)).join('\n')}\n`
  const pairs = async (searches: readonly string[]) =>
    (await read(table(searches), { list: 'search' })).encoders!.matches.map(({ query, column }) => `${query}~${column}`)
  expect(await pairs(queries)).toEqual(['search~brand', 'search~colour'])
  expect(await pairs([...queries, 'green tea'])).toEqual(['search~brand'])
  expect(await pairs(['sony', 'acme', 'red', 'blue'])).toEqual([]) // names of lists rather than queries
})

test('brands that become mean labels are compared in training as they are later', async () => {
  const brands = Array.from({ length: 40 }, (_, brand) => `Brand${String.fromCharCode(97 + (brand % 20), 97 + (brand >> 1))}`)
  const rows = brands.flatMap((brand, place) => [`${brand} shoes,${brand},1`, `${brand} shoes,${brands[(place + 7) % 40]},0`])
  const table = `query,brand,label\n${rows.join('\n')}\n`
  const lists = await read(table)
  expect(lists.featureNames!.slice(0, 2)).toEqual(['brand:mean label', 'query~brand:words found'])
  const comparisons = ({ features, width }: RankingLists) => Array.from(features.values).filter((_, place) => place % width > 0)
  expect(comparisons(lists)[0]).toBe(0.5)
  expect(comparisons(lists)).toEqual(comparisons(await read(table, { encoders: lists.encoders! })))
})

test('what a model makes of its columns is told in words, and what features count for is added up', async () => {
  const model = train(await read(csvOf(training)), { method: 'listnet' })
  const columns: readonly ColumnFact[] = columnFacts(model)
  const total = model.weights.reduce((sum, weight) => sum + Math.abs(weight), 0)
  expect(columns.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(total, 9)
  expect(columns.reduce((sum, { features: own }) => sum + own, 0)).toBe(model.weights.length)
  expect(columns.find(({ column }) => column === 'category')).toMatchObject({
    role: 'category',
    becomes: 'a feature for each of 5 categories',
    features: 5,
  })
  expect(columns.find(({ column }) => column === 'query~title')).toMatchObject({ role: 'match', features: 5 })
  const importance = permutationImportance(model, await read(csvOf(heldOut), { encoders: model.encoders! }), { repeats: 1 })
  const losses = columnFacts(model, { importance })
  const ofBrand = importance.features.filter(({ feature }) => feature.startsWith('brand='))
  expect(losses.find(({ column }) => column === 'brand')!.loss).toBeCloseTo(
    ofBrand.reduce((sum, { loss }) => sum + loss, 0),
    12,
  )
})

test.each(['trigrams', 'both'] as const)(
  '%s of texts are features, through the file of a model and its retraining',
  async (textFeatures) => {
    const lists = await read(csvOf(training), { textFeatures, words: 40, match: ['none'], keepCells: true })
    const names = lists.featureNames!
    const own = names.filter((name) => name.startsWith('title:'))
    expect(own).toEqual(expect.arrayContaining(['title:gr*', 'title:*ble*', 'title:*ss', 'title:trigrams #31']))
    expect(own.includes('title:wireless')).toBe(textFeatures === 'both')
    expect(own.length).toBe(textFeatures === 'both' ? 2 * (40 + 32) : 40 + 32)
    const model = modelFromJson(modelToJson(train(lists, { method: 'listnet' })), 'm.json') as ListModel
    const unseen = await read(csvOf(heldOut), { encoders: model.encoders!, unlabelled: true })
    expect(rankObjects(model, heldOut)).toEqual(rank(model, unseen))
    expect(columnFacts(model).find(({ column }) => column === 'title')?.becomes).toContain(
      'TF-IDF of 40 trigrams, 32 features for all others',
    )
    const again = retrain(model, await read(csvOf(messyProducts(5, 60)), { encoders: model.encoders!, keepCells: true }))
    expect(again.result.model.encoders).toMatchObject({
      fitting: { textFeatures, words: 40 },
      columns: expect.arrayContaining([expect.objectContaining({ column: 'title', trigrams: expect.objectContaining({ buckets: 32 }) })]),
    })
  },
)

test('a trigram counts once in a text, weighs more the rarer it is, and has its part in a word with a typo', async () => {
  // Only ke* is in three rows: the others share features.
  const csv = 'qid,label,name\n1,1,kettle kettle\n1,0,kettle\n2,1,kex\n2,0,mat\n'
  const given = { text: ['name'], textFeatures: 'trigrams', match: ['none'] } as const
  const lists = await read(csv, given)
  expect(lists.featureNames!.filter((name) => !name.includes('#'))).toEqual(['name:ke*'])
  const at = lists.featureNames!.indexOf('name:ke*')
  const values = Array.from(lists.features.kind === 'dense' ? lists.features.values : [])
  const row = (which: number) => values.slice(which * lists.width, (which + 1) * lists.width)
  expect(row(0)).toEqual(row(1))
  for (let each = 0; each < 4; each++) expect(Math.hypot(...row(each))).toBeCloseTo(1, 6)
  expect([row(0)[at] > 0, row(2)[at] > 0, row(3)[at]]).toEqual([true, true, 0])
  const weight = (rows: number) => Math.log((1 + 4) / (1 + rows)) + 1
  const [{ trigrams }] = lists.encoders!.columns as unknown as [{ trigrams: { weights: Float64Array } }]
  expect(trigrams.weights[0]).toBeCloseTo(weight(3), 12)
  expect(Math.max(...trigrams.weights)).toBeCloseTo(weight(0), 12)
  const typo = await read('qid,label,name\n1,0,ketle\n', { encoders: lists.encoders! })
  expect((typo.features.kind === 'dense' ? typo.features.values : [])[at]).toBeGreaterThan(0)
})

test('trees split on the categories of a table, and explain themselves with their names', async () => {
  const lists = await read(csvOf(training), { categoryEncoding: 'codes', keepCells: true })
  expect(lists.featureNames).toEqual(expect.arrayContaining(['brand', 'category', 'price']))
  const made = train(lists, { method: 'lambdamart', trees: 60 })
  const model = modelFromJson(modelToJson(made), 'm.json') as typeof made
  expect(model.options).toMatchObject({ categories: ['brand', 'category'] })
  expect(model.training.given).not.toContain('categories')
  expect(model.categorical.length).toBeGreaterThan(0)
  const unseen = await read(csvOf(heldOut), { encoders: model.encoders!, unlabelled: true })
  expect(rankObjects(model, heldOut)).toEqual(rank(model, unseen))
  const reasons = explainer(model, unseen)
  const brandOf = (row: number) => reasons.item(row).contributions.find(({ feature }) => feature === 'brand')?.category
  const rows = heldOut.map((_, row) => row).filter((row) => brandOf(row) !== undefined)
  expect(rows.map(brandOf)).toEqual(rows.map((row) => heldOut[row]['brand'].replace('N/A', '(missing)')))
  expect(kindOf(model).facts(model).figures?.['strongest split: brand in']).toMatch(/^\{.*(Acme|Gamma).*\}$/)
  const shape = featureShapes(model, unseen, { shapes: ['brand'] }).features[0].points
  const scoreOf = (brand: string) => shape.find(({ category }) => category === brand)!.score
  expect(scoreOf('Acme')).toBeGreaterThan(scoreOf('Gamma'))

  const odd = heldOut.map((row) => ({ ...row, brand: 'Zephyr' }))
  const [first] = rankObjects(model, odd)
  expect(first.items.every((item) => Number.isFinite(item.score))).toBe(true)
  expect(
    explainer(model, await read(csvOf(odd), { encoders: model.encoders!, unlabelled: true })).pair(0, 1).contributions,
  ).not.toContainEqual(expect.objectContaining({ feature: 'brand' }))

  expect(() => train(lists, { method: 'listnet' })).toThrow(
    'brand, category: numbers of categories, which listnet would take for quantities',
  )
  expect(() => train(lists, {})).toThrow('which auto would take')
  expect(() => tune(lists, { method: 'listnet' })).toThrow('numbers of categories')
  const again = retrain(model, await read(csvOf(messyProducts(5, 60)), { encoders: model.encoders!, keepCells: true }))
  expect(again.result.model.encoders?.columns.find(({ column }) => column === 'brand')?.kind).toBe('codes')
})
