import { expect, test } from 'vitest'
import { identityMap } from '../../data/features/featureMap.ts'
import { weightNotes } from './weightNotes.ts'

const weights = Float64Array.of(0, -3, 0, 1)
const none = new Float64Array(3)
const none32 = new Float32Array(36)
const featureMap = identityMap(4)
const learnt = { graded: true, spread: 1, converged: true }

test('an l1 ball: the features that remain, the heaviest first, by name or by number', () => {
  const ball = { norm: 'l1', radius: 4 } as const
  expect(weightNotes({ features: 4, weights, featureMap }, ball, learnt)).toEqual(['2 of 4 features remain: 2, 4'])
  expect(weightNotes({ features: ['a', 'b', 'c', 'd'], weights, featureMap }, ball, learnt)[0]).toContain('b, d')
  const patches = { shape: { channels: 1, height: 6, width: 6 }, count: 1, filters: none32, offsets: none, low: 0, high: 1 }
  const ofImages = { features: 36, weights: Float64Array.of(0, 2), featureMap: { ...featureMap, patches } }
  expect(weightNotes(ofImages, ball, learnt)).toEqual(['1 of 2 features remain: patch 1- in cell 1,1'])
  const many = { features: 25, weights: new Float64Array(25).fill(1), featureMap }
  expect(weightNotes(many, ball, learnt)[0]).toMatch(/^25 of 25 features remain: 1, .*, 20 and 5 more$/)
})

test('without an l1 ball, weights that are not all zero need no note', () => {
  expect(weightNotes({ features: 4, weights, featureMap }, { norm: 'l2', radius: 1 }, learnt)).toEqual([])
  expect(weightNotes({ features: 4, weights, featureMap }, undefined, learnt)).toEqual([])
})

test.each([
  [{ norm: 'l2', radius: 0 } as const, learnt, 'the radius is 0'],
  [undefined, { ...learnt, graded: false }, 'no list has items of different labels'],
  [undefined, { ...learnt, spread: 0 }, 'no feature differs between items of the same list'],
  [undefined, { ...learnt, converged: false }, 'the search found no step'],
  [undefined, learnt, 'try a smaller lambda'],
])('all weights zero: ball %o, causes %o', (ball, causes, note) => {
  expect(weightNotes({ features: 3, weights: none, featureMap }, ball, causes)).toEqual([expect.stringContaining(note)])
})
