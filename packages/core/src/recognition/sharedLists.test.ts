import { expect, test } from 'vitest'
import { hashesOfLists } from '../data/lists/fingerprint.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { type SeenLists, seenListsOf, sketchesOf } from '../data/lists/seenLists.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import { repeatedLists, sharedLists } from './sharedLists.ts'

type Row = { readonly features: readonly number[]; readonly label: number }

const known = drawn(40, 10, 1)

test('rows in another order are the same list', () => {
  expect(found(known.map((rows) => seededRandom(3).shuffle([...rows])))).toEqual(known.map(() => 'same'))
})

test('a list that lost a row, gained one or has other labels is always found', () => {
  expect(found(known.map((rows) => rows.slice(1)))).toEqual(known.map(() => 'similar'))
  expect(found(known.map((rows, list) => [...rows, drawn(40, 1, 2)[list][0]]))).toEqual(known.map(() => 'similar'))
  expect(found(known.map(([first, ...rows]) => [{ ...first, label: first.label + 1 }, ...rows]))).toEqual(known.map(() => 'similar'))
  const raised = (rows: readonly Row[]) => rows.map(({ features, label }) => ({ features, label: label + 1 }))
  expect(found(known.map(raised))).toEqual(known.map(() => 'similar'))
  expect(found(known.map((rows) => raised(rows.slice(1))))).toEqual(known.map(() => 'similar'))
})

test('lists that share a row here and there, or none, are new', () => {
  const others = drawn(40, 10, 4)
  expect(found(others)).toEqual(others.map(() => 'new'))
  const mostly = others.map((rows, list) => (list < 4 ? [...rows.slice(1), known[list][0]] : rows))
  expect(found(mostly)).toEqual(others.map(() => 'new'))
})

test('two lists among new ones are found by themselves: nearly always with nine tenths of their rows, mostly with half of them', () => {
  const wide = drawn(200, 40, 5)
  const seen = seenOf(listsOf(wide))
  const fresh = drawn(40, 40, 6)
  const share = (kept: number, filled: number) => {
    const part = (list: number) => [...wide[list].slice(0, kept), ...fresh[0].slice(0, filled)]
    const pairs = Array.from({ length: 30 }, (_, pair) => sketches([part(2 * pair), part(2 * pair + 1), ...fresh.slice(1)]))
    return pairs.flatMap((each) => sharedLists(each, seen).sharing.slice(0, 2)).filter((each) => each !== 'new').length / 60
  }
  expect(share(36, 4)).toBeGreaterThan(0.9)
  expect(share(20, 0)).toBeGreaterThan(0.5)
  expect(share(20, 0)).toBeLessThan(0.85)
  expect(share(3, 0)).toBeLessThan(0.1)
})

test('parts of known lists, and rows of several put together, are found by how many of the lists hold known rows', () => {
  const wide = drawn(200, 40, 11)
  const parts = (rows: number) => wide.map((list) => list.slice(0, rows))
  const regrouped = wide.map((list, at) => list.map((_, place) => wide[(at + place) % 200][place]))
  const halves = shared(parts(20), wide)
  expect(halves.sharing.filter((each) => each !== 'new').length).toBeGreaterThan(0.88 * 200)
  const few = shared(parts(3), wide)
  expect(few.excess).toMatchObject({ among: 0, known: 200 })
  expect(few.excess?.found).toBeGreaterThan(0.2 * 200)
  expect(shared(regrouped, wide).sharing.filter((each) => each !== 'new').length).toBeGreaterThan(0.9 * 200)
})

test('a list is hardly ever similar because it holds all rows of a much shorter one', () => {
  const long = drawn(40, 60, 10).map((rows, list) => [...rows, ...known[list]])
  expect(found(long).filter((each) => each === 'similar').length).toBeLessThanOrEqual(4)
})

test('items of a catalogue, which stand in many lists, make no lists similar', () => {
  const catalogue = drawn(1, 30, 7)[0]
  const random = seededRandom(8)
  const chosen = () => random.shuffle([...catalogue]).slice(0, 12)
  const lists = Array.from({ length: 80 }, chosen)
  const others = shared(Array.from({ length: 40 }, chosen), lists)
  expect(others.sharing.filter((each) => each !== 'new')).toEqual([])
  expect(others.excess).toBeUndefined()
  expect(others.usual?.alike).toBeGreaterThan(8)
})

test('where all lists hold the same items, those with the same labels are known, if labels tell lists apart', () => {
  const items = drawn(1, 30, 7)[0]
  const random = seededRandom(9)
  const graded = () => items.map(({ features }) => ({ features, label: random.integer(5) }))
  const lists = Array.from({ length: 80 }, graded)
  expect(found([...lists.slice(0, 5), graded(), graded()], lists)).toEqual([...lists.slice(0, 5).map(() => 'same'), 'new', 'new'])
})

