/**
 * ListNet. Cao, Qin, Liu, Tsai & Li 2007, "Learning to rank: from pairwise approach to listwise approach", with top-one
 * probabilities: the cross entropy −Σ Pⱼ(y) log Pⱼ(s), where P is the softmax.
 *
 * `kl` subtracts the entropy of P(y), which moves no minimiser: the value is then 0 where the scores are the labels (up to a
 * constant), and bounded for any length of the list. A list whose labels are all equal still says something: that the
 * scores should be equal too.
 */
import { oneOf, options as optionsShape } from '../arguments/shapes.ts'
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'
import { boundedScores, notANumber } from './boundedScores.ts'
import type { ListLoss } from './loss.ts'
import { floatScratch } from './scratch.ts'

export interface ListNetOptions {
  readonly form?: 'cross-entropy' | 'kl'
}

const takesOptions = optionsShape({ form: oneOf('cross-entropy', 'kl') })

export function listNet(options: ListNetOptions = {}): ListLoss {
  takesOptions('options', options)
  const { form = 'cross-entropy' } = options
  const targetMemory = floatScratch()
  return {
    name: form === 'kl' ? 'listnet-kl' : 'listnet',
    convex: true,
    smooth: true,
    evaluate(scores, labels, into) {
      const length = scores.length
      if (length === 0) return 0
      if (!boundedScores(scores, into)) return notANumber(into)
      const targets = targetMemory(length)
      const labelSum = targetWeights(labels, targets)
      const largest = largestOf(into, length)
      let agreement = 0
      let sum = 0
      for (let item = 0; item < length; item++) {
        const below = into[item] - largest
        const target = targets[item] / labelSum
        agreement += target * below
        targets[item] = target
        const weight = expOf(below)
        sum += weight
        into[item] = weight
      }
      for (let item = 0; item < length; item++) into[item] = into[item] / sum - targets[item]
      const crossEntropy = logOf(sum) - agreement
      return form === 'kl' ? Math.max(0, crossEntropy - entropy(labels, targets, labelSum)) : crossEntropy
    },
    curvature(scores, _labels, direction, into) {
      const length = scores.length
      if (length === 0) return
      if (!boundedScores(scores, into)) {
        notANumber(into)
        return
      }
      const largest = largestOf(into, length)
      let sum = 0
      let along = 0
      for (let item = 0; item < length; item++) {
        const weight = expOf(into[item] - largest)
        sum += weight
        along += weight * direction[item]
        into[item] = weight
      }
      const mean = along / sum
      for (let item = 0; item < length; item++) into[item] *= (direction[item] - mean) / sum
    },
    constants: ({ longestList }) => {
      const size = longestList > 1 ? 1 : 0
      return {
        lipschitz: { value: 2 * size, origin: 'the gradient P(s) − P(y) is a difference of distributions' },
        smoothness: {
          value: size,
          printed: 2 * size,
          origin: 'the largest variance of a sign under P(s), as the Hessian is diag P − P Pᵀ',
        },
        lipschitzL2: { value: Math.SQRT2 * size, printed: 2 * size, origin: 'the l2 norm of a difference of distributions' },
      }
    },
  }
}

/** exp(−k) for the labels k below the greatest one. */
const smallWeights = Float64Array.from({ length: 64 }, (_, below) => expOf(-below))

/** into = exp(label − greatest label); gives the sum. */
function targetWeights(labels: Float64Array, into: Float64Array): number {
  const largest = largestOf(labels, labels.length)
  let sum = 0
  for (let item = 0; item < labels.length; item++) {
    const below = largest - labels[item]
    const whole = below | 0
    const weight = whole === below && whole < 64 ? smallWeights[whole] : expOf(-below)
    sum += weight
    into[item] = weight
  }
  return sum
}

/** −Σ P log P, with log P = label − greatest label − log of the sum. */
function entropy(labels: Float64Array, targets: Float64Array, labelSum: number): number {
  const largest = largestOf(labels, labels.length)
  let below = 0
  for (let item = 0; item < labels.length; item++) below += targets[item] * (labels[item] - largest)
  return logOf(labelSum) - below
}

function largestOf(values: Float64Array, length: number): number {
  let largest = values[0]
  for (let item = 1; item < length; item++) if (values[item] > largest) largest = values[item]
  return largest
}
