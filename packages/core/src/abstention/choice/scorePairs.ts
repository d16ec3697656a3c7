/** Pairs under a rule that looks at scores alone: how confident the model is of each, and what an answer costs. */
import type { DrawnPairs, ListPairs } from '../../data/lists/labelPairs.ts'
import { misranking } from '../../losses/abstentionLoss.ts'
import type { Random } from '../../numeric/random.ts'
import type { PairJudge } from '../judgedPairs.ts'
import type { PairOrigins } from '../resampledPairs.ts'

export interface ConfidentPairs extends PairOrigins {
  readonly confidence: Float64Array
  /** The cost of an answer: 1 for the wrong order, one half for equal scores, 0 for the right order. */
  readonly wrong: Float64Array
}

export interface ScoreJudge {
  judge(pairs: DrawnPairs): ConfidentPairs
  /** The same for all pairs of one list, one by one; the confidence takes the place of the distance. */
  readonly each: Pick<PairJudge, 'lists' | 'eachPairOf'>
}

/** `confidenceOf` is the confidence in the order of two items of the same list whose scores differ by a margin. */
export function scoreJudge(scores: Float64Array, known: ListPairs, confidenceOf: (margin: number, list: number) => number): ScoreJudge {
  const marginOf = (i: number, j: number) => Math.abs(scores[i] - scores[j])
  const wrongOf = (low: number, high: number) => misranking(scores[low], scores[high], 0, 1)
  return {
    judge({ starts, first, second }) {
      const lists = new Uint32Array(first.length)
      for (let list = 0; list + 1 < starts.length; list++) lists.fill(list, starts[list], starts[list + 1])
      return {
        lists,
        first,
        second,
        confidence: Float64Array.from(first, (row, pair) => confidenceOf(marginOf(row, second[pair]), lists[pair])),
        wrong: Float64Array.from(first, (row, pair) => wrongOf(row, second[pair])),
      }
    },
    each: {
      lists: known.lists,
      eachPairOf(list, most, random: Random, visit) {
        const count = known.pairsIn(list)
        const visited = (low: number, high: number) => {
          const margin = marginOf(low, high)
          visit(confidenceOf(margin, list), margin, wrongOf(low, high))
        }
        if (count <= most) known.each(list, visited)
        else for (let drawn = 0; drawn < most; drawn++) visited(...known.draw(list, random))
      },
    },
  }
}

/** The pairs of several draws, one after the other. */
export function joinedConfident(drawn: readonly ConfidentPairs[]): ConfidentPairs {
  const join = <Values extends Uint32Array | Float64Array>(of: (pairs: ConfidentPairs) => Values, into: Values): Values => {
    let at = 0
    for (const pairs of drawn) {
      into.set(of(pairs), at)
      at += of(pairs).length
    }
    return into
  }
  const length = drawn.reduce((sum, { wrong }) => sum + wrong.length, 0)
  return {
    lists: join(({ lists }) => lists, new Uint32Array(length)),
    first: join(({ first }) => first, new Uint32Array(length)),
    second: join(({ second }) => second, new Uint32Array(length)),
    confidence: join(({ confidence }) => confidence, new Float64Array(length)),
    wrong: join(({ wrong }) => wrong, new Float64Array(length)),
  }
}
