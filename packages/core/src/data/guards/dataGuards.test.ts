import { expect, test } from 'vitest'
import { rankingLists } from '../lists/plainRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { dataGuards } from './dataGuards.ts'

interface Row {
  readonly label: number
  readonly features: readonly number[]
}

/** Lists of rows that a function gives by list and place. */
function made(lists: number, size: number, row: (list: number, place: number) => Row, names: readonly string[] = ['x', 'y']): RankingLists {
  const rows = Array.from({ length: lists * size }, (_, at) => ({ list: Math.floor(at / size), ...row(Math.floor(at / size), at % size) }))
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => `q${list}`),
    featureNames: names,
  })
}

/** Numbers without a pattern. */
function odd(...of: readonly number[]): number {
  return (of.reduce((sum, each, at) => sum + each * (at + 1) * 7919.37, 0.5) * 997.13) % 1
}

/** A hundred lists, so many of them with one row and the others with five. */
function withShort(short: number): RankingLists {
  const sizes = Array.from({ length: 100 }, (_, list) => (list < short ? 1 : 5))
  const rows = sizes.flatMap((size, list) => Array.from({ length: size }, (_, place) => ({ list: `q${list}`, ...sound(list, place) })))
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}

const sound = (list: number, place: number): Row => ({ label: place % 3, features: [odd(list, place), odd(place, list, 3)] })
const codes = (lists: RankingLists, label?: string, valid?: RankingLists) => dataGuards(lists, label, valid).map(({ code }) => code)

test('sound data gives no remark', () => {
  expect(codes(made(30, 6, sound))).toEqual([])
})

test('labels that are counts or places are told', () => {
  expect(codes(made(30, 6, (list, place) => ({ ...sound(list, place), label: place * 30 })))).toEqual(['labels-like-counts'])
  expect(codes(made(30, 6, (list, place) => ({ ...sound(list, place), label: place + 1 })))).toEqual(['labels-like-places'])
  expect(codes(made(30, 6, sound), 'clicks')).toEqual(['clicks-as-grades'])
})

test('labels below 0 are told, unless they have become grades', () => {
  const lists = made(30, 6, (list, place) => ({ ...sound(list, place), label: (place % 3) - 1 }))
  expect(codes(lists)).toEqual(['labels-below-zero'])
  expect(codes({ ...lists, grades: { kind: 'log' } })).toEqual([])
})

test('a feature that knows the label is told, whichever way it goes, and one that is mostly right is not', () => {
  for (const sign of [1, -1]) {
    const leak = made(30, 6, (list, place) => ({
      label: place % 3,
      features: [sign * ((place % 3) + odd(list, place) / 2), odd(list, place)],
    }))
    expect(codes(leak)).toEqual(['feature-like-the-label'])
  }
  const good = made(30, 6, (list, place) => ({ label: place % 3, features: [(place % 3) + 2 * odd(list, place), odd(place, list)] }))
  expect(codes(good)).toEqual([])
})

test('a match of a query and a text is no leak, as it is known when lists are ranked', () => {
  const leak = made(30, 6, (list, place) => ({ label: place % 3, features: [place % 3, odd(list, place)] }), ['q~title:cosine', 'y'])
  expect(codes(leak)).toEqual(['feature-like-the-label'])
  const matches = [{ kind: 'cosine', query: 'q', column: 'title' }] as const
  expect(codes({ ...leak, encoders: { list: 'q', missingWords: [], columns: [], matches } })).toEqual([])
})

test('a number that better rows alone have, or worse ones, is told; one that is missing at random is not', () => {
  const having = (has: (list: number, place: number) => boolean) =>
    made(30, 6, (list, place) => ({
      label: place % 3,
      features: [has(list, place) ? odd(list, place) : Number.NaN, odd(place, list)],
    }))
  expect(codes(having((_, place) => place % 3 > 0))).toEqual(['feature-like-the-label'])
  expect(codes(having((_, place) => place % 3 < 2))).toEqual(['feature-like-the-label'])
  expect(codes(having((list, place) => odd(list, place, 5) < 0.5))).toEqual([])
})

test('features of the list, ids and lists of one row are told', () => {
  expect(codes(made(30, 6, (list, place) => ({ ...sound(list, place), features: [list, odd(list, place)] })))).toEqual([
    'feature-of-the-list',
  ])
  const ids = made(
    30,
    6,
    (list, place) => ({ ...sound(list, place), features: [1000 + (((list * 6 + place) * 7919) % 100_003), odd(place, list)] }),
    ['product_id', 'y'],
  )
  expect(codes(ids)).toEqual(['id-as-number'])
  expect(dataGuards(ids)[0].text).toContain('"product_id" looks like an id that is used as a number. Leave it out')
  expect(codes(made(40, 1, sound))).toContain('one-row-per-list')
  expect(codes(withShort(60))).toEqual(['one-row-per-list'])
  expect(codes(withShort(40))).toEqual([])
  expect(codes(made(40, 4, (list, place) => ({ ...sound(list, place), label: 1 })))).toEqual(['labels-all-equal'])
})

