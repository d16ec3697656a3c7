import { describe, expect, test } from 'vitest'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { parseLetor } from '../letor/letorParser.ts'
import { letorText } from '../letor/letorWriter.ts'
import { chooseFeatures } from './chooseFeatures.ts'
import { fingerprint } from './fingerprint.ts'
import { copyRow, type RankingLists, selectLists } from './rankingLists.ts'

const spread = parseLetor('1 qid:1 1:1 2147483647:3\n0 qid:1 5:2\n')

function rowsOf(lists: RankingLists): number[][] {
  return Array.from(lists.labels, (_, row) => {
    const values = new Float64Array(lists.width)
    copyRow(lists, row, values)
    return [...values]
  })
}

/** `width` features, of which the greatest occurs, and with it the first `count`. */
const text = (width: number, count: number) =>
  `0 qid:1${Array.from({ length: count }, (_, id) => ` ${id + 1}:${id + 1}`).join('')}\n1 qid:1 ${width}:7\n`

describe('a file in which most feature numbers never occur', () => {
  test('has columns for those that do, called by their numbers', () => {
    expect(spread).toMatchObject({ width: 3, featureNames: ['f1', 'f5', 'f2147483647'], othersAreZero: true })
    expect(rowsOf(spread)).toEqual([
      [1, 0, 3],
      [0, 2, 0],
    ])
    expect(selectLists(spread, [0]).othersAreZero).toBe(true)
  })

  test('is written with its numbers, and reads back', () => {
    const written = Buffer.concat([...letorText(spread)])
    expect(parseLetor(written)).toEqual(spread)
  })

  test('is known again beside the same rows with a column for every number', () => {
    const row = text(70_000, 3)
    const filled = `${row}0 qid:2 ${Array.from({ length: 69_999 }, (_, id) => `${id + 1}:1`).join(' ')}\n`
    const [few, all] = [parseLetor(row), selectLists(parseLetor(filled), [0])]
    expect([few.width, all.width]).toEqual([4, 70_000])
    expect(fingerprint(few)).toBe(fingerprint(all))
  })

  test('has its features chosen by number', () => {
    expect(chooseFeatures(spread, { features: ['2-5', '2147483647'] }, 'f')).toMatchObject({
      featureNames: ['f5', 'f2147483647'],
      othersAreZero: true,
    })
    expect(rowsOf(chooseFeatures(spread, { ignore: ['5'] }, 'f'))).toEqual([
      [1, 3],
      [0, 0],
    ])
    expect(() => chooseFeatures(spread, { features: ['2-4'] }, 'f')).toThrow(RankwrightError)
  })
})

test('files whose numbers nearly all occur, and those of 65,536 features, have a column for every number', () => {
  for (const [width, count] of [
    [65_536, 1],
    [70_000, 69_999],
  ]) {
    const lists = parseLetor(text(width, count))
    expect([lists.width, lists.featureNames]).toEqual([width, undefined])
  }
  expect(parseLetor(text(65_537, 1)).width).toBe(2)
})

describe('matched with a model', () => {
  test('by number: what does not occur is 0, what the model does not know is ignored', () => {
    const { lists, notes } = matchFeatures({ features: ['f1', 'f2', 'f2147483647'] }, spread)
    expect(rowsOf(lists)).toEqual([
      [1, 0, 3],
      [0, 0, 0],
    ])
    expect(lists.othersAreZero).toBeUndefined()
    expect(notes).toEqual([
      '1 of the 3 features of the model occur in no row of the data: 0',
      'the model does not know the feature f5: ignored',
    ])
  })

  test('a model of features without names counts them from 1', () => {
    expect(rowsOf(matchFeatures({ features: 5 }, spread).lists)).toEqual([
      [1, 0, 0, 0, 0],
      [0, 0, 0, 0, 2],
    ])
  })

  test('a model of many features gets sparse rows', () => {
    const { lists } = matchFeatures({ features: 10_000_000 }, spread)
    expect(lists.features.kind).toBe('sparse')
    expect(lists.features.values.length).toBe(2)
  })

  test('a model with names of its own takes them by place, and refuses more', () => {
    const small = { ...spread, featureNames: ['f1', 'f2', 'f4'] }
    expect(rowsOf(matchFeatures({ features: ['a', 'b', 'c', 'd'] }, small).lists)[0]).toEqual([1, 0, 0, 3])
    expect(() => matchFeatures({ features: ['a', 'b', 'c'] }, spread)).toThrow('2147483647')
  })
})
