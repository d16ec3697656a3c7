/**
 * What is similar to a term by the smallest subtrees of several lines. Each line drew a tree of the terms. With w(v) the range of the ranks at and
 * below v on that line, n terms, and a ∨ b the lowest term above both in its tree (a term is above itself),
 *
 *   s(a, b) = 1 − ln(w(a ∨ b) + 1)/ln n
 *
 * and 0 where nothing but the top of the tree is above both. With R the mean of s over the lines, and I(v) that of s(v, v), an information content read off the
 * lines, the answer is the mean of two ratios of Lin's form: 2R/(I_a + I_b), and that of the most informative term above both in the whole
 * hierarchy (likenessAbove.ts), of which a drawn tree keeps one parent for each term. In a tree they are the same.
 *
 * The distance of two ranks, which similarOnRanks.ts takes, is at most w(a ∨ b) but varies with the order of siblings: where most pairs have only the top in
 * common, that would put equal pairs in a random order. A share of the similarity is how alike the texts of the two are: see ontology/graph/textBits.ts.
 */
import { logOf } from '../../numeric/special/log.ts'
import { bitSimilarity } from '../../ontology/graph/textBits.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { closestFirst, type SimilarTerm, type SimilarTerms } from '../ontologyTerms/similarTerm.ts'
import { drawnIntervals } from './drawnIntervals.ts'
import { likenessAbove } from './likenessAbove.ts'
import { nearestOfRow } from './nearestOfRow.ts'
import type { OntologyModel } from './ontologyModel.ts'

export type Subtrees = Pick<OntologyModel, 'lines' | 'kept' | 'widths' | 'textShare' | 'bits'>

export interface SimilarOnSubtrees extends SimilarTerms {
  /** To all terms, in the order of their numbers; valid until the next call. */
  row(term: number): Float64Array
  /** The greatest s of two terms on any line. */
  closest(a: number, b: number): number
}

export function similarOnSubtrees({ lines, kept, widths, textShare, bits }: Subtrees, hierarchy: Hierarchy): SimilarOnSubtrees {
  const size = kept.length / lines
  const { order, starts, ends, count } = drawnIntervals(kept, lines)
  const share = sharesByWidth(count)
  const isOn = (term: number) => kept[term * lines] >= -1
  const information = new Float64Array(size)
  for (let term = 0; term < size; term++) {
    if (!isOn(term)) continue
    for (let at = term * lines; at < (term + 1) * lines; at++) information[term] += share[2 * widths[at]]
    information[term] /= lines
  }
  const wholeHierarchy = likenessAbove(hierarchy, information)
  /** s on one line: up from a to the first term with b below it. */
  const shareOn = (line: number, a: number, b: number) => {
    const place = starts[b * lines + line]
    let holder = a
    while (holder >= 0) {
      const at = holder * lines + line
      if (starts[at] <= place && place < ends[at]) return share[2 * widths[at]]
      holder = kept[at]
    }
    return 0
  }
  const ratio = (common: number, a: number, b: number) =>
    common === 0 ? 0 : Math.min(1, (2 * common) / lines / (information[a] + information[b]))
  const onLines = (a: number, b: number) => {
    let common = 0
    for (let line = 0; line < lines; line++) common += shareOn(line, a, b)
    return (ratio(common, a, b) + wholeHierarchy.of(a, b)) / 2
  }
  const inText = textShare === 0 ? () => 0 : bitSimilarity(bits)
  const withText = (lineShare: number, a: number, b: number) => (1 - textShare) * lineShare + textShare * inText(a, b)
  const into = new Float64Array(size)

  /** The similarities to all terms without texts: on each line, a subtree above the term gives its share to what the one before it did not hold. */
  const lineRow = (term: number) => {
    into.fill(0)
    for (let line = 0; line < lines; line++) {
      const from = line * count
      let [start, end] = [starts[term * lines + line], starts[term * lines + line]]
      for (let holder = term; holder >= 0; holder = kept[holder * lines + line]) {
        const at = holder * lines + line
        const value = share[2 * widths[at]]
        if (value === 0) break
        for (let place = starts[at]; place < start; place++) into[order[from + place]] += value
        for (let place = end; place < ends[at]; place++) into[order[from + place]] += value
        start = starts[at]
        end = ends[at]
      }
    }
    const inHierarchy = wholeHierarchy.row(term)
    for (let other = 0; other < size; other++) into[other] = (ratio(into[other], term, other) + inHierarchy[other]) / 2
    return into
  }
  const answers: SimilarOnSubtrees = {
    similarity: (a, b) => (a === b ? 1 : isOn(a) && isOn(b) ? withText(onLines(a, b), a, b) : 0),
    closest(a, b) {
      let most = 0
      for (let line = 0; line < lines; line++) most = Math.max(most, shareOn(line, a, b))
      return most
    },
    row(term) {
      if (!isOn(term)) into.fill(0)
      else {
        lineRow(term)
        if (textShare > 0) for (let other = 0; other < size; other++) into[other] = isOn(other) ? withText(into[other], term, other) : 0
      }
      into[term] = 1
      return into
    },
    top(term, most) {
      if (!isOn(term) || most < 1) return []
      const others = (other: number) => other !== term && isOn(other)
      return nearestOfRow(lineRow(term), most, others, {
        atMost: (lineShare) => (1 - textShare) * lineShare + textShare,
        similarity: (lineShare, other) => withText(lineShare, term, other),
      })
    },
    above(term, least) {
      const found: SimilarTerm[] = []
      if (!isOn(term)) return found
      for (const [other, lineShare] of lineRow(term).entries()) {
        if (other === term || !isOn(other)) continue
        const value = withText(lineShare, term, other)
        if (value >= least) found.push({ term: other, similarity: value })
      }
      return found.sort(closestFirst)
    },
  }
  // The loops are not compiled at first, which makes the first questions several times as slow. Some are asked here.
  for (let question = 0; question < rehearsed; question++) answers.top(Math.floor(((question + 0.5) * size) / rehearsed), 10)
  return answers
}

/** Questions asked beforehand. */
const rehearsed = 8

/** 1 − ln(w + 1)/ln n at twice the width w, which is a whole number: ranks of equal scores may lie half way between two. The whole line has 0. */
function sharesByWidth(count: number): Float64Array {
  const scale = logOf(Math.max(2, count))
  return Float64Array.from({ length: 2 * count + 1 }, (_, twice) => (twice >= 2 * (count - 1) ? 0 : 1 - logOf(twice / 2 + 1) / scale))
}
