import { expect, test } from 'vitest'
import type { NetworkParameters } from './networkGradient.ts'
import { adam, nesterov } from './networkUpdate.ts'

/** One hidden unit with one input: a number of each part. */
function network(weight: number, bias: number, output: number): NetworkParameters {
  return { weights: Float32Array.of(weight), biases: Float32Array.of(bias), outputs: Float32Array.of(output) }
}

const sizes = { weights: 2, biases: 0.5, outputs: 1 }
const all = ({ weights, biases, outputs }: NetworkParameters) => [weights[0], biases[0], outputs[0]]

test('Nesterov steps go on with the speed they have, along gradients scaled to the size of each part', () => {
  const [momentum, weightDecay, length] = [0.9, 0.1, 0.01]
  const parameters = network(1, -2, 3)
  const update = nesterov(sizes, parameters, { momentum, weightDecay })
  const expected = all(parameters)
  const speeds = [0, 0, 0]
  for (const gradient of [network(5, -0.1, 7), network(-3, -4, 0.2), network(0, 1, 1)]) {
    update(parameters, gradient, length)
    for (const [part, size] of [sizes.weights, sizes.biases, sizes.outputs].entries()) {
      const slope = size * Math.sign(all(gradient)[part]) // a single entry is its own mean square
      speeds[part] = momentum * speeds[part] + slope
      expected[part] = (1 - length * weightDecay) * expected[part] - length * (slope + momentum * speeds[part])
    }
    for (const [part, value] of all(parameters).entries()) expect(value).toBeCloseTo(expected[part], 5)
  }
})

test('one scale serves all entries of a part: its root mean square', () => {
  const parameters = { weights: Float32Array.of(0, 0), biases: Float32Array.of(0), outputs: Float32Array.of(0) }
  const gradient = { weights: Float32Array.of(3, -4), biases: Float32Array.of(0), outputs: Float32Array.of(0) }
  nesterov(sizes, parameters, { momentum: 0, weightDecay: 0 })(parameters, gradient, 0.1)
  const typical = Math.sqrt((3 * 3 + 4 * 4) / 2)
  expect(parameters.weights[0]).toBeCloseTo((-0.1 * sizes.weights * 3) / typical, 6)
  expect(parameters.weights[1]).toBeCloseTo((0.1 * sizes.weights * 4) / typical, 6)
  expect(parameters.biases[0]).toBe(0)
})

test('Adam divides means of gradients by the root of means of their squares, both freed of their start at zero', () => {
  const [weightDecay, length] = [0.2, 0.05]
  const parameters = network(1, -2, 3)
  const update = adam(sizes, parameters, { weightDecay })
  const expected = all(parameters)
  const [means, squares] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const [before, gradient] of [network(5, -0.1, 7), network(-3, -4, 0.2), network(1, 1, 1)].entries()) {
    update(parameters, gradient, length)
    for (const [part, size] of [sizes.weights, sizes.biases, sizes.outputs].entries()) {
      const slope = size * all(gradient)[part]
      means[part] = 0.9 * means[part] + 0.1 * slope
      squares[part] = 0.999 * squares[part] + 0.001 * slope * slope
      const move = means[part] / (1 - 0.9 ** (before + 1)) / Math.sqrt(squares[part] / (1 - 0.999 ** (before + 1)))
      expected[part] -= length * (size * move + weightDecay * expected[part])
    }
    for (const [part, value] of all(parameters).entries()) expect(value).toBeCloseTo(expected[part], 5)
  }
})

test.each([nesterov, adam])(
  'without a gradient, weight decay takes its share times the step off every parameter, each time',
  (optimiser) => {
    const [weightDecay, length] = [0.3, 0.02]
    const parameters = network(1, -2, 3)
    const update = optimiser(sizes, parameters, { momentum: 0.9, weightDecay })
    for (let step = 1; step <= 50; step++) update(parameters, network(0, 0, 0), length)
    const left = (1 - length * weightDecay) ** 50
    for (const [part, value] of all(parameters).entries()) expect(value).toBeCloseTo(left * [1, -2, 3][part], 5)
  },
)