test('many lists with one label are told from the share on that judged sets do not have', () => {
  const flat = (share: number) => made(100, 4, (list, place) => ({ ...sound(list, place), label: list < share ? 1 : place % 3 }))
  expect(codes(flat(35))).toEqual([])
  expect(codes(flat(45))).toEqual(['labels-all-equal'])
  expect(dataGuards(flat(45))[0].text).toContain('in 45 of 100 lists all rows have the same label')
})

test('clicks alone come with how to make grades of them, and counts of clicks say it once', () => {
  expect(dataGuards(made(30, 6, sound), 'clicks')[0].text).toMatch(/grades: 'log'.*grades: 'binary:1'/)
  const counts = dataGuards(
    made(30, 6, (list, place) => ({ ...sound(list, place), label: place * 30 })),
    'clicks',
  )
  expect(counts.map(({ text }) => text.includes("grades: 'log'"))).toEqual([true, false])
})

test('validation lists about the items of training lists are told, in tables of plain numbers, too', () => {
  const about = (lists: RankingLists, first: number): RankingLists => ({
    ...lists,
    listIds: lists.listIds.map((_, list) => `${first}-${list}`),
    itemIds: Array.from(lists.labels, (_, row) => `item ${first + row}`),
  })
  const [trained, valid] = [made(30, 6, sound), made(5, 6, sound)]
  expect(codes(about(trained, 0), undefined, about(valid, 10))).toEqual(['valid-shares-items'])
  expect(codes(about(trained, 0), undefined, about(valid, 170))).toEqual([])
})

test('validation lists that share ids with training lists are told', () => {
  expect(codes(made(30, 6, sound), undefined, made(5, 6, sound))).toEqual(['valid-shares-lists'])
})

test('a feature that is the place at which items were shown is told, and labels that follow the place', () => {
  const placed = (list: number, place: number): Row => ({ ...sound(list, place), features: [((place + list) % 6) + 1, odd(list, place)] })
  expect(codes(made(30, 6, placed))).toEqual(['place-as-feature'])
  expect(codes(made(30, 6, (list, place) => ({ ...placed(list, place), features: [place % 5, odd(list, place)] })))).toEqual([])
  const lists = made(30, 6, sound)
  const shown = (place: (row: number) => number) => ({ ...lists, shownAt: Float64Array.from(lists.labels, (_, row) => place(row)) })
  expect(codes(shown((row) => 3 - lists.labels[row] + odd(row)))).toEqual(['labels-follow-places'])
  expect(codes(shown((row) => 1 + (Math.floor(row / 3) % 2)))).toEqual([])
  // Where places are given, clicks are judged by them.
  expect(
    codes(
      shown((row) => 1 + (Math.floor(row / 3) % 2)),
      'clicks',
    ),
  ).toEqual([])
})

test('ids that come again in other lists, and whole numbers that floats round, are told', () => {
  const withFirst = (name: string, first: (list: number, place: number) => number) =>
    made(30, 6, (list, place) => ({ ...sound(list, place), features: [first(list, place), odd(place, list)] }), [name, 'y'])
  const repeated = (list: number, place: number) => 100 + ((list * 7 + place * 5) % 40)
  for (const name of ['product_id', 'GTIN', 'movie']) expect(codes(withFirst(name, repeated)), name).toEqual(['id-as-number'])
  expect(codes(withFirst('words', repeated))).toEqual([])
  expect(codes(withFirst('kind_id', (list, place) => (list + place) % 4))).toEqual([])
  expect(codes(withFirst('seen', (list, place) => 1.7e9 + list * 40_000 + ((place * 5) % 7) * 1000))).toEqual(['numbers-rounded'])
})

test('a choice that is made of the label is told by its column, though it leaves ties', () => {
  const sold = made(30, 6, (list, place) => ({ label: place, features: [place >= 3 ? 1 : 0, odd(place, list)] }), ['status=sold', 'y'])
  expect(codes({ ...sold, labels: sold.labels.map((label) => 5 - label) })).toContain('feature-like-the-label')
  const encoders = {
    list: 'qid',
    missingWords: [],
    columns: [{ kind: 'number', column: 'status', decimals: 'point' }],
    matches: [],
  } as const
  expect(dataGuards({ ...sold, encoders }).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('"status" orders nearly every list'),
  )
  const often = made(30, 6, (list, place) => ({
    label: place % 3,
    features: [place % 3 > 0 === odd(list, place) > 0.1 ? 1 : 0, odd(place, list)],
  }))
  expect(codes(often)).toEqual([])
})

test('items and rows that stand twice in their list are told with their number', () => {
  const twice = made(30, 6, (list, place) => sound(list, place >> 1))
  expect(codes(twice)).toEqual(['row-twice'])
  const itemIds = Array.from(twice.labels, (_, row) => `item ${row >> 1}`)
  expect(dataGuards({ ...twice, itemIds })).toEqual([
    {
      code: 'item-twice',
      text: expect.stringContaining('90 of 180 rows are about an item that stood in their list before, in 30 of 30 lists.'),
    },
  ])
  expect(codes({ ...made(30, 6, sound), itemIds: itemIds.map((_, row) => `item ${row % 6}`) })).toEqual([])
  const fewKinds = made(30, 12, (list, place) => ({ label: 0.5 < odd(list, place) ? 1 : 0, features: [place % 2, (place + list) % 2] }))
  expect(codes(fewKinds)).not.toContain('row-twice')
})
