import { expect, test } from 'vitest'
import { hashesOfLists } from '../data/lists/fingerprint.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { type SeenLists, seenListsOf } from '../data/lists/seenLists.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import { comparedLists, repeatedLists, sharedLists } from './sharedLists.ts'

type Row = { readonly features: readonly number[]; readonly label: number }

const known = drawn(40, 10, 1)

test('rows in another order are the same list', () => {
  expect(found(known.map((rows) => seededRandom(3).shuffle([...rows])))).toEqual(known.map(() => 'same'))
})

test('a list that lost a row, gained one or has another label in one is always found', () => {
  expect(found(known.map((rows) => rows.slice(1)))).toEqual(known.map(() => 'similar'))
  expect(found(known.map((rows, list) => [...rows, drawn(40, 1, 2)[list][0]]))).toEqual(known.map(() => 'similar'))
  expect(found(known.map(([first, ...rows]) => [{ ...first, label: first.label + 1 }, ...rows]))).toEqual(known.map(() => 'similar'))
})

test('lists that share a few rows, or none, are new', () => {
  const others = drawn(40, 10, 4)
  expect(found(others)).toEqual(others.map(() => 'new'))
  expect(found(others.map((rows, list) => [...rows.slice(1), known[list][0]]))).toEqual(others.map(() => 'new'))
})

test('of lists that share half of their rows some are found, of those that share nine in ten nearly all', () => {
  const wide = drawn(400, 20, 5)
  const mixedWith = (kept: number) => drawn(400, 20, 6).map((rows, list) => [...wide[list].slice(0, kept), ...rows.slice(kept)])
  const share = (kept: number) => found(mixedWith(kept), wide).filter((each) => each === 'similar').length / 400
  expect(share(10)).toBeGreaterThan(0.12)
  expect(share(10)).toBeLessThan(0.35)
  expect(share(18)).toBeGreaterThan(0.9)
})

test('a list is hardly ever similar because it holds all rows of a much shorter one', () => {
  const long = drawn(40, 60, 10).map((rows, list) => [...rows, ...known[list]])
  expect(found(long).filter((each) => each !== 'new').length).toBeLessThanOrEqual(4)
})

test('items of a catalogue, which stand in many lists, make no lists similar', () => {
  const catalogue = drawn(1, 30, 7)[0]
  const random = seededRandom(8)
  const chosen = () => random.shuffle([...catalogue]).slice(0, 12)
  const lists = Array.from({ length: 80 }, chosen)
  expect(found(Array.from({ length: 40 }, chosen), lists).filter((each) => each !== 'new')).toEqual([])
})

test('short lists: two rows of two or of three, one alone never', () => {
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
  ).toEqual(short.map(() => 'new'))
  const single = drawn(10, 1, 9)
  expect(found(single, single)).toEqual(single.map(() => 'same'))
})

test('the same rows from a sparse file are the same lists', () => {
  const dense = listsOf(known)
  expect(sharedLists(comparedLists(sparse(dense), plainCompute), seenOf(dense))).toEqual(known.map(() => 'same'))
  expect(sharedLists(comparedLists(dense, plainCompute), seenOf(sparse(dense)))).toEqual(known.map(() => 'same'))
})

test('lists that repeat another are found once for each repetition, those that share most rows with another on both sides', () => {
  const [a, b, c] = known
  expect(repeats([a, b, [...a].reverse(), c, a])).toEqual({
    first: Uint32Array.of(0, 1, 0, 3, 0),
    similar: [a, b, a, c, a].map(() => false),
  })
  expect(repeats([a, b, a.slice(1)])).toEqual({ first: Uint32Array.of(0, 1, 2), similar: [true, false, true] })
})

function found(lists: readonly (readonly Row[])[], among: readonly (readonly Row[])[] = known) {
  return sharedLists(comparedLists(listsOf(lists), plainCompute), seenOf(listsOf(among)))
}

function repeats(lists: readonly (readonly Row[])[]) {
  return repeatedLists(comparedLists(listsOf(lists), plainCompute))
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
