/** What metrics other than NDCG would change by if the items at two places changed places. Labels stand in the order of the scores, places from 0. */
import { lossGain } from '../../../../losses/dcgWeights.ts'
import type { PairWeights } from './pairObjective.ts'

/** Every pair counts the same; with their number, a list counts once. */
export const equalWeights: PairWeights = (labels) => {
  const sorted = labels.slice().sort()
  let [pairs, from] = [0, 0]
  for (let item = 1; item <= sorted.length; item++) {
    if (item < sorted.length && sorted[item] === sorted[from]) continue
    pairs += (item - from) * (sorted.length - item)
    from = item
  }
  return () => 1 / pairs
}

/** Average precision; labels above 0 are relevant. */
export const averagePrecisionWeights: PairWeights = (labels) => {
  const found = new Float64Array(labels.length + 1) // relevant items before each place
  const shares = new Float64Array(labels.length + 1) // the sum of 1/(place + 1) over them
  for (const [place, label] of labels.entries()) {
    found[place + 1] = found[place] + Number(label > 0)
    shares[place + 1] = shares[place] + (label > 0 ? 1 / (place + 1) : 0)
  }
  const relevant = found[labels.length]
  return (i, j) => {
    if (labels[i] > 0 === labels[j] > 0) return 0
    const between = shares[j] - shares[i + 1]
    const first = labels[i] > 0 ? found[i + 1] : found[i] + 1
    return Math.abs(first / (i + 1) + between - found[j + 1] / (j + 1)) / relevant
  }
}

/** Reciprocal rank; labels above 0 are relevant. */
export const reciprocalRankWeights: PairWeights = (labels) => {
  const first = labels.findIndex((label) => label > 0)
  const second = labels.findIndex((label, place) => label > 0 && place > first)
  return (i, j) => {
    if (labels[i] > 0 === labels[j] > 0 || first < 0) return 0
    if (labels[j] > 0) return i < first ? 1 / (i + 1) - 1 / (first + 1) : 0
    if (i !== first) return 0
    return 1 / (i + 1) - 1 / ((second < 0 ? j : Math.min(j, second)) + 1)
  }
}

/** Expected reciprocal rank: an item satisfies with the probability (2^label − 1)/2^greatest. Chapelle, Metzler, Zhang & Grinspan 2009. */
export const expectedReciprocalRankWeights: PairWeights = (labels) => {
  const greatest = lossGain(labels.reduce((most, label) => Math.max(most, label), 0)) + 1
  const satisfies = labels.map((label) => lossGain(label) / greatest)
  const reached = new Float64Array(labels.length + 1)
  const sums = new Float64Array(labels.length + 1)
  reached[0] = 1
  for (const [place, chance] of satisfies.entries()) {
    sums[place + 1] = sums[place] + (reached[place] * chance) / (place + 1)
    reached[place + 1] = reached[place] * (1 - chance)
  }
  return (i, j) => {
    const [a, b] = [satisfies[i], satisfies[j]]
    const ratio = (1 - b) / (1 - a)
    const atFirst = (reached[i] * (b - a)) / (i + 1)
    const between = (ratio - 1) * (sums[j] - sums[i + 1])
    const atSecond = (reached[j] * (ratio * a - b)) / (j + 1)
    return Math.abs(atFirst + between + atSecond)
  }
}
