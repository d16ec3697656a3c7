/**
 * Steps of a network against a gradient: with Nesterov momentum, or Adam (Kingma & Ba 2015). One step length suits hidden weights,
 * biases and outputs alike, whatever their balls: the gradient of each of the three is scaled to the size of its entries (see
 * `startingNetwork`), by its root mean square (as You, Gitman & Ginsburg 2017, "Large batch training of convolutional networks", scale it to
 * the size of the weights) or, in Adam, entry by entry. Weight decay stands apart from the gradient (Loshchilov & Hutter 2019,
 * "Decoupled weight decay regularization"): a step of length η multiplies every parameter by 1 − η · decay first.
 */
import type { NetworkParameters } from './networkGradient.ts'

const parts = ['weights', 'biases', 'outputs'] as const
export type PartSizes = Readonly<Record<(typeof parts)[number], number>>

/** Changes the parameters by a step of a length in units of the sizes. */
export type NetworkUpdate = (parameters: NetworkParameters, gradient: NetworkParameters, length: number) => void

export function nesterov(sizes: PartSizes, like: NetworkParameters, { momentum, weightDecay }: Steadiness): NetworkUpdate {
  const speeds = zerosLike(like)
  return (parameters, gradient, length) => {
    for (const part of parts) {
      const [values, slopes, speed] = [parameters[part], gradient[part], speeds[part]]
      const scale = sizes[part] / (typicalEntry(slopes) || 1)
      for (let at = 0; at < values.length; at++) {
        const slope = scale * slopes[at]
        const next = momentum * speed[at] + slope
        speed[at] = next
        values[at] -= length * (slope + momentum * next + weightDecay * values[at])
      }
    }
  }
}

interface Steadiness {
  readonly momentum: number
  readonly weightDecay: number
}

export function adam(sizes: PartSizes, like: NetworkParameters, { weightDecay }: Pick<Steadiness, 'weightDecay'>): NetworkUpdate {
  const [beta1, beta2] = [0.9, 0.999]
  const [means, squares] = [zerosLike(like), zerosLike(like)]
  let [forgotten1, forgotten2] = [1, 1]
  return (parameters, gradient, length) => {
    forgotten1 *= beta1
    forgotten2 *= beta2
    for (const part of parts) {
      const [values, slopes, mean, square] = [parameters[part], gradient[part], means[part], squares[part]]
      const size = sizes[part]
      for (let at = 0; at < values.length; at++) {
        const slope = size * slopes[at] // in units of the size
        mean[at] = beta1 * mean[at] + (1 - beta1) * slope
        square[at] = beta2 * square[at] + (1 - beta2) * slope * slope
        const move = mean[at] / (1 - forgotten1) / (Math.sqrt(square[at] / (1 - forgotten2)) + 1e-8)
        values[at] -= length * (size * move + weightDecay * values[at])
      }
    }
  }
}

function zerosLike({ weights, biases, outputs }: NetworkParameters): NetworkParameters {
  return { weights: new Float32Array(weights.length), biases: new Float32Array(biases.length), outputs: new Float32Array(outputs.length) }
}

/** The root of the mean square. */
function typicalEntry(values: Float32Array): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] * values[at]
  return Math.sqrt(sum / values.length)
}
