import { expect, test } from 'vitest'
import { edgeText, gridEdges } from './gridEdges.ts'

const trials = (option: string, values: readonly number[], scores: readonly number[]) =>
  values.map((value, place) => ({ options: { [option]: value }, score: scores[place] }))

test('the best value at an end of what was tried is told, with two more to try', () => {
  const tried = trials('lambda', [0.1, 0.01, 0.001], [0.5, 0.6, 0.7])
  const [edge] = gridEdges('listnet', tried[2], tried)
  expect(edge).toEqual({ option: 'lambda', value: 0.001, end: 'least', beyond: [0.0001, 0.00001] })
  expect(edgeText(edge)).toBe(
    '`lambda` 0.001 is the least value that was tried, so a smaller one may be better: try 0.0001 and 0.00001 too.',
  )
  const trees = trials('trees', [100, 200, 400], [0.5, 0.6, 0.7])
  expect(gridEdges('lambdamart', trees[2], trees)).toMatchObject([{ end: 'greatest', beyond: [800, 1600] }])
})

test('nothing is told within the grid, of two values, of equally good ones, and where the option ends', () => {
  const within = trials('lambda', [0.1, 0.01, 0.001], [0.5, 0.7, 0.6])
  expect(gridEdges('listnet', within[1], within)).toEqual([])
  const two = trials('lambda', [0.1, 0.01], [0.5, 0.7])
  expect(gridEdges('listnet', two[1], two)).toEqual([])
  const equal = trials('lambda', [0.1, 0.01, 0.001], [0.7, 0.7, 0.6])
  expect(gridEdges('listnet', equal[0], equal)).toEqual([])
  const leaves = trials('leaves', [2, 4, 8], [0.7, 0.6, 0.5])
  expect(gridEdges('lambdamart', leaves[0], leaves)).toEqual([]) // a tree has at least two leaves
})
