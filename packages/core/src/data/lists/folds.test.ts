import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossValidationFolds, foldsOf, letorFoldLayout, splitLists } from './folds.ts'
import { rankingLists } from './plainRows.ts'

/** Lists of the given sizes, named by their number. */
function listsOf(sizes: readonly number[]) {
  const lists = sizes.flatMap((size, list) => new Array<number>(size).fill(list))
  return rankingLists({ features: lists.map((list) => [list]), labels: lists, lists })
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 60 })

test('each list is in one fold, and folds have the same number of lists to within one', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 2, max: 5 }), fc.nat(1000), (each, count, seed) => {
      const folds = foldsOf(listsOf(each), count, { seed })
      expect(folds.flatMap((fold) => [...fold]).sort((a, b) => a - b)).toEqual(each.map((_, list) => list))
      const lengths = folds.map((fold) => fold.length)
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
    }),
  )
})

test('long and short lists are spread over the folds', () => {
  const lists = listsOf(Array.from({ length: 100 }, (_, list) => (list < 10 ? 200 : 5)))
  for (let seed = 0; seed < 20; seed++) {
    for (const fold of foldsOf(lists, 5, { seed })) expect([...fold].filter((list) => list < 10).length).toBe(2)
  }
})

test('a seed means one split, another seed another', () => {
  const lists = listsOf(new Array(50).fill(3))
  expect(foldsOf(lists, 5, { seed: 7 })).toEqual(foldsOf(lists, 5, { seed: 7 }))
  expect(foldsOf(lists, 5, { seed: 7 })).not.toEqual(foldsOf(lists, 5, { seed: 8 }))
  const distinct = listsOf(Array.from({ length: 50 }, (_, list) => list + 1))
  expect(foldsOf(distinct, 5, { seed: 7 })).not.toEqual(foldsOf(distinct, 5, { seed: 8 }))
})

test('parts have their shares, and at least one list each', () => {
  const lists = listsOf(new Array(50).fill(3))
  expect(splitLists(lists, [0.6, 0.2, 0.2]).map(({ listIds }) => listIds.length)).toEqual([30, 10, 10])
  expect(splitLists(lists, [98, 1, 1]).map(({ listIds }) => listIds.length)).toEqual([48, 1, 1])
  const ids = splitLists(lists, [2, 1]).flatMap(({ listIds }) => listIds)
  expect(new Set(ids).size).toBe(50)
})

test('cross-validation tests on every list once, and never on one it trained on', () => {
  const lists = listsOf([3, 1, 4, 1, 5, 9, 2, 6])
  const tested: string[] = []
  for (const { train, test } of crossValidationFolds(lists, 3)) {
    expect(train.listIds.filter((id) => test.listIds.includes(id))).toEqual([])
    expect(train.listIds.length + test.listIds.length).toBe(8)
    tested.push(...test.listIds)
  }
  expect(tested.sort()).toEqual([...lists.listIds])
})

test('the layout of five folds is that of the LETOR collections', () => {
  expect(letorFoldLayout(5)).toEqual([
    { train: [0, 1, 2], vali: 3, test: 4 },
    { train: [1, 2, 3], vali: 4, test: 0 },
    { train: [2, 3, 4], vali: 0, test: 1 },
    { train: [3, 4, 0], vali: 1, test: 2 },
    { train: [4, 0, 1], vali: 2, test: 3 },
  ])
})

test('too few lists, folds or shares are refused', () => {
  const lists = listsOf([1, 2, 3])
  expect(() => foldsOf(lists, 5)).toThrow('There are 3 lists, too few to give each of the 5 parts one')
  expect(() => foldsOf(listsOf([3]), 2)).toThrow('There is one list, and a list is never cut')
  expect(() => foldsOf(lists, 1)).toThrow('`folds` is 1')
  expect(() => splitLists(lists, [1, 0])).toThrow('`shares` is 1, 0')
})

test('more folds than lists are refused at once, and a fold for each of many lists is no matter', () => {
  const lists = listsOf(new Array(20_000).fill(1))
  expect(() => foldsOf(lists, 1e8)).toThrow('20000')
  const begin = performance.now()
  expect(foldsOf(lists, 20_000).every((fold) => fold.length === 1)).toBe(true)
  expect(letorFoldLayout(20_000)[3].train.length).toBe(19_998)
  expect(performance.now() - begin).toBeLessThan(3000) // looking at every fold for every list took much longer
})
