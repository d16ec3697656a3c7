import { describe, expect, test } from 'vitest'
import { train } from '../../library/train.ts'
import { score } from '../../models/score.ts'
import { parseLetor } from '../letor/letorParser.ts'
import { letorText } from '../letor/letorWriter.ts'
import { decodeUtf8 } from '../text/utf8.ts'
import { chooseFeatures } from './chooseFeatures.ts'
import { rankingLists } from './plainRows.ts'
import { copyRow, type RankingLists } from './rankingLists.ts'

const lists = parseLetor('2 qid:a 1:1 2:2 3:3 4:4\n0 qid:a 1:5 2:6 3:7 4:8\n')

function rowsOf(of: RankingLists): number[][] {
  return Array.from(of.labels, (_, row) => {
    const values = new Float64Array(of.width)
    copyRow(of, row, values)
    return Array.from(values)
  })
}

describe('features chosen by number', () => {
  test('keep their numbers as names, in the order of the file', () => {
    const chosen = chooseFeatures(lists, { features: ['4', '1-2'] }, 'a.txt')
    expect(chosen.featureNames).toEqual(['f1', 'f2', 'f4'])
    expect(rowsOf(chosen)).toEqual([
      [1, 2, 4],
      [5, 6, 8],
    ])
    expect(chooseFeatures(lists, { features: ['f3'] }, 'a.txt').featureNames).toEqual(['f3'])
  })

  test('are all but the ignored ones, also of a choice', () => {
    expect(chooseFeatures(lists, { ignore: ['2-3'] }, 'a.txt').featureNames).toEqual(['f1', 'f4'])
    expect(chooseFeatures(lists, { features: ['2-4'], ignore: ['3'] }, 'a.txt').featureNames).toEqual(['f2', 'f4'])
    expect(chooseFeatures(lists, {}, 'a.txt')).toBe(lists)
  })

  test('may reach beyond a file whose last features are 0 in every row', () => {
    const chosen = chooseFeatures(lists, { features: ['4-5'] }, 'a.txt')
    expect(chosen.featureNames).toEqual(['f4', 'f5'])
    expect(rowsOf(chosen)).toEqual([
      [4, 0],
      [8, 0],
    ])
  })

  test('that do not exist, or are none, are errors that say so', () => {
    const refusal = (choice: Parameters<typeof chooseFeatures>[1]) => () => chooseFeatures(lists, choice, 'a.txt')
    expect(refusal({ features: ['5'] })).toThrow(
      'a.txt: there is no feature 5, as `features` asks for: the greatest number in the file is 4.',
    )
    expect(refusal({ ignore: ['7-9'] })).toThrow('there is no feature 7-9, as `ignore` asks for')
    expect(refusal({ features: [] })).toThrow('leave no feature to use')
    expect(refusal({ ignore: ['1-4'] })).toThrow('leave no feature to use')
    for (const wrong of ['price', '0', '3-1', '1.5', '', '-2', '1-99999999999', '1-2000000000'])
      expect(refusal({ features: [wrong] })).toThrow('as in 1,5-20')
  })

  test('of a wide sparse file become dense where they are few', () => {
    const wide = parseLetor(Array.from({ length: 600 }, (_, row) => `${row % 3} qid:${row % 9} 1:${row} 2:1 ${60_000 + row}:1\n`).join(''))
    expect(wide.features.kind).toBe('sparse')
    const chosen = chooseFeatures(wide, { features: ['1-2'] }, 'wide.txt')
    expect(chosen.features.kind).toBe('dense')
    expect(rowsOf(chosen).map(([first]) => first)).toEqual(wide.listIds.flatMap((id) => multiples(Number(id), 9, 600)))
    expect(chooseFeatures(wide, { ignore: ['1'] }, 'wide.txt').features.kind).toBe('sparse')
  })

  test('are written to a LETOR file under their numbers', () => {
    const text = [...letorText(chooseFeatures(lists, { features: ['2', '4'] }, 'a.txt'))]
      .map((piece) => decodeUtf8(piece, 0, piece.length))
      .join('')
    expect(text).toBe('2 qid:a 2:2 4:4\n0 qid:a 2:6 4:8\n')
  })
})

/** first, first + step, … below the end. */
function multiples(first: number, step: number, end: number): number[] {
  return Array.from({ length: Math.ceil((end - first) / step) }, (_, count) => first + step * count)
}

/** Rows whose left-out features are long, so that a ball that counted them would bend every row. */
const full = rankingLists({
  features: Array.from({ length: 40 }, (_, row) => [50 * Math.cos(row), Math.sin(3 * row), 90 * Math.sin(row), Math.cos(5 * row), 7]),
  labels: Array.from({ length: 40 }, (_, row) => Math.round(1 + Math.sin(3 * row))),
  lists: Array.from({ length: 40 }, (_, row) => Math.floor(row / 8)),
})

test.each(['none', 'min-max', 'standard', 'quantile', 'per-list'] as const)(
  'a model of chosen features scores the whole file as the chosen one, with the scale %s and a ball',
  (scale) => {
    const chosen = chooseFeatures(full, { features: ['2', '4'] }, 'full.txt')
    const model = train(chosen, { method: 'listnet', scale, featureBall: 'l2', lambda: 0.01 })
    expect(model.features).toEqual(['f2', 'f4'])
    const scores = score(model, full)
    expect(scores).toEqual(score(model, chosen))
    expect(new Set(scores).size).toBeGreaterThan(30)
  },
)
