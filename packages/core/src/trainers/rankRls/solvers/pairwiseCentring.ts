/**
 * The squared error over pairs as a sum over rows. With y the labels, f the scores and ω the weight of a list,
 *
 *   Σ_q ω_q/Ω · 1/m_q² Σ_{j,k} (yⱼ − yₖ − (fⱼ − fₖ))² = (y − f)ᵀ S Sᵀ (y − f),   S = D^½ (I − U Uᵀ):
 *
 * rows weigh d = 2 ω_q/(Ω m_q), and U has one unit column √d/‖√d‖ for each group of rows that is centred together. A group is a
 * list, Ω the sum over lists; with global centring all rows are one group of one list, rows weigh 2 ω/Ω, and Ω is the sum over rows.
 */
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { rowWeights } from '../../common/rowWeights.ts'

export interface PairwiseCentring {
  /** Group g is rows starts[g] .. starts[g + 1]. */
  readonly starts: Uint32Array
  /** √d of each row. */
  readonly roots: Float64Array
  /** U: the entries of all columns, one per row. */
  readonly units: Float64Array
}

export function pairwiseCentring(lists: RankingLists, centre: 'list' | 'global'): PairwiseCentring {
  const { labels, offsets, listWeights } = lists
  const { weights, totalWeight } = rowWeights(lists)
  const rows = labels.length
  const roots = new Float64Array(rows)
  if (centre === 'global') {
    for (let row = 0; row < rows; row++) roots[row] = Math.sqrt((2 * (weights?.[row] ?? 1)) / totalWeight)
  } else {
    const count = offsets.length - 1
    let total = 0
    for (let list = 0; list < count; list++) if (offsets[list + 1] > offsets[list]) total += listWeights?.[list] ?? 1
    for (let list = 0; list < count; list++) {
      const size = offsets[list + 1] - offsets[list]
      roots.fill(Math.sqrt((2 * (listWeights?.[list] ?? 1)) / (total * size)), offsets[list], offsets[list + 1])
    }
  }
  const starts = centre === 'global' ? Uint32Array.of(0, rows) : offsets
  const units = new Float64Array(rows)
  for (let group = 0; group + 1 < starts.length; group++) {
    let square = 0
    for (let row = starts[group]; row < starts[group + 1]; row++) square += roots[row] * roots[row]
    if (square > 0) for (let row = starts[group]; row < starts[group + 1]; row++) units[row] = roots[row] / Math.sqrt(square)
  }
  return { starts, roots, units }
}

/** into ← Sᵀ into: rows are weighed, then centred. Only for some groups where a range is given. */
export function centre({ starts, roots, units }: PairwiseCentring, into: Float64Array, from = 0, to = starts.length - 1): void {
  for (let group = from; group < to; group++) {
    const [first, last] = [starts[group], starts[group + 1]]
    // From the first row on, so that a large common part takes no digits with it.
    const base = into[first]
    let along = 0
    for (let row = first; row < last; row++) along += units[row] * (into[row] = (into[row] - base) * roots[row])
    for (let row = first; row < last; row++) into[row] -= units[row] * along
  }
}

/** into ← S into: what `centre` does, the other way round. */
export function uncentre({ starts, roots, units }: PairwiseCentring, into: Float64Array, from = 0, to = starts.length - 1): void {
  for (let group = from; group < to; group++) {
    const [first, last] = [starts[group], starts[group + 1]]
    let along = 0
    for (let row = first; row < last; row++) along += units[row] * into[row]
    for (let row = first; row < last; row++) into[row] = (into[row] - units[row] * along) * roots[row]
  }
}

/** The mean of y − f over rows, each by its weight: what has to be added to the scores to bring them to the labels. */
export function interceptOf({ roots }: PairwiseCentring, labels: Float64Array, scores: Float64Array): number {
  let sum = 0
  let weight = 0
  for (let row = 0; row < labels.length; row++) {
    sum += roots[row] * roots[row] * (labels[row] - scores[row] - labels[0])
    weight += roots[row] * roots[row]
  }
  return labels[0] + sum / weight
}
