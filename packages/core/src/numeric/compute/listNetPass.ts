import { expOf } from '../special/exp.ts'
import { logOf } from '../special/log.ts'
import { BlockSum } from './blockTree.ts'
import { dotAt, sumAt } from './dot.ts'
import { addScaled } from './gemv.ts'
import { listBlocks } from './listBlocks.ts'
import { requireLength, requireOffsets } from './requireLength.ts'
import { largestAt } from './softmax.ts'

/**
 * ListNet with a linear model. Cao, Qin, Liu, Tsai & Li 2007, "Learning to rank: from pairwise approach to listwise
 * approach", Eq. (2) and (6) with the top-one probabilities: the cross entropy between the target distribution of a list and
 * the softmax of its scores. With t = s − max s, it is (Σ p) log Σ exp t − Σ p t.
 */
export function listNetPass(
  offsets: Uint32Array,
  width: number,
  matrix: Float32Array,
  targets: Float64Array,
  weights: Float64Array | undefined,
  vector: Float64Array,
  into: Float64Array,
): number {
  const rows = offsets.at(-1) ?? 0
  requireOffsets(offsets, targets.length)
  requireLength('matrix', matrix, rows * width)
  requireLength('vector', vector, width)
  requireLength('into', into, width)
  if (weights) requireLength('weights', weights, offsets.length - 1)
  const blocks = listBlocks(offsets, width)
  const sums = new BlockSum(width + 1)
  const block = new Float64Array(width + 1) // the gradient, then the loss
  const gradient = block.subarray(0, width)
  const scores = new Float64Array(longestList(offsets))
  for (let c = 0; c + 1 < blocks.length; c++) {
    block.fill(0)
    for (let q = blocks[c]; q < blocks[c + 1]; q++) {
      block[width] += onList(
        offsets[q],
        offsets[q + 1] - offsets[q],
        width,
        matrix,
        targets,
        weights ? weights[q] : 1,
        vector,
        scores,
        gradient,
      )
    }
    sums.add(block)
  }
  const total = sums.take()
  for (let j = 0; j < width; j++) into[j] += total[j]
  return total[width]
}

/** Adds the list's gradient to `into`; gives its weighted loss. */
function onList(
  start: number,
  length: number,
  width: number,
  matrix: Float32Array,
  targets: Float64Array,
  weight: number,
  vector: Float64Array,
  scores: Float64Array,
  into: Float64Array,
): number {
  if (length === 0) return 0
  for (let i = 0; i < length; i++) scores[i] = dotAt(matrix, (start + i) * width, vector, 0, width)
  const largest = largestAt(scores, 0, length)
  for (let i = 0; i < length; i++) scores[i] -= largest
  const mass = sumAt(targets, start, length)
  const agreement = dotAt(targets, start, scores, 0, length)
  for (let i = 0; i < length; i++) scores[i] = expOf(scores[i])
  const sum = sumAt(scores, 0, length)
  const scale = mass / sum
  for (let i = 0; i < length; i++) {
    addScaled(weight * (scale * scores[i] - targets[start + i]), matrix, (start + i) * width, into, width)
  }
  return weight * (mass * logOf(sum) - agreement)
}

function longestList(offsets: Uint32Array): number {
  let longest = 0
  for (let q = 0; q + 1 < offsets.length; q++) longest = Math.max(longest, offsets[q + 1] - offsets[q])
  return longest
}
