/**
 * A pass over lists that are in this process: the sum of a loss over blocks of lists, each list by its share ω_q / Σ ω, and the gradient
 * and curvature of that sum in the weights of a linear function of the mapped features. Every block is summed by itself and the blocks
 * are added in a fixed order, so that it does not matter who sums which block.
 *
 * The rows of a block go through in runs that fit into cache: they are scored, the losses of the lists taken, and the gradient gathered
 * while the rows are at hand. How a block is cut into runs changes no bit.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { type CurvedLossSpec, type LossSpec, sortsGrades, summedLoss } from '../../losses/lossSpec.ts'
import { rememberedGrades } from '../../losses/rememberedGrades.ts'
import { BlockSum } from '../../numeric/compute/blockTree.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { MappedFeatures } from './mappedFeatures.ts'

/** What the pass needs of the lists. */
export type GradedLists = Pick<RankingLists, 'labels' | 'offsets' | 'listWeights' | 'itemIds'>

/** Sums over some blocks of lists. */
export interface LossSum {
  readonly value: number
  readonly gradient: Float64Array
  /** Of losses that stand for a hinge: the hinge itself, and the sum of its multipliers; 0 for others. */
  readonly hinge: number
  readonly mass: number
}

export interface RankingPass {
  /** Sums over the blocks from .. to, at the weights. */
  evaluate(spec: LossSpec, weights: Float64Array, from: number, to: number): LossSum
  /** The second derivative of the same sum at the weights, times the direction. */
  curvature(spec: CurvedLossSpec, weights: Float64Array, direction: Float64Array, from: number, to: number): Float64Array
  /** The scores of the rows first .. last at the weights. */
  scores(weights: Float64Array, first: number, last: number): Float64Array
}

/** Bytes of a run of rows: half of a second-level cache. */
const RUN_BYTES = 1 << 19
/** With several threads a run has to be worth waking them up; the third level holds it. */
const SHARED_RUN_BYTES = 1 << 23

/** How much a list counts. */
export interface Weighing {
  /** By their weights, where they have any; otherwise all the same. */
  readonly by: 'weights' | 'count'
  /** What all lists that there are, here and elsewhere, come to. */
  readonly total: number
}

export function rankingPass(
  features: MappedFeatures,
  lists: GradedLists,
  blocks: Uint32Array,
  loss: LossSpec,
  weighing: Weighing,
  runtime: Runtime,
): RankingPass {
  const shares = listShares(lists, weighing)
  const { dense } = features
  return loss.loss === 'listnet' && dense !== undefined
    ? listNetPass({ ...features, dense }, lists, blocks, shares, runtime)
    : listByListPass(features, lists, blocks, loss, shares, runtime)
}

/** ω_q / Σ ω; lists without weights weigh 1 each. */
export function listShares({ offsets, listWeights }: GradedLists, { by, total }: Weighing): Float64Array {
  if (listWeights === undefined || by === 'count') return new Float64Array(offsets.length - 1).fill(1 / total)
  return listWeights.map((weight) => weight / total)
}

/** ListNet on dense features: one call of the fused primitive, on all threads. */
function listNetPass(
  features: MappedFeatures & { readonly dense: Float32Array },
  { labels, offsets }: GradedLists,
  blocks: Uint32Array,
  shares: Float64Array,
  { compute }: Runtime,
): RankingPass {
  const { dense, width } = features
  const targets = compute.float64(labels.length)
  targets.set(labels)
  compute.softmax(offsets, targets)
  const vector = compute.float64(width)
  const sums = compute.float64(width)
  return {
    evaluate(_spec, weights, from, to) {
      vector.set(weights)
      sums.fill(0)
      const [first, last] = [blocks[from], blocks[to]]
      const value = compute.listNetPass(
        offsets.subarray(first, last + 1),
        width,
        dense,
        targets,
        shares.subarray(first, last),
        vector,
        sums,
      )
      return { value, gradient: Float64Array.from(sums), hinge: 0, mass: 0 }
    },
    curvature() {
      throw new Error('the fused pass of ListNet has no curvature')
    },
    scores: (weights, first, last) => scoresOf(features, weights, first, last),
  }
}

