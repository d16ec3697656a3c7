import { expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { allPairs, countPairs, drawPairs, everyPair, givenPairs, labelPairs } from './labelPairs.ts'
import { rankingLists } from './plainRows.ts'

const labels = [0, 1, 1, 5, 5, 0, 0, 2, 2, 2, 1]
const lists = rankingLists({
  features: labels.map((_, row) => [row]),
  labels,
  lists: ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'c', 'c', 'c', 'd'],
})

test('every pair of different labels in a list is as likely as any other, and no other pair comes up', () => {
  const draws = 40_000
  const { first, second, starts } = drawPairs(labelPairs(lists), draws, seededRandom(1))
  const counts = new Map<string, number>()
  for (let pair = 0; pair < draws; pair++) {
    const key = `${first[pair]} ${second[pair]}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  // List a has 2 pairs, b and d none, c 6; each with its lower label first.
  expect(counts.size).toBe(8)
  for (const count of counts.values()) expect(Math.abs(count - draws / 8)).toBeLessThan(5 * Math.sqrt(draws / 8))
  expect([...starts].map((start) => start / draws)[4]).toBe(1)
  expect(starts[2] - starts[1]).toBe(0)
})

test('all pairs of every list, each once', () => {
  const { first, second, starts } = allPairs(labelPairs(lists))
  for (const [pair, row] of first.entries()) expect(labels[row]).toBeLessThan(labels[second[pair]])
  expect([...starts]).toEqual([0, 2, 2, 8, 8])
  const found = Array.from(first, (i, pair) => [i, second[pair]].sort((a, b) => a - b).join(' '))
  const wanted: string[] = []
  for (let list = 0; list < 4; list++) {
    for (let i = lists.offsets[list]; i < lists.offsets[list + 1]; i++) {
      for (let j = i + 1; j < lists.offsets[list + 1]; j++) if (labels[i] !== labels[j]) wanted.push(`${i} ${j}`)
    }
  }
  expect(found.sort()).toEqual(wanted.sort())
})

test('a list says how many pairs it has and draws among them', () => {
  const pairs = labelPairs(lists)
  expect([0, 1, 2, 3].map((list) => pairs.pairsIn(list))).toEqual([2, 0, 6, 0])
  expect(countPairs(pairs)).toBe(8)
  const random = seededRandom(1)
  for (let draw = 0; draw < 100; draw++) {
    const [i, j] = pairs.draw(2, random)
    expect(labels[i]).not.toBe(labels[j])
    expect(Math.min(i, j)).toBeGreaterThanOrEqual(lists.offsets[2])
    expect(Math.max(i, j)).toBeLessThan(lists.offsets[3])
  }
})

test('lists without pairs give none', () => {
  const level = rankingLists({ features: [[1], [2]], labels: [1, 1], lists: ['a', 'a'] })
  expect(drawPairs(labelPairs(level), 10, seededRandom(1)).first.length).toBe(0)
})

test('given pairs are taken as they are, also against the labels', () => {
  const given = { starts: Uint32Array.of(0, 2, 2, 3, 3), first: Uint32Array.of(1, 2, 9), second: Uint32Array.of(0, 0, 5) }
  const pairs = givenPairs(given)
  expect(allPairs(pairs)).toEqual(given)
  const { starts, first, second } = drawPairs(pairs, 300, seededRandom(1))
  expect([starts[1], starts[2], starts[4]].map((start) => Math.round(start / 30))).toEqual([7, 7, 10])
  expect(new Set(Array.from(first, (low, pair) => `${low} ${second[pair]}`))).toEqual(new Set(['1 0', '2 0', '9 5']))
})

test('every pair of rows is as likely as any other, also those of equal labels', () => {
  const pairs = everyPair(lists)
  expect([0, 1, 2, 3].map((list) => pairs.pairsIn(list))).toEqual([3, 1, 10, 0])
  const all = allPairs(pairs)
  expect(new Set(Array.from(all.first, (low, pair) => [low, all.second[pair]].sort((a, b) => a - b).join(' '))).size).toBe(14)
  const draws = 28_000
  const { first, second } = drawPairs(pairs, draws, seededRandom(1))
  const counts = new Map<string, number>()
  for (let pair = 0; pair < draws; pair++) {
    expect(labels[first[pair]]).toBeLessThanOrEqual(labels[second[pair]])
    const key = [first[pair], second[pair]].sort((a, b) => a - b).join(' ')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  expect(counts.size).toBe(14)
  for (const count of counts.values()) expect(Math.abs(count - draws / 14)).toBeLessThan(5 * Math.sqrt(draws / 14))
})
