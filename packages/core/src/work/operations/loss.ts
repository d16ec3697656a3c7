import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { CurvedLossSpec, LossSpec } from '../../losses/lossSpec.ts'
import { addInTree, addVector } from '../../numeric/compute/blockTree.ts'
import type { LossSum, RankingPass, Weighing } from '../passes/rankingPass.ts'
import type { ListsHere, Operation } from './operation.ts'

/** A loss of linear scores w · φ(x), each list by its share of the total weight. */
export interface LossAsked {
  readonly map: FeatureMap
  readonly loss: LossSpec
  readonly weights: Float64Array
  readonly weighing: Weighing
}

export interface CurvatureAsked extends LossAsked {
  readonly loss: CurvedLossSpec
  readonly direction: Float64Array
}

/** The loss of all lists, and its gradient. */
export const loss: Operation<LossAsked, LossSum, LossSum> = {
  *parts(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return blockNumbers(here).map((block) => pass.evaluate(asked.loss, asked.weights, block, block + 1))
  },
  combine(parts) {
    const sums = parts.map(({ value, gradient, hinge, mass }) => ({ gradient, numbers: Float64Array.of(value, hinge, mass) }))
    addInTree(sums, (into, other) => {
      addVector(into.gradient, other.gradient)
      addVector(into.numbers, other.numbers)
    })
    const [{ gradient, numbers }] = sums
    return { value: numbers[0], gradient, hinge: numbers[1], mass: numbers[2] }
  },
  *whole(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return pass.evaluate(asked.loss, asked.weights, 0, here.blocks.length - 1)
  },
}

/** The second derivative of the loss at the weights, times a direction. */
export const curvature: Operation<CurvatureAsked, Float64Array, Float64Array> = {
  *parts(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return blockNumbers(here).map((block) => product(pass, asked, block, block + 1))
  },
  combine(parts) {
    addInTree(parts, addVector)
    return parts[0]
  },
  *whole(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return product(pass, asked, 0, here.blocks.length - 1)
  },
}

function product(pass: RankingPass, asked: CurvatureAsked, from: number, to: number): Float64Array {
  return pass.curvature(asked.loss, asked.weights, asked.direction, from, to)
}

function blockNumbers({ blocks }: ListsHere): number[] {
  return Array.from({ length: blocks.length - 1 }, (_, block) => block)
}
