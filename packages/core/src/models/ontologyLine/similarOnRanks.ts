/**
 * What is similar to a term by its ranks on lines. With r the rank of a term among n, and w the range of the ranks at and below it,
 *
 *   s(a, b) = 1 − ln(max(|r_a − r_b|, w_a, w_b) + 1)/ln(n + 1)
 *
 * on one line: the share of the information that is needed to tell the two apart, had they to be found among n. Several lines answer with Lin's
 * ratio 2R/(I_a + I_b), R the mean of s over the lines, and I(v) that of s(v, v), an information content read off the lines. A share of the similarity is how alike the texts of the two are: see ontology/graph/textBits.ts.
 */
import { firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import { logOf } from '../../numeric/special/log.ts'
import { bitSimilarity } from '../../ontology/graph/textBits.ts'
import { closestFirst, type SimilarTerm, type SimilarTerms } from '../ontologyTerms/similarTerm.ts'
import type { OntologyModel } from './ontologyModel.ts'

type Placed = Pick<OntologyModel, 'lines' | 'ranks' | 'widths' | 'textShare' | 'bits'>

export function similarOnRanks(model: Placed): SimilarTerms {
  const { lines, ranks, widths, textShare, bits } = model
  const size = ranks.length / lines
  const on = Uint32Array.from(ranks.keys())
    .subarray(0, size)
    .filter((term) => ranks[term * lines] >= 0)
  const shared = sharesByDistance(on.length)
  const information = new Float64Array(size)
  for (const term of on) {
    for (let at = term * lines; at < (term + 1) * lines; at++) information[term] += shared[2 * widths[at]]
    information[term] /= lines
  }
  const meanShare = (a: number, b: number) => {
    let sum = 0
    for (let line = 0, x = a * lines, y = b * lines; line < lines; line++, x++, y++)
      sum += shared[2 * Math.max(Math.abs(ranks[x] - ranks[y]), widths[x], widths[y])]
    return sum / lines
  }
  const onLines = (a: number, b: number) => {
    const common = meanShare(a, b)
    if (lines === 1) return common
    return common === 0 ? 0 : Math.min(1, (2 * common) / (information[a] + information[b]))
  }
  const inText = textShare === 0 ? () => 0 : bitSimilarity(bits)
  const similarity = (a: number, b: number) => {
    if (a === b) return 1
    if (ranks[a * lines] < 0 || ranks[b * lines] < 0) return 0
    return (1 - textShare) * onLines(a, b) + textShare * inText(a, b)
  }
  let index: ReturnType<typeof nearestFirst> | undefined
  const search = (term: number, least: () => number): Iterable<number> => {
    // Alike texts may lie anywhere on the lines, so too little could be left out: one look at all terms in their order is quicker.
    if (textShare > 0) return ranks[term * lines] < 0 ? [] : on
    index ??= nearestFirst(model, on, shared, information)
    return index(term, least)
  }

  return {
    similarity,
    top(term, count) {
      const found: SimilarTerm[] = []
      if (count < 1) return found
      let least = Number.NEGATIVE_INFINITY
      for (const other of search(term, () => least)) {
        if (other === term) continue
        const value = similarity(term, other)
        if (value < least || (value === least && other > found[count - 1].term)) continue
        const each = { term: other, similarity: value }
        let place = found.length
        while (place > 0 && closestFirst(each, found[place - 1]) < 0) place--
        found.splice(place, 0, each)
        if (found.length > count) found.pop()
        if (found.length === count) least = found[count - 1].similarity
      }
      return found
    },
    above(term, least) {
      const found: SimilarTerm[] = []
      for (const other of search(term, () => least)) {
        if (other === term) continue
        const value = similarity(term, other)
        if (value >= least) found.push({ term: other, similarity: value })
      }
      return found.sort(closestFirst)
    },
  }
}

/** 1 − ln(d + 1)/ln(n + 1) at twice the distance d, which is a whole number: ranks of equal scores may lie half way between two. */
function sharesByDistance(size: number): Float64Array {
  const scale = logOf(size + 1)
  return Float64Array.from({ length: 2 * size + 1 }, (_, twice) => 1 - logOf(twice / 2 + 1) / scale)
}

/** By counting: the ranks are multiples of a half. */
function orderByRank(terms: Uint32Array, rankOf: (term: number) => number): Uint32Array {
  const starts = new Uint32Array(2 * terms.length + 1)
  for (const term of terms) starts[2 * rankOf(term) + 1]++
  for (let at = 1; at < starts.length; at++) starts[at] += starts[at - 1]
  const order = new Uint32Array(terms.length)
  for (const term of terms) order[starts[2 * rankOf(term)]++] = term
  return order
}

/**
 * The other terms that may be as similar as `least` asks for, as it rises: those close on any line first. What was not met within a
 * distance d on any line has s ≤ 1 − ln(max(d, w_a) + 1)/ln(n + 1) on each, so R ≤ U, the mean of that; and since R ≤ I_b, 2R/(I_a + I_b)
 * is at most 2U/(I_a + U). (The threshold algorithm of Fagin, Lotem & Naor 2003.)
 */
function nearestFirst({ lines, ranks, widths }: Placed, on: Uint32Array, shared: Float64Array, information: Float64Array) {
  const orders = Array.from({ length: lines }, (_, line) => orderByRank(on, (term) => ranks[term * lines + line]))
  const sorted = orders.map((order, line) => Float32Array.from(order, (term) => ranks[term * lines + line]))
  const seen = new Uint32Array(ranks.length / lines)
  let question = 0
  return function* search(term: number, least: () => number): Generator<number> {
    if (ranks[term * lines] < 0) return
    question++
    seen[term] = question
    const below = Int32Array.from(sorted, (places, line) => firstAtLeast(places, ranks[term * lines + line]) - 1)
    const above = below.map((place) => place + 1)
    let distance = 0
    do {
      distance = 2 * distance + 4
      for (let line = 0; line < lines; line++) {
        const [order, places, rank] = [orders[line], sorted[line], ranks[term * lines + line]]
        while (below[line] >= 0 && rank - places[below[line]] <= distance) {
          const other = order[below[line]--]
          if (seen[other] !== question) {
            seen[other] = question
            yield other
          }
        }
        while (above[line] < places.length && places[above[line]] - rank <= distance) {
          const other = order[above[line]++]
          if (seen[other] !== question) {
            seen[other] = question
            yield other
          }
        }
      }
      let most = 0
      for (let line = 0; line < lines; line++)
        most += shared[Math.min(2 * Math.max(distance, widths[term * lines + line]), shared.length - 1)]
      most /= lines
      const bound = lines === 1 ? most : most === 0 ? 0 : (2 * most) / (information[term] + most)
      if (bound < least() - 1e-12) return
    } while (distance <= on.length)
  }
}
