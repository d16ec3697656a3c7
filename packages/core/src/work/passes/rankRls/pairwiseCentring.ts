/**
 * The squared error over pairs as a sum over rows. With y the labels, f the scores and ω the weight of a list,
 *
 *   Σ_q ω_q/Ω · 1/m_q² Σ_{j,k} (yⱼ − yₖ − (fⱼ − fₖ))² = (y − f)ᵀ S Sᵀ (y − f),   S = D^½ (I − U Uᵀ):
 *
 * rows weigh d = 2 ω_q/(Ω m_q), and U has one unit column √d/‖√d‖ for each group of rows that is centred together. A group is a
 * list, Ω the sum over lists; with global centring all rows are one group of one list, rows weigh 2 ω/Ω, and Ω is the sum over rows.
 */
import type { GradedLists } from '../rankingPass.ts'

export interface PairwiseCentring {
  /** Group g is rows starts[g] .. starts[g + 1]. */
  readonly starts: Uint32Array
  /** √d of each row. */
  readonly roots: Float64Array
  /** U: the entries of all columns, one per row. */
  readonly units: Float64Array
}

/** What the centring of some lists has to know about all. */
export interface CentringTotals {
  /** Ω. */
  readonly weight: number
  readonly lists: number
  readonly rows: number
  /** With global centring. */
  readonly group?: GroupTotals
}

/** Sums over all rows as one group, y₀ being the label of the first row. */
export interface GroupTotals {
  /** Σ d. */
  readonly weight: number
  readonly firstLabel: number
  /** Σ d (y − y₀). */
  readonly labels: number
  /** Σ u √d (y − y₀). */
  readonly alongLabels: number
}

/** The centring of these lists, which may be some of all; with global centring they are then a part of the group. */
export function pairwiseCentring(lists: GradedLists, totals: Pick<CentringTotals, 'weight' | 'group'>): PairwiseCentring {
  const { offsets } = lists
  const rows = offsets[offsets.length - 1]
  const roots = rowRoots(lists, totals.group ? 'global' : 'list', totals.weight)
  if (totals.group) {
    return { starts: Uint32Array.of(0, rows), roots, units: roots.map((root) => root / Math.sqrt(totals.group!.weight)) }
  }
  const units = new Float64Array(rows)
  for (let group = 0; group + 1 < offsets.length; group++) {
    let square = 0
    for (let row = offsets[group]; row < offsets[group + 1]; row++) square += roots[row] * roots[row]
    if (square > 0) for (let row = offsets[group]; row < offsets[group + 1]; row++) units[row] = roots[row] / Math.sqrt(square)
  }
  return { starts: offsets, roots, units }
}

/** √d of each row, given Ω. */
export function rowRoots({ offsets, listWeights }: GradedLists, centre: 'list' | 'global', weight: number): Float64Array {
  const roots = new Float64Array(offsets[offsets.length - 1])
  for (let list = 0; list + 1 < offsets.length; list++) {
    const share = centre === 'list' ? weight * (offsets[list + 1] - offsets[list]) : weight
    roots.fill(Math.sqrt((2 * (listWeights?.[list] ?? 1)) / share), offsets[list], offsets[list + 1])
  }
  return roots
}

/** z = Sᵀ y for these lists. */
export function centredLabels({ labels }: GradedLists, centring: PairwiseCentring, { group }: Pick<CentringTotals, 'group'>): Float64Array {
  const { roots, units } = centring
  if (group) return labels.map((label, row) => (label - group.firstLabel) * roots[row] - units[row] * group.alongLabels)
  const centred = labels.slice()
  centre(centring, centred)
  return centred
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
