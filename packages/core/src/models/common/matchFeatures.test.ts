import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { copyRow, type RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { matchFeatures } from './matchFeatures.ts'

const named = (names: readonly string[], rows: number[][]): RankingLists =>
  rankingLists({ features: rows, labels: rows.map(() => 0), lists: rows.map(() => 1), featureNames: names })
const unnamed = (rows: number[][]): RankingLists => rankingLists({ features: rows, labels: rows.map(() => 0), lists: rows.map(() => 1) })

/** Two rows: features 0 and `width − 1` of the first, feature 1 of the second. */
function sparse(width: number, names?: readonly string[]): RankingLists {
  return {
    features: {
      kind: 'sparse',
      rowStarts: Uint32Array.of(0, 2, 3),
      columns: Uint32Array.of(0, width - 1, 1),
      values: Float32Array.of(5, 6, 7),
    },
    width,
    labels: new Float64Array(2),
    offsets: Uint32Array.of(0, 2),
    listIds: ['q'],
    ...(names && { featureNames: names }),
  }
}

function rowsOf(lists: RankingLists): number[][] {
  return Array.from(lists.labels, (_, row) => {
    const values = new Float64Array(lists.width)
    copyRow(lists, row, values)
    return Array.from(values)
  })
}

test('data with the very features of the model is passed on untouched', () => {
  const lists = named(['a', 'b'], [[1, 2]])
  expect(matchFeatures({ features: ['a', 'b'] }, lists).lists).toBe(lists)
  expect(matchFeatures({ features: 2 }, unnamed([[1, 2]])).notes).toEqual([])
})

test('named features are matched by name, and others are ignored with a note', () => {
  const { lists, notes } = matchFeatures(
    { features: ['b', 'a'] },
    named(
      ['a', 'x', 'b'],
      [
        [1, 9, 2],
        [3, 9, 4],
      ],
    ),
  )
  expect(rowsOf(lists)).toEqual([
    [2, 1],
    [4, 3],
  ])
  expect(lists.featureNames).toEqual(['b', 'a'])
  expect(notes).toEqual(['the model does not know the feature x: ignored'])
})

test('columns of weights and places of the model need no note', () => {
  const model = { features: ['a'], sideColumns: { weight: 'w', position: 'shown' } }
  expect(matchFeatures(model, named(['a', 'w', 'shown', 'x'], [[1, 2, 3, 4]])).notes).toEqual([
    'the model does not know the feature x: ignored',
  ])
})

test('sparse features are matched by name too, and stay in ascending order', () => {
  const { lists } = matchFeatures({ features: ['d', 'b', 'a'] }, sparse(4, ['a', 'b', 'c', 'd']))
  expect(lists.features.kind).toBe('sparse')
  expect(rowsOf(lists)).toEqual([
    [6, 0, 5],
    [0, 7, 0],
  ])
  if (lists.features.kind === 'sparse') expect([...lists.features.columns]).toEqual([0, 2, 1])
})

test('a feature that the data lacks is an error that names it', () => {
  const attempt = () => matchFeatures({ features: ['a', 'b', 'c'] }, named(['a', 'x'], [[1, 2]]))
  expect(attempt).toThrow(RankwrightError)
  expect(attempt).toThrow('The data lacks 2 features of the model: b, c. It has a, x.')
})

test('narrower unnamed data is filled up with zeros, with a note', () => {
  const { lists, notes } = matchFeatures({ features: 3 }, unnamed([[1, 2]]))
  expect(rowsOf(lists)).toEqual([[1, 2, 0]])
  expect(notes).toEqual(['the data has 2 features, the model 3: features 3 to 3 count as 0'])
})

test('wider dense data is an error, wider sparse data is cut with a note', () => {
  expect(() => matchFeatures({ features: 2 }, unnamed([[1, 2, 3]]))).toThrow('The data has 3 features, the model was trained on 2')
  const { lists, notes } = matchFeatures({ features: 3 }, sparse(5))
  expect(rowsOf(lists)).toEqual([
    [5, 0, 0],
    [0, 7, 0],
  ])
  expect(notes).toEqual(['the data has 5 features, the model 3: features 4 to 5 are ignored'])
})

test('where only one side has names, the numbers of features must agree', () => {
  expect(matchFeatures({ features: ['a', 'b'] }, unnamed([[1, 2]])).notes).toEqual([])
  expect(() => matchFeatures({ features: ['a', 'b', 'c'] }, unnamed([[1, 2]]))).toThrow('The data has 2 features')
  expect(() => matchFeatures({ features: 3 }, named(['a', 'b'], [[1, 2]]))).toThrow('The data has 2 features')
})

test('features that are called by their numbers are matched by number with data without names', () => {
  const { lists, notes } = matchFeatures({ features: ['f2', 'f4'] }, unnamed([[1, 2, 3, 4, 5]]))
  expect(rowsOf(lists)).toEqual([[2, 4]])
  expect(notes).toEqual([])
  const narrow = matchFeatures({ features: ['f2', 'f4'] }, unnamed([[1, 2]]))
  expect(rowsOf(narrow.lists)).toEqual([[2, 0]])
  expect(narrow.notes).toEqual(['the data has 2 features and lacks the feature f4, which the model uses: 0'])
  const whole = unnamed([[1, 2]])
  expect(matchFeatures({ features: ['f1', 'f2'] }, whole).lists).toBe(whole)
})

test('chosen features are never taken for the first ones of a model without names', () => {
  expect(() => matchFeatures({ features: 2 }, named(['f2', 'f4'], [[2, 4]]))).toThrow('f1')
  expect(rowsOf(matchFeatures({ features: 2 }, named(['f1', 'f2', 'f4'], [[1, 2, 4]])).lists)).toEqual([[1, 2]])
})
