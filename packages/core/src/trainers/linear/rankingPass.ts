/**
 * One pass over the data: the mean loss L̂(w) = Σ ω_q φ(Φ_q w, y_q) / Σ ω_q and its gradient. Lists go through in blocks that
 * fit into cache: their rows are scored, the losses of the lists taken, and the gradient gathered while the rows are at
 * hand. How the lists are cut into blocks changes no bit.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { ListLoss } from '../../losses/loss.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { MappedFeatures } from '../common/mappedFeatures.ts'

export interface RankingPass {
  /** Of all rows, at the weights evaluated last. */
  readonly scores: Float64Array
  /** L̂ at the weights; its gradient is written into the second argument. */
  evaluate(weights: Float64Array, into: Float64Array): number
  /** into = ∇²L̂ · direction, at the weights evaluated last. */
  curvature(direction: Float64Array, into: Float64Array): void
}

/** What the pass looks at of the lists. */
export type GradedLists = Pick<RankingLists, 'labels' | 'offsets' | 'listWeights'>

/** Bytes of a block: half of a second-level cache. */
const BLOCK_BYTES = 1 << 19
/** With several threads a block has to be worth waking them up; the third level holds it. */
const SHARED_BLOCK_BYTES = 1 << 23

/** Who wants to be told of the lists as `evaluate` goes through them. */
export interface PassListeners {
  /** The lists from .. to are scored, their losses come next; scores of all rows so far. */
  scored?(from: number, to: number, scores: Float64Array): void
  /** The share of the total weight of the list whose loss was just taken. */
  afterList?(share: number): void
}

export function rankingPass(
  features: MappedFeatures,
  lists: GradedLists,
  loss: Pick<ListLoss, 'evaluate' | 'curvature'>,
  { compute, threads }: Runtime,
  listeners: PassListeners = {},
): RankingPass {
  const { rows, width } = features
  const { labels, offsets } = lists
  const blocks = listBlocks(offsets, Math.floor((threads > 1 ? SHARED_BLOCK_BYTES : BLOCK_BYTES) / (4 * width)))
  const shares = listShares(lists)
  const vector = compute.float64(width)
  const sums = compute.float64(width)
  const scores = compute.float64(rows)
  const pulls = compute.float64(rows)
  let turns: Float64Array | undefined // the scores of a direction; few losses need them

  /** Multiplies what a loss wrote for a list by the share of the list. */
  function weigh(share: number, pull: Float64Array): void {
    for (let item = 0; item < pull.length; item++) pull[item] *= share
  }

  return {
    scores,
    evaluate(weights, into) {
      vector.set(weights)
      sums.fill(0)
      let value = 0
      for (let block = 0; block + 1 < blocks.length; block++) {
        const first = offsets[blocks[block]]
        const last = offsets[blocks[block + 1]]
        features.multiply(first, last, vector, scores.subarray(first, last))
        listeners.scored?.(blocks[block], blocks[block + 1], scores)
        for (let list = blocks[block]; list < blocks[block + 1]; list++) {
          const start = offsets[list]
          const end = offsets[list + 1]
          const pull = pulls.subarray(start, end)
          value += shares[list] * loss.evaluate(scores.subarray(start, end), labels.subarray(start, end), pull, list)
          weigh(shares[list], pull)
          listeners.afterList?.(shares[list])
        }
        features.addTransposed(first, last, pulls.subarray(first, last), sums)
      }
      into.set(sums)
      return value
    },
    curvature(direction, into) {
      if (loss.curvature === undefined) throw new Error('the loss has no curvature')
      turns ??= compute.float64(rows)
      vector.set(direction)
      sums.fill(0)
      for (let block = 0; block + 1 < blocks.length; block++) {
        const first = offsets[blocks[block]]
        const last = offsets[blocks[block + 1]]
        features.multiply(first, last, vector, turns.subarray(first, last))
        for (let list = blocks[block]; list < blocks[block + 1]; list++) {
          const start = offsets[list]
          const end = offsets[list + 1]
          const pull = pulls.subarray(start, end)
          loss.curvature(scores.subarray(start, end), labels.subarray(start, end), turns.subarray(start, end), pull, list)
          weigh(shares[list], pull)
        }
        features.addTransposed(first, last, pulls.subarray(first, last), sums)
      }
      into.set(sums)
    },
  }
}

/** ω_q / Σ ω. */
export function listShares({ offsets, listWeights }: GradedLists): Float64Array {
  const lists = offsets.length - 1
  if (listWeights === undefined) return new Float64Array(lists).fill(1 / lists)
  let total = 0
  for (let list = 0; list < lists; list++) total += listWeights[list]
  return listWeights.map((weight) => weight / total)
}

/** Block b is the lists result[b] .. result[b + 1]: as many as fit `rows`, at least one. */
function listBlocks(offsets: Uint32Array, rows: number): number[] {
  const lists = offsets.length - 1
  const blocks = [0]
  for (let list = 1; list < lists; list++) if (offsets[list + 1] - offsets[blocks[blocks.length - 1]] > rows) blocks.push(list)
  blocks.push(lists)
  return blocks
}