function listByListPass(
  features: MappedFeatures,
  lists: GradedLists,
  blocks: Uint32Array,
  spec: LossSpec,
  shares: Float64Array,
  { compute, threads }: Runtime,
): RankingPass {
  const { rows, width } = features
  const { labels, offsets } = lists
  const grades = sortsGrades(spec) ? rememberedGrades(labels, offsets, compute) : undefined
  const loss = summedLoss(spec, grades?.of)
  const runs = cacheRuns(offsets, blocks, Math.floor((threads > 1 ? SHARED_RUN_BYTES : RUN_BYTES) / (4 * width)))
  const vector = compute.float64(width)
  const blockGradient = compute.float64(width)
  const block = new Float64Array(width + 3) // the gradient, then the value, the hinge and the mass
  const sums = new BlockSum(block.length)
  const products = new BlockSum(width)
  const scores = compute.float64(rows)
  const pulls = compute.float64(rows)
  let turns: Float64Array | undefined // the scores of a direction; few losses need them
  const standing = new Float64Array(width).fill(Number.NaN) // the weights that the scores belong to, where `whole` says of all rows
  let whole = false
  let sorted = spec.loss !== 'smoothed-hinge' // its scores change little from pass to pass, once they are in order

  function setWidth(asked: LossSpec): void {
    if (asked.loss === 'smoothed-hinge') loss.width = asked.width
  }

  /** Scores the rows of a run, unless they are scored with these weights already. */
  function scoreRun(first: number, last: number): void {
    features.multiply(first, last, vector, scores.subarray(first, last))
  }

  function standsAt(weights: Float64Array): boolean {
    return whole && weights.every((weight, place) => weight === standing[place])
  }

  return {
    evaluate(asked, weights, from, to) {
      setWidth(asked)
      vector.set(weights)
      for (let number = from; number < to; number++) {
        blockGradient.fill(0)
        let [value, hinge, mass] = [0, 0, 0]
        for (let run = runs.starts[number]; run < runs.starts[number + 1]; run++) {
          const [firstList, lastList] = [runs.lists[run], runs.lists[run + 1]]
          const [first, last] = [offsets[firstList], offsets[lastList]]
          scoreRun(first, last)
          if (!sorted) grades?.sort(firstList, lastList, scores)
          for (let list = firstList; list < lastList; list++) {
            const start = offsets[list]
            const end = offsets[list + 1]
            const pull = pulls.subarray(start, end)
            const share = shares[list]
            value += share * loss.evaluate(scores.subarray(start, end), labels.subarray(start, end), pull, list)
            weigh(share, pull)
            if (loss.hinge === undefined || loss.mass === undefined) continue
            hinge += share * loss.hinge
            mass += share * loss.mass
          }
          features.addTransposed(first, last, pulls.subarray(first, last), blockGradient)
        }
        block.set(blockGradient)
        block.set([value, hinge, mass], width)
        sums.add(block)
      }
      whole = from === 0 && to === blocks.length - 1
      if (whole) {
        sorted = true
        standing.set(weights)
      }
      const total = sums.take()
      const [value, hinge, mass] = total.subarray(width)
      return { value, gradient: total.subarray(0, width), hinge, mass }
    },
    curvature(asked, weights, direction, from, to) {
      if (loss.curvature === undefined) throw new Error(`the loss ${asked.loss} has no curvature`)
      setWidth(asked)
      turns ??= compute.float64(rows)
      const stands = standsAt(weights)
      for (let number = from; number < to; number++) {
        blockGradient.fill(0)
        for (let run = runs.starts[number]; run < runs.starts[number + 1]; run++) {
          const [firstList, lastList] = [runs.lists[run], runs.lists[run + 1]]
          const [first, last] = [offsets[firstList], offsets[lastList]]
          if (!stands) {
            vector.set(weights)
            scoreRun(first, last)
          }
          vector.set(direction)
          features.multiply(first, last, vector, turns.subarray(first, last))
          for (let list = firstList; list < lastList; list++) {
            const start = offsets[list]
            const end = offsets[list + 1]
            const pull = pulls.subarray(start, end)
            loss.curvature(scores.subarray(start, end), labels.subarray(start, end), turns.subarray(start, end), pull, list)
            weigh(shares[list], pull)
          }
          features.addTransposed(first, last, pulls.subarray(first, last), blockGradient)
        }
        products.add(blockGradient)
      }
      if (!stands) whole = false
      return products.take()
    },
    scores: (weights, first, last) => (standsAt(weights) ? scores.slice(first, last) : scoresOf(features, weights, first, last)),
  }
}

function scoresOf(features: MappedFeatures, weights: Float64Array, first: number, last: number): Float64Array {
  const scores = new Float64Array(last - first)
  features.multiply(first, last, weights, scores)
  return scores
}

/** Multiplies what a loss wrote for a list by the share of the list. */
function weigh(share: number, pull: Float64Array): void {
  for (let item = 0; item < pull.length; item++) pull[item] *= share
}

/** Each block in runs of as many lists as fit `rows`, at least one: block b has the runs starts[b] .. starts[b + 1], run r the lists lists[r] .. lists[r + 1]. */
function cacheRuns(offsets: Uint32Array, blocks: Uint32Array, rows: number): { readonly starts: number[]; readonly lists: number[] } {
  const starts: number[] = []
  const lists: number[] = []
  for (let block = 0; block + 1 < blocks.length; block++) {
    starts.push(lists.length)
    for (let list = blocks[block]; list < blocks[block + 1]; list++) {
      const fits = lists.length > starts[block] && offsets[list + 1] - offsets[lists[lists.length - 1]] <= rows
      if (!fits) lists.push(list)
    }
  }
  starts.push(lists.length)
  lists.push(blocks[blocks.length - 1])
  return { starts, lists }
}
