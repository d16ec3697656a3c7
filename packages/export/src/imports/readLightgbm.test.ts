import { modelToJson, RankwrightError, rankingLists, score, type TreesModel } from '@rankwright/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importModel } from './importModel.ts'

/** Two trees; the first has a split on categories below one on a number. */
const whole = `tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=1
objective=lambdarank
feature_names=Column_0 Column_1
feature_infos=[0:1] 0:1:2
tree_sizes=100 100

Tree=0
num_leaves=3
num_cat=1
split_feature=0 1
threshold=0.5 0
decision_type=10 9
left_child=1 -2
right_child=-1 -3
leaf_value=1 20 300
cat_boundaries=0 1
cat_threshold=5
is_linear=0
shrinkage=1


Tree=1
num_leaves=1
num_cat=0
leaf_value=0.25
is_linear=0
shrinkage=1


end of trees
`

function scoreOf(text: string, values: number[]): number {
  return score(importModel(text, 'm.txt').model, rankingLists({ features: [values], labels: [0], lists: [1] }))[0]
}

test('numbers, categories and missing values go their ways', () => {
  expect(scoreOf(whole, [0.6, 0])).toBe(1.25)
  expect(scoreOf(whole, [0.5, 2])).toBe(20.25)
  expect(scoreOf(whole, [0.5, 1])).toBe(300.25)
  expect(scoreOf(whole, [Number.NaN, Number.NaN])).toBe(300.25)
})

test('names are those of the file, unless LightGBM made them up', () => {
  expect(importModel(whole, 'm.txt').model.features).toBe(2)
  expect(importModel(whole.replace('Column_0 Column_1', 'bm25 age'), 'm.txt').model.features).toEqual(['bm25', 'age'])
})

test('rows of splits and leaves, and gains of splits, come along where every tree has them', () => {
  const treesFrom = (text: string) => importModel(text, 'm.txt').model as TreesModel
  const { covers, gains } = treesFrom(whole)
  expect([covers, gains]).toEqual([undefined, undefined])
  const counted = whole.replace('leaf_value=1 20 300', 'leaf_value=1 20 300\nleaf_count=5 6 7\ninternal_count=18 13\nsplit_gain=2.5 1.25')
  expect(treesFrom(counted)).toMatchObject({
    covers: Float64Array.of(18, 13),
    leafCovers: Float64Array.of(6, 7, 5, 0),
    gains: Float64Array.of(2.5, 1.25),
  })
  expect(() => treesFrom(counted.replace('leaf_count=5', 'leaf_count=-5'))).toThrow('number 1 is "-5"')
  expect(treesFrom(counted.replace('split_gain=2.5', 'split_gain=inf')).gains).toBeUndefined()
})

test('splits may stand in any order; lines may end as on Windows', () => {
  const deeper = whole
    .replace('num_leaves=3', 'num_leaves=4')
    .replace('split_feature=0 1', 'split_feature=0 1 0')
    .replace('threshold=0.5 0', 'threshold=0.5 0 0.25')
    .replace('decision_type=10 9', 'decision_type=10 9 8')
    .replace('left_child=1 -2', 'left_child=2 -2 1') // the third split leads to the second
    .replace('right_child=-1 -3', 'right_child=-1 -3 -4')
    .replace('leaf_value=1 20 300', 'leaf_value=1 20 300 4000')
    .replaceAll('\n', '\r\n')
  expect(scoreOf(deeper, [0.25, 2])).toBe(20.25)
  expect(scoreOf(deeper, [0.25, 1])).toBe(300.25)
  expect(scoreOf(deeper, [0.5, 2])).toBe(4000.25)
  expect(scoreOf(deeper, [0.6, 2])).toBe(1.25)
})

describe('what has no exact form here is refused', () => {
  test.each([
    ['num_class=1', 'num_class=3', 'm.txt:3: this LightGBM model gives each row 3 scores, one for each class'],
    ['label_index=0', 'average_output', 'm.txt:5: this LightGBM model divides the sum of its trees by their number'],
    ['is_linear=0', 'is_linear=1', 'has linear functions in its leaves'],
    ['decision_type=10 9', 'decision_type=4 9', 'was trained with zero_as_missing, and split 0 of tree 1 sends 0 one way'],
    ['threshold=0.5 0', 'threshold=-1e300 0', 'compares with -1e+300 in split 0 of tree 1, below all float32 values'],
  ])('%s as %s', (from, to, message) => {
    expect(() => importModel(whole.replace(from, to), 'm.txt')).toThrow(message)
  })
})

describe('broken files are refused, with what and where', () => {
  test.each([
    ['end of trees\n', '', 'broken at its end: the line "end of trees" is not there, so the file was cut off'],
    ['left_child=1 -2', 'left_child=0 -2', 'm.txt:18: this LightGBM model is broken at left_child of tree 1: two ways lead to split 0'],
    ['left_child=1 -2', 'left_child=1 -1', 'two ways lead to leaf 0'],
    ['left_child=1 -2', 'left_child=-2 -2', '2 splits and leaves have no way to them'],
    ['left_child=1 -2', 'left_child=2 -2', 'number 1 is "2", expected a whole number from -3 to 1'],
    ['left_child=1 -2\n', '', 'm.txt:12: this LightGBM model is broken at left_child of tree 1: it is not there'],
    ['left_child=1 -2', 'left_child=1', 'expected 2 numbers, found 1'],
    ['split_feature=0 1', 'split_feature=0 9999999999', 'number 2 is "9999999999", expected a whole number from 0 to 1'],
    [
      'num_leaves=3',
      'num_leaves=999999999',
      'm.txt:20: this LightGBM model is broken at leaf_value of tree 1: expected 999999999 numbers, found 3',
    ],
    ['leaf_value=1 20 300', 'leaf_value=1 nan 300', 'number 2 is "nan"'],
    ['threshold=0.5 0', 'threshold=0.5 1', 'split 1 has the set 1, and there are 1'],
    ['cat_boundaries=0 1', 'cat_boundaries=0 2', 'cat_threshold of tree 1: expected 2 numbers, found 1'],
    ['decision_type=10 9', 'decision_type=14 9', 'expected a whole number from 0 to 11'],
    ['tree_sizes=100 100', 'tree_sizes=100 100 100', 'it names 3 trees, and the file holds 2'],
    ['Tree=1', 'Tree=7', 'expected 1, found "7"'],
    ['max_feature_idx=1', 'max_feature_idx=999999999', 'expected 1000000000 names, found 2'],
    ['Column_0 Column_1', 'a a', 'the name "a" appears twice'],
    ['tree\n', 'twig\n', 'm.txt: this is no model that can be imported'],
  ])('%j as %j', (from, to, message) => {
    expect(() => importModel(whole.replace(from, to), 'm.txt')).toThrow(message)
  })

  test('whatever is changed, the file is refused with a message, or what comes out is a model', () => {
    const words = ['-1', '0', '1', '-9', '4294967296', '1e999', 'nan', 'inf', '', '=', '\n', 'Tree=0\n', 'end of trees\n']
    const change = fc.tuple(fc.nat(whole.length), fc.nat(12), fc.constantFrom(...words))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const text = changes.reduce((made, [at, length, word]) => made.slice(0, at) + word + made.slice(at + length), whole)
        try {
          modelToJson(importModel(text, 'm.txt').model)
        } catch (error) {
          if (!(error instanceof RankwrightError)) throw error
          expect(error.message).toContain('m.txt')
        }
      }),
      { numRuns: 2000, seed: 1 },
    )
  })
})
