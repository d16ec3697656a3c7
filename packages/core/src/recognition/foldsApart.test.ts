import { expect, test } from 'vitest'
import { foldsOf } from '../data/lists/folds.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { listCount, type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { seededRandom } from '../numeric/random.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { foldsApart, hasCopies } from './foldsApart.ts'

const { compute } = plainRuntime

function made(count: number, items = 6, values = Number.POSITIVE_INFINITY): RankingLists {
  const random = seededRandom(4)
  const features = Array.from({ length: count * items }, () => [
    values === Number.POSITIVE_INFINITY ? random.normal() : random.integer(values),
  ])
  return rankingLists({ features, labels: features.map(() => random.integer(3)), lists: features.map((_, row) => Math.floor(row / items)) })
}

/** Every list, and copies of some under other ids. */
const repeated = (lists: RankingLists, ...copied: readonly number[]) => selectLists(lists, [...lists.listIds.keys(), ...copied])

const plain = made(40)

test('copies of a list are in its fold, and every list is in one', () => {
  const lists = repeated(plain, ...plain.listIds.keys(), 3, 3, 17)
  const folds = foldsApart(lists, 5, { seed: 1 }, compute)
  const foldOf = (list: number) => folds.findIndex((fold) => fold.includes(list))
  for (let list = 0; list < 40; list++) expect(foldOf(list + 40)).toBe(foldOf(list))
  expect([80, 81, 82].map(foldOf)).toEqual([3, 3, 17].map(foldOf))
  expect(folds.flatMap((fold) => [...fold]).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 83 }, (_, list) => list))
  for (const fold of folds) {
    expect(fold).toEqual(fold.toSorted())
    expect(fold.length).toBeGreaterThan(12)
  }
})

test('a copy with one row of six changed is a copy', () => {
  const { features } = plain
  if (features.kind !== 'dense') throw new Error('dense')
  const both = selectLists(plain, [...plain.listIds.keys(), ...plain.listIds.keys()])
  const values = Float32Array.from(both.features.values)
  for (let list = 40; list < 80; list++) values[both.offsets[list]] += 1
  const lists: RankingLists = { ...both, features: { kind: 'dense', values } }
  const folds = foldsApart(lists, 4, { seed: 1 }, compute)
  const apart = Array.from({ length: 40 }, (_, list) => folds.some((fold) => fold.includes(list) && fold.includes(list + 40)))
  expect(apart.filter((together) => together).length).toBeGreaterThan(15) // of a sketch, three rows of four are the same
})

test('without copies, and where the different lists are fewer than the folds, they are the folds of foldsOf', () => {
  expect(hasCopies(plain, compute)).toBe(false)
  expect(foldsApart(plain, 5, { seed: 3 }, compute)).toEqual(foldsOf(plain, 5, { seed: 3 }))
  const few = repeated(selectLists(plain, [0, 1, 2]), 0, 1, 2)
  expect(hasCopies(few, compute)).toBe(true)
  expect(foldsApart(few, 4, { seed: 3 }, compute)).toEqual(foldsOf(few, 4, { seed: 3 }))
})

test('lists that share rows by chance are no copies, but equal ones are', () => {
  const lists = made(60, 4, 3)
  const folds = foldsApart(lists, 5, { seed: 1 }, compute)
  expect(folds.reduce((sum, fold) => sum + fold.length, 0)).toBe(listCount(lists))
  for (const fold of folds) expect(fold.length).toBeLessThan(30)
})
