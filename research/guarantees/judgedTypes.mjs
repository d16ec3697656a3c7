// What is true of a type of lists: how sure the model is of its pairs and of itself, and what is wrong with it. Counted here by the definitions, not by the
// functions under test; only P of a margin comes from the model's calibration.
import { probabilityAbove } from '@rankwright/core/models'

/** Pairs of different labels: how far apart the scores are, and 1 if the order is wrong, 1/2 if there is none. */
export function pairsOf({ scores, labels }) {
  return scores.flatMap((score, i) =>
    scores.slice(0, i).flatMap((other, j) => {
      if (labels[i] === labels[j]) return []
      const margin = Math.abs(score - other)
      return [{ margin, wrong: margin === 0 ? 0.5 : score > other === labels[i] > labels[j] ? 0 : 1 }]
    }),
  )
}

/** The share of wrong pairs among those that are answered; 0 if none is. */
export function wrongAmong(pairs, isAnswered) {
  const answered = pairs.filter(({ margin }) => isAnswered(margin))
  return answered.length === 0 ? 0 : answered.reduce((sum, { wrong }) => sum + wrong, 0) / answered.length
}

export function confidenceOf({ scores }, calibration, about, cutoff) {
  const order = byScore(scores)
  const above = (place, other) => probabilityAbove(calibration, scores[order[place]] - scores[order[other]])
  if (about === 'top') return cutoff < order.length ? above(cutoff - 1, cutoff) : 1
  let [sum, pairs] = [0, 0]
  for (let place = 0; place < Math.min(cutoff, order.length); place++) {
    for (let other = place + 1; other < order.length; other++) {
      sum += above(place, other)
      pairs++
    }
  }
  return pairs === 0 ? 1 : sum / pairs
}

/** What is wrong with a list that is answered as a whole. */
export const listRisks = {
  'wrong-pairs': (type) => wrongAmong(pairsOf(type), () => true),
  ndcg: (type, cutoff) => 1 - ndcgOf(type.scores, type.labels, cutoff),
  worse: (type, cutoff) =>
    ndcgOf(type.scores, type.labels, cutoff) <
    ndcgOf(
      type.scores.map((_, item) => -item),
      type.labels,
      cutoff,
    )
      ? 1
      : 0,
  top: ({ scores, labels }, cutoff) => {
    const order = byScore(scores)
    const least = Math.min(...order.slice(0, cutoff).map((item) => labels[item]))
    return order.slice(cutoff).some((item) => labels[item] > least) ? 1 : 0
  },
}

/** Over the orders of equal scores, gains 2^label − 1. */
function ndcgOf(scores, labels, cutoff) {
  const gain = (label) => 2 ** label - 1
  const discount = (place) => (place < cutoff ? 1 / Math.log2(place + 2) : 0)
  const order = byScore(scores)
  let [dcg, place] = [0, 0]
  while (place < order.length) {
    let end = place
    while (end < order.length && scores[order[end]] === scores[order[place]]) end++
    let [gains, discounts] = [0, 0]
    for (let at = place; at < end; at++) {
      gains += gain(labels[order[at]])
      discounts += discount(at)
    }
    dcg += (gains * discounts) / (end - place)
    place = end
  }
  const ideal = labels.toSorted((a, b) => b - a).reduce((sum, label, at) => sum + gain(label) * discount(at), 0)
  return ideal === 0 ? 1 : dcg / ideal
}

function byScore(scores) {
  return Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a] || a - b)
}
