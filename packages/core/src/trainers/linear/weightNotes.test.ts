import { expect, test } from 'vitest'
import { identityMap } from '../../data/features/featureMap.ts'
import { weightNotes } from './weightNotes.ts'

const weights = Float64Array.of(0, -3, 0, 1)
const none = new Float64Array(3)
const none32 = new Float32Array(36)
const featureMap = identityMap(4)

test('an l1 ball: the features that remain, the heaviest first, by name or by number', () => {
  const ball = { norm: 'l1', radius: 4 } as const
  expect(weightNotes({ features: 4, weights, featureMap }, ball, { graded: true })).toEqual(['2 of 4 features remain: 2, 4'])
  expect(weightNotes({ features: ['a', 'b', 'c', 'd'], weights, featureMap }, ball, { graded: true })[0]).toContain('b, d')
  const patches = { shape: { channels: 1, height: 6, width: 6 }, count: 1, filters: none32, offsets: none, low: 0, high: 1 }
  const ofImages = { features: 36, weights: Float64Array.of(0, 2), featureMap: { ...featureMap, patches } }
  expect(weightNotes(ofImages, ball, { graded: true })).toEqual(['1 of 2 features remain: patch 1- in cell 1,1'])
  const many = { features: 25, weights: new Float64Array(25).fill(1), featureMap }
  expect(weightNotes(many, ball, { graded: true })[0]).toMatch(/^25 of 25 features remain: 1, .*, 20 and 5 more$/)
})

test('without an l1 ball, weights that are not all zero need no note', () => {
  expect(weightNotes({ features: 4, weights, featureMap }, { norm: 'l2', radius: 1 }, { graded: true })).toEqual([])
  expect(weightNotes({ features: 4, weights, featureMap }, undefined, { graded: true })).toEqual([])
})

test.each([
  [{ norm: 'l2', radius: 0 } as const, true, 'the radius is 0'],
  [undefined, false, 'no list has items of different labels'],
  [undefined, true, 'no feature separates items'],
])('all weights zero: ball %o, graded %s', (ball, graded, note) => {
  expect(weightNotes({ features: 3, weights: none, featureMap }, ball, { graded })).toEqual([expect.stringContaining(note)])
})
