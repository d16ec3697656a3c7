import type { Random } from '../numeric/random.ts'
import type { ListRisks } from './guaranteedThreshold.ts'
import type { PairJudge } from './judgedPairs.ts'

/** Longer lists, of more than about 1,400 items, give this many drawn pairs. */
const MOST_PAIRS_OF_A_LIST = 2 ** 20

/**
 * How each list with pairs fares at each threshold, over all its pairs. Pairs are visited once and not kept. What a pair is answered by is
 * the first thing that the judge tells of it, such as its distance.
 */
export function listRisks(
  judge: Pick<PairJudge, 'lists' | 'eachPairOf'>,
  thresholds: readonly number[],
  random: Random,
  isAnswered: (confidence: number, threshold: number) => boolean = (confidence, threshold) => confidence > threshold,
): ListRisks[] {
  const grid = Float64Array.from(new Set(thresholds)).sort()
  const rows: { readonly list: number; readonly coverage: Float64Array; readonly risk: Float64Array }[] = []
  for (let list = 0; list < judge.lists; list++) {
    // At place p: pairs that are answered at the first p thresholds.
    const pairs = new Float64Array(grid.length + 1)
    const misses = new Float64Array(grid.length + 1)
    let all = 0
    judge.eachPairOf(list, MOST_PAIRS_OF_A_LIST, random, (confidence, _, wrong) => {
      let place = 0
      while (place < grid.length && isAnswered(confidence, grid[place])) place++
      pairs[place]++
      misses[place] += wrong
      all++
    })
    if (all > 0) rows.push({ list, ...sharesOf(pairs, misses, all) })
  }
  const lists = Uint32Array.from(rows, ({ list }) => list)
  return Array.from(grid, (threshold, place) => ({
    lists,
    threshold,
    coverage: Float64Array.from(rows, ({ coverage }) => coverage[place]),
    risk: Float64Array.from(rows, ({ risk }) => risk[place]),
  }))
}

function sharesOf(pairs: Float64Array, misses: Float64Array, all: number): { coverage: Float64Array; risk: Float64Array } {
  const coverage = new Float64Array(pairs.length - 1)
  const risk = new Float64Array(pairs.length - 1)
  let [answered, wrong] = [0, 0]
  for (let place = coverage.length - 1; place >= 0; place--) {
    answered += pairs[place + 1]
    wrong += misses[place + 1]
    coverage[place] = answered / all
    risk[place] = answered === 0 ? 0 : wrong / answered
  }
  return { coverage, risk }
}
