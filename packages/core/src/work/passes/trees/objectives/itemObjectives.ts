/** Objectives that are sums over the items of a list. */
import { lossGain } from '../../../../losses/dcgWeights.ts'
import { floatScratch } from '../../../../losses/scratch.ts'
import { softmax } from '../../../../numeric/compute/softmax.ts'
import type { Random } from '../../../../numeric/random.ts'
import type { GradedLists } from '../../rankingPass.ts'
import type { TreeObjective } from './treeObjective.ts'

/** (s − y)²/2. */
export function squaredErrors({ labels }: GradedLists): TreeObjective {
  return {
    gradients(scores, { slopes, curvatures }) {
      for (let row = 0; row < labels.length; row++) {
        slopes[row] = scores[row] - labels[row]
        curvatures[row] = 1
      }
    },
  }
}

/** The cross entropy between the softmax of the labels and that of the scores, as in ListNet. */
export function listwiseSoftmax({ labels, offsets }: GradedLists): TreeObjective {
  const targets = labels.slice()
  softmax(offsets, targets)
  const chances = new Float64Array(labels.length)
  return {
    gradients(scores, { slopes, curvatures }) {
      chances.set(scores.subarray(0, labels.length))
      softmax(offsets, chances)
      for (let row = 0; row < labels.length; row++) {
        slopes[row] = chances[row] - targets[row]
        curvatures[row] = chances[row] * (1 - chances[row])
      }
    },
  }
}

/** Below this a share of the list counts as this, or a list of one sure item would be divided by 0. */
const LEAST = 1e-15

/**
 * A cross entropy that bounds NDCG: the targets of a list are 2^y − u as shares of their sum, u drawn anew from [0, 1) for each item and tree, by the number of the list: whoever holds a list draws the same. The
 * slopes have three terms of an expansion for Newton's steps. Bruch 2021, "An alternative cross entropy loss for learning-to-rank".
 */
export function crossEntropyNdcg({ labels, offsets }: GradedLists, random: Random, firstList: number): TreeObjective {
  const memory = floatScratch()
  const chances = new Float64Array(labels.length)
  return {
    gradients(scores, { slopes, curvatures }, trees) {
      chances.set(scores.subarray(0, labels.length))
      softmax(offsets, chances)
      const ofTree = random.fork(String(trees))
      for (let list = 0; list + 1 < offsets.length; list++) {
        const [from, to] = [offsets[list], offsets[list + 1]]
        const targets = memory(to - from).subarray(0, to - from)
        const draws = ofTree.fork(String(firstList + list))
        let sum = 0
        for (let item = 0; item < targets.length; item++) {
          targets[item] = lossGain(labels[from + item]) + 1 - draws.uniform()
          sum += targets[item]
        }
        expandedSlopes(targets, sum, chances.subarray(from, to), slopes.subarray(from, to))
        for (let row = from; row < to; row++) curvatures[row] = chances[row] * (1 - chances[row])
      }
    },
  }
}

/** `terms` hold the targets and are overwritten. */
function expandedSlopes(terms: Float64Array, sum: number, chances: Float64Array, slopes: Float64Array): void {
  const rest = (item: number) => Math.max(LEAST, 1 - chances[item])
  for (let item = 0; item < terms.length; item++) {
    slopes[item] = chances[item] - terms[item] / sum
    terms[item] = slopes[item] / rest(item)
  }
  for (let order = 0; order < 2; order++) {
    let all = 0
    for (const term of terms) all += term
    for (let item = 0; item < terms.length; item++) {
      const next = chances[item] * (all - terms[item])
      slopes[item] += next
      terms[item] = next / rest(item)
    }
  }
}
