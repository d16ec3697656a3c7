import { expect, test } from 'vitest'
import { type Calibration, marginOf, probabilityAbove } from './calibration.ts'

const calibration: Calibration = {
  margins: Float64Array.of(0, 1, 3, 5),
  probabilities: Float64Array.of(0.5, 0.6, 0.6, 1),
  lists: 3,
  pairs: 9,
  data: '',
}

test('between two points of the curve it is straight, after the last it is level', () => {
  const margins = [0.5, 1, 2, 3, 4, 5, 100, Infinity]
  const said = [0.55, 0.6, 0.6, 0.6, 0.8, 1, 1, 1]
  for (const [place, margin] of margins.entries()) expect(probabilityAbove(calibration, margin)).toBeCloseTo(said[place], 12)
})

test('who is behind is above with the rest of the probability, and equal scores are a coin', () => {
  expect(probabilityAbove(calibration, -4)).toBeCloseTo(0.2, 12)
  expect(probabilityAbove(calibration, 0)).toBe(0.5)
  expect(probabilityAbove(calibration, Number.NaN)).toBe(0.5)
})

test('the margin of a probability is the smallest that has it', () => {
  expect([0.2, 0.5, 0.55, 0.6, 0.8, 1].map((probability) => Number(marginOf(calibration, probability).toFixed(12)))).toEqual([
    0, 0, 0.5, 1, 4, 5,
  ])
  expect(marginOf({ ...calibration, probabilities: Float64Array.of(0.5, 0.6, 0.6, 0.7) }, 0.71)).toBe(Infinity)
})
