/**
 * The scores that rows would get from fits that never saw their fold, for a whole path of penalties and without a refit. For a
 * fold h let r be the residuals of the fit on everything, weighed and centred, and H the part of the fold in the matrix that takes
 * labels to scores: the residuals of the fold without it are (I − H)⁻¹ r (Pahikkala et al. 2009, "An efficient algorithm for
 * learning to rank from preference graphs", §4). The objective is a mean over lists, so without the fold each list that is left
 * counts for more, and the penalty for less: λ is multiplied by the share of the weight that is left.
 */

import type { Compute } from '../../../numeric/compute/compute.ts'
import { shiftTridiagonal, type Tridiagonal } from '../../../numeric/dense/tridiagonal.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import type { HeldOutFold } from './heldOutFolds.ts'
import type { PairwiseCentring } from './pairwiseCentring.ts'

/** A reduced system, as its rows see it. */
export interface ReducedSystem {
  readonly form: Pick<Tridiagonal, 'diagonal' | 'beside'>
  /** The right-hand side in the coordinates of the reduced form. */
  readonly turned: Float64Array
  readonly centring: PairwiseCentring
  /** Sᵀ y. */
  readonly right: Float64Array
  /**
   * `dual`: the form is that of G, so that I − H = λ (G + λ I)⁻¹. `primal`: it is that of Zᵀ Z with G = Z Zᵀ, so that
   * H = Z (Zᵀ Z + λ I)⁻¹ Zᵀ.
   */
  readonly side: 'dual' | 'primal'
  /**
   * into (coordinates × rows) ← what each row is in these coordinates: of Q, or of Z Q. Where groups are cut by the fold, rows of Q
   * come without what they share along U.
   */
  coordinates(rows: Uint32Array, cut: boolean, into: Float64Array): void
  /** Whether rows are only a part of a group that is centred together: the rest still determines its mean. */
  cuts(rows: Uint32Array): boolean
}

/** Rows of several folds that go through the tridiagonal solves together. */
const batchRows = 256

/** Turns labels, an array for each penalty, into scores by fits without the fold of each row; NaN where a penalty is too small for the arithmetic. */
export function* heldOutScores(
  system: ReducedSystem,
  lambdas: readonly number[],
  folds: readonly HeldOutFold[],
  scores: readonly Float64Array[],
  runtime: Runtime,
): Training<void> {
  const { form } = system
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const memory = batchMemory(form.diagonal.length, folds, compute)
    let done = 0
    for (const folded of batches(folds)) {
      obeyStop(runtime)
      const rows = Uint32Array.from(folded.flatMap((fold) => Array.from(fold.rows)))
      const cut = system.cuts(folded[0].rows) // the same for all folds
      system.coordinates(rows, cut, memory.own)
      for (const [index, lambda] of lambdas.entries()) {
        const penalty = lambda * folded[0].left
        const shifted = shiftTridiagonal(form, penalty)
        if (shifted === undefined) {
          for (const row of rows) scores[index][row] = Number.NaN
          continue
        }
        memory.inverses.set(shifted.inverses)
        substitute(system, rows.length, shifted.links, memory)
        for (let at = 0, fold = 0; fold < folded.length; at += folded[fold++].rows.length) {
          leaveOut(system, { held: folded[fold].rows, cut, at, width: rows.length, penalty }, memory, compute, scores[index])
        }
      }
      done += folded.length
      yield { stage: 'leaving out', done, total: folds.length }
    }
  } finally {
    compute.release(mark)
  }
}

/** Memory for the rows of a batch, a column for each, and for one fold of it. */
interface BatchMemory {
  /** The rows in the coordinates of the form, and L⁻¹ times them, with T + λ I = L D Lᵀ. */
  readonly own: Float64Array
  readonly solved: Float64Array
  /** 1/D. */
  readonly inverses: Float64Array
  /** What the fit on everything gives the rows. */
  readonly fitted: Float64Array
  /** The columns of one fold, its system and its residuals. */
  readonly part: Float64Array
  readonly gram: Float64Array
  readonly residuals: Float64Array
}

