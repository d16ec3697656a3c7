import { expect, test } from 'vitest'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { hashesOfLists } from './fingerprint.ts'
import { SKETCH_WORDS } from './listSketch.ts'
import { rankingLists } from './plainRows.ts'
import { type RankingLists, selectLists } from './rankingLists.ts'
import {
  BYTES_OF_SKETCH,
  fittingTogether,
  holdsList,
  MOST_SEEN_BYTES,
  mergedSeen,
  type SeenLists,
  SeenSoFar,
  seenInSketches,
  seenListsOf,
  seenWithout,
  sketchesOf,
} from './seenLists.ts'

const lists = someLists(30, 1)
const more = someLists(20, 2)

test('the order of the lists, and of the rows in them, does not matter', () => {
  const order = seededRandom(5).shuffle(Array.from(lists.listIds.keys()))
  expect(seen(selectLists(lists, order))).toEqual(seen(lists))
  expect(seen(rowsReversed(lists))).toEqual(seen(lists))
})

test('blocks of lists, in any order, give what all of them give', () => {
  const blocks = [hashesOfLists(lists, 20, 30, plainCompute), hashesOfLists(lists, 0, 20, plainCompute)]
  expect(seenListsOf(blocks)).toEqual(seen(lists))
})

test('two files together are one file of both, lists in both count once, and what was taken away is gone', () => {
  const both = mergedSeen(seen(lists), seen(more))
  expect(both.lists).toBe(50)
  for (const part of [lists, more]) for (const [first, second] of namesOf(seen(part))) expect(holdsList(both, first, second)).toBe(true)
  expect(mergedSeen(seen(more), seen(lists))).toEqual(both)
  expect(mergedSeen(both, seen(more))).toEqual(both)
  expect(seenWithout(both, seen(more))).toEqual(seen(lists))
})

test('a list that stands twice is kept once', () => {
  const twice = seen(selectLists(lists, [0, 1, 1, 2]))
  expect(twice.lists).toBe(4)
  expect(twice.words.length).toBe(3 * SKETCH_WORDS)
})

test('too many lists are kept in part: a share that is a power of two, the same lists however they come', () => {
  const many = madeUp(300_000, 3)
  const kept = seenListsOf([many])
  expect(kept).toMatchObject({ lists: 300_000, share: 1 / 4 })
  const bytes = (kept.words.length / SKETCH_WORDS) * BYTES_OF_SKETCH
  expect(bytes).toBeLessThanOrEqual(MOST_SEEN_BYTES)
  expect(kept.words.length / SKETCH_WORDS).toBeGreaterThan(0.24 * 300_000)
  const parts = [many.subarray(0, 10 * 120_000), many.subarray(10 * 120_000)].map((words) => seenListsOf([words]))
  expect(mergedSeen(parts[0], parts[1])).toEqual(kept)
})

test('lists that come one after the other are kept as if they came at once, and as if the record had never been put away', () => {
  const sketches = sketchesOf([madeUp(900, 6)])
  const at = (list: number) => sketches.subarray(list * SKETCH_WORDS, (list + 1) * SKETCH_WORDS)
  const most = 200 * BYTES_OF_SKETCH
  const straight = new SeenSoFar(most)
  let stored = new SeenSoFar(most)
  for (let list = 0; list < 900; list++) {
    for (const list2 of [list, list >> 1]) {
      straight.add(at(list2))
      stored.add(at(list2))
    }
    if (list % 7 === 0) stored = new SeenSoFar(most, stored.state())
  }
  const { share, words } = straight.state()
  expect(stored.state()).toEqual(straight.state())
  expect(straight.state()).toEqual({ ...seenInSketches(sketches, most), lists: 1800 })
  expect(share).toBe(1 / 8)
  expect(words.length).toBeLessThanOrEqual(200 * SKETCH_WORDS)
})

test('training and validation lists share the room there is', () => {
  const [train, valid] = [seenListsOf([madeUp(100_000, 4)]), seenListsOf([madeUp(50_000, 5)])]
  expect([train.share, valid.share]).toEqual([1, 1])
  const record = fittingTogether({ train, valid })
  expect([record.train.share, record.valid?.share]).toEqual([1 / 2, 1 / 2])
  expect(fittingTogether({ train }).train).toEqual(train)
})

function seen(of: RankingLists): SeenLists {
  return seenListsOf([hashesOfLists(of, 0, of.listIds.length, plainCompute)])
}

function namesOf({ words }: SeenLists): [number, number][] {
  return Array.from({ length: words.length / SKETCH_WORDS }, (_, list) => [words[list * SKETCH_WORDS], words[list * SKETCH_WORDS + 1]])
}

/** Words as of so many lists. */
function madeUp(count: number, seed: number): Int32Array {
  const random = seededRandom(seed)
  return Int32Array.from({ length: 10 * count }, random.bits)
}

function rowsReversed(of: RankingLists): RankingLists {
  const rows = of.listIds.flatMap((_, list) =>
    Array.from({ length: of.offsets[list + 1] - of.offsets[list] }, (_, place) => of.offsets[list + 1] - 1 - place),
  )
  if (of.features.kind !== 'dense') throw new Error('dense features expected')
  const { values } = of.features
  return {
    ...of,
    features: {
      kind: 'dense',
      values: Float32Array.from(rows.flatMap((row) => Array.from(values.subarray(row * of.width, (row + 1) * of.width)))),
    },
    labels: Float64Array.from(rows, (row) => of.labels[row]),
  }
}

function someLists(count: number, seed: number): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: count * 6 }, () => [random.normal(), random.integer(3), random.integer(9) === 0 ? Number.NaN : 1])
  return rankingLists({
    features,
    labels: features.map(() => random.integer(3)),
    lists: features.map((_, row) => `${Math.floor(row / 6)}`),
  })
}