test.each([
  ['one feature of three values', [3], 5],
  ['four features of two values', [2, 2, 2, 2], 6],
  ['ten features of two values', new Array<number>(10).fill(2), 12],
  ['fourteen features of two values', new Array<number>(14).fill(2), 12],
  ['categories of 40 and 25 values', [40, 25], 20],
])('rows with few different values make no lists known: %s', (_, values, size) => {
  const random = seededRandom(12)
  const list = () => Array.from({ length: size }, () => ({ features: values.map(random.integer), label: random.integer(3) }))
  const [train, held] = [Array.from({ length: 300 }, list), Array.from({ length: 150 }, list)]
  const { sharing, excess } = shared(held, train)
  expect(excess).toBeUndefined()
  expect(sharing.filter((each) => each !== 'new').length).toBeLessThanOrEqual(0.05 * 150)
})

test('lists that are given twice in training are known again', () => {
  expect(found(known.slice(0, 20), [...known, ...known])).toEqual(known.slice(0, 20).map(() => 'same'))
})

test('short lists: two rows of two or of three, one alone by how many hold one', () => {
  const short = drawn(10, 3, 9)
  expect(
    found(
      short.map((rows) => rows.slice(1)),
      short,
    ),
  ).toEqual(short.map(() => 'similar'))
  expect(
    found(
      short.map((rows) => rows.slice(2)),
      short,
    ),
  ).toEqual(short.map(() => 'rows'))
  const single = drawn(10, 1, 9)
  expect(found(single, single)).toEqual(single.map(() => 'same'))
})

test('the same rows from a sparse file are the same lists', () => {
  const dense = listsOf(known)
  expect(sharedLists(sketchesOf([hashesOfLists(sparse(dense), 0, 40, plainCompute)]), seenOf(dense)).sharing).toEqual(
    known.map(() => 'same'),
  )
  expect(sharedLists(sketchesOf([hashesOfLists(dense, 0, 40, plainCompute)]), seenOf(sparse(dense))).sharing).toEqual(
    known.map(() => 'same'),
  )
})

test('lists that repeat another are found once for each repetition, those that share most rows with another on both sides', () => {
  const [a, b, c] = known
  expect(repeats([a, b, [...a].reverse(), c, a])).toEqual({
    first: Uint32Array.of(0, 1, 0, 3, 0),
    similar: [a, b, a, c, a].map(() => false),
    alike: Uint32Array.of(0, 1, 0, 3, 0),
  })
  expect(repeats([a, b, a.slice(1)])).toEqual({
    first: Uint32Array.of(0, 1, 2),
    similar: [true, false, true],
    alike: Uint32Array.of(0, 1, 0),
  })
})

test('lists are alike through others between them, whichever of two is the longer one', () => {
  const [a, b] = known
  expect(repeats([a.slice(0, 2), b, a.slice(0, 3), b.slice(0, 2)]).alike).toEqual(Uint32Array.of(0, 1, 0, 3))
  const rows = drawn(1, 40, 77)[0]
  const moving = Array.from({ length: 20 }, (_, step) => rows.slice(step, step + 20))
  const { alike } = repeats([...moving, b])
  expect(alike[20]).toBe(20)
  expect(new Set(alike.subarray(0, 20)).size).toBeLessThan(5)
  expect(repeats([[a[0]], [a[0]], [a[1]]]).alike).toEqual(Uint32Array.of(0, 0, 2))
})

function found(lists: readonly (readonly Row[])[], among: readonly (readonly Row[])[] = known) {
  return shared(lists, among).sharing
}

function shared(lists: readonly (readonly Row[])[], among: readonly (readonly Row[])[]) {
  return sharedLists(sketches(lists), seenOf(listsOf(among)))
}

function sketches(lists: readonly (readonly Row[])[]): Int32Array {
  return sketchesOf([hashesOfLists(listsOf(lists), 0, lists.length, plainCompute)])
}

function repeats(lists: readonly (readonly Row[])[]) {
  return repeatedLists(sketches(lists))
}

function seenOf(lists: RankingLists): SeenLists {
  return seenListsOf([hashesOfLists(lists, 0, lists.listIds.length, plainCompute)])
}

function drawn(count: number, size: number, seed: number): Row[][] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => Array.from({ length: size }, () => someRow(random)))
}

/** With zeros, missing values and tied labels. */
function someRow(random: Random): Row {
  return {
    features: [random.normal(), random.integer(2), random.integer(8) === 0 ? Number.NaN : random.normal()],
    label: random.integer(3),
  }
}

function listsOf(lists: readonly (readonly Row[])[]): RankingLists {
  const rows = lists.flat()
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: lists.flatMap((each, list) => each.map(() => `q${list}`)),
  })
}

function sparse(lists: RankingLists): RankingLists {
  if (lists.features.kind !== 'dense') throw new Error('dense features expected')
  const { values } = lists.features
  const places = Array.from(values.keys()).filter((place) => values[place] !== 0)
  const rowStarts = Uint32Array.from(
    { length: lists.labels.length + 1 },
    (_, row) => places.filter((place) => place < row * lists.width).length,
  )
  const columns = Uint32Array.from(places, (place) => place % lists.width)
  return { ...lists, features: { kind: 'sparse', rowStarts, columns, values: Float32Array.from(places, (place) => values[place]) } }
}