function batchMemory(n: number, folds: readonly HeldOutFold[], compute: Compute): BatchMemory {
  const largest = folds.reduce((most, { rows }) => Math.max(most, rows.length), 0)
  const most = Math.max(batchRows, largest)
  return {
    own: compute.float64(n * most),
    solved: compute.float64(n * most),
    inverses: compute.float64(n),
    fitted: new Float64Array(most),
    part: compute.float64(n * largest),
    gram: compute.float64(largest * largest),
    residuals: compute.float64(largest),
  }
}

/** One fold of a batch that is `width` rows wide, of which the fold's begin at the row `at`. */
interface BatchedFold {
  readonly held: Uint32Array
  readonly cut: boolean
  readonly at: number
  readonly width: number
  readonly penalty: number
}

/** Subtracts (I − H)⁻¹ r from the labels in `scores`. */
function leaveOut(
  { form, centring, right, side }: ReducedSystem,
  { held, cut, at, width, penalty }: BatchedFold,
  { solved, inverses, fitted, part, gram, residuals }: BatchMemory,
  compute: Compute,
  scores: Float64Array,
): void {
  const { roots, units } = centring
  const n = form.diagonal.length
  const count = held.length
  const factor = side === 'dual' ? penalty : -1
  gram.fill(0, 0, count * count)
  if (count === 1) for (let j = 0; j < n; j++) gram[0] += inverses[j] * solved[j * width + at] * solved[j * width + at]
  else {
    for (let j = 0; j < n; j++) part.set(solved.subarray(j * width + at, j * width + at + count), j * count)
    compute.syrk(n, count, part, inverses, gram)
  }
  for (let i = 0; i < count; i++) {
    const row = held[i]
    residuals[i] = side === 'dual' ? factor * fitted[at + i] : right[row] - fitted[at + i]
    for (let k = 0; k <= i; k++) {
      const taken = cut && side === 'primal' ? units[row] * units[held[k]] : 0
      gram[i * count + k] = factor * gram[i * count + k] - taken + (side === 'primal' && i === k ? 1 : 0)
    }
  }
  const known = compute.cholesky(count, gram)
  if (known) compute.choleskySolve(count, gram, residuals)
  for (let i = 0; i < count; i++) scores[held[i]] -= known ? residuals[i] / roots[held[i]] : Number.NaN
}

/**
 * solved ← L⁻¹ own, and fitted ← ownᵀ (T + λ I)⁻¹ turned: with T + λ I = L D Lᵀ, all that is asked of it are products of such
 * columns with 1/D between.
 */
function substitute(
  { form, turned }: ReducedSystem,
  width: number,
  links: Float64Array,
  { own, solved, inverses, fitted }: BatchMemory,
): void {
  const n = form.diagonal.length
  fitted.fill(0)
  let carried = 0
  for (let j = 0; j < n; j++) {
    const at = j * width
    const link = j === 0 ? 0 : links[j - 1]
    carried = turned[j] - link * carried
    const weight = carried * inverses[j]
    if (j === 0) solved.set(own.subarray(0, width))
    else for (let i = 0; i < width; i++) solved[at + i] = own[at + i] - link * solved[at - width + i]
    for (let i = 0; i < width; i++) fitted[i] += weight * solved[at + i]
  }
}

/** Folds that leave the same share of weight, except for rounding, together as long as they fit. */
function batches(folds: readonly HeldOutFold[]): HeldOutFold[][] {
  const result: HeldOutFold[][] = []
  let size = Infinity
  for (const fold of folds) {
    const batch = result.at(-1)
    if (batch === undefined || size + fold.rows.length > batchRows || Math.abs(batch[0].left - fold.left) > 1e-14) {
      result.push([fold])
      size = fold.rows.length
    } else {
      batch.push(fold)
      size += fold.rows.length
    }
  }
  return result
}

/** `cuts` where all rows of every group are here. */
export function groupCutter({ starts, roots }: PairwiseCentring): (rows: Uint32Array) => boolean {
  const groupOf = new Uint32Array(roots.length)
  for (let group = 0; group + 1 < starts.length; group++) groupOf.fill(group, starts[group], starts[group + 1])
  return (rows) => {
    let size = 0
    for (let i = 0; i < rows.length; i++) {
      const group = groupOf[rows[i]]
      if (i === 0 || group !== groupOf[rows[i - 1]]) size += starts[group + 1] - starts[group]
    }
    return size !== rows.length
  }
}
