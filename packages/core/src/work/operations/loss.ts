import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { LossSpec } from '../../losses/lossSpec.ts'
import type { LossSum, RankingPass, Weighing } from '../passes/rankingPass.ts'
import type { ListsHere, Operation } from './operation.ts'

/** A loss of linear scores w · φ(x), each list by its share of the total weight. */
export interface LossAsked {
  readonly map: FeatureMap
  readonly loss: LossSpec
  readonly weights: Float64Array
  readonly weighing: Weighing
}

/** The loss of all lists, and its gradient. */
export const loss: Operation<LossAsked, LossSum, LossSum> = {
  *parts(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return blockNumbers(here).map((block) => pass.evaluate(asked.loss, asked.weights, block, block + 1))
  },
  combine(parts, { weights }) {
    const gradient = new Float64Array(weights.length)
    let [value, hinge, mass] = [0, 0, 0]
    for (const part of parts) {
      addTo(gradient, part.gradient)
      value += part.value
      hinge += part.hinge
      mass += part.mass
    }
    return { value, gradient, hinge, mass }
  },
  *whole(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return pass.evaluate(asked.loss, asked.weights, 0, here.blocks.length - 1)
  },
}

/** The second derivative of the loss at the weights, times a direction. */
export const curvature: Operation<LossAsked & { readonly direction: Float64Array }, Float64Array, Float64Array> = {
  *parts(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return blockNumbers(here).map((block) => product(pass, asked, block, block + 1))
  },
  combine(parts, { weights }) {
    const sum = new Float64Array(weights.length)
    for (const part of parts) addTo(sum, part)
    return sum
  },
  *whole(here, asked) {
    const pass = yield* here.pass(asked.map, asked.loss, asked.weighing)
    return product(pass, asked, 0, here.blocks.length - 1)
  },
}

function product(pass: RankingPass, asked: LossAsked & { readonly direction: Float64Array }, from: number, to: number): Float64Array {
  return pass.curvature(asked.loss, asked.weights, asked.direction, from, to)
}

function blockNumbers({ blocks }: ListsHere): number[] {
  return Array.from({ length: blocks.length - 1 }, (_, block) => block)
}

function addTo(sum: Float64Array, part: Float64Array): void {
  for (let place = 0; place < sum.length; place++) sum[place] += part[place]
}
