import { transposeInto } from '../../../numeric/dense/transpose.ts'
import type { Tridiagonal } from '../../../numeric/dense/tridiagonal.ts'
import type { Training } from '../../../runtime/training.ts'
import { obeyStop } from '../../../runtime/training.ts'
import { addTransposedProduct, centreFeatures, evaluateRows, type FeatureRows, multiplyBlock } from './featureRows.ts'
import type { HeldOutFold } from './heldOutFolds.ts'
import { groupCutter, heldOutScores } from './heldOutScores.ts'
import { addToEquations, type NormalEquations } from './normalEquations.ts'
import { featureBlockRows } from './rowFeatures.ts'

/** Folds with more rows are subtracted from the sums instead of solved by themselves. */
const longFold = 1024

/** The sums over all rows, and the same with a tridiagonal matrix: gram = Q T Qᵀ, turned = Qᵀ moments. */
export interface SolvedEquations {
  readonly equations: NormalEquations
  readonly form: Tridiagonal
  readonly turned: Float64Array
}

/** What fits without each fold say about its rows, for every penalty: turns their labels in `scores` into scores. */
export function* primalHeldOut(
  rows: FeatureRows,
  { equations, form, turned }: SolvedEquations,
  lambdas: readonly number[],
  folds: readonly HeldOutFold[],
  scores: readonly Float64Array[],
): Training<void> {
  const { centring, totals, runtime } = rows
  const mark = runtime.compute.mark()
  try {
    const cuts = totals.group ? (held: Uint32Array) => held.length !== totals.rows : groupCutter(centring)
    const short = folds.filter((fold) => fold.rows.length <= longFold)
    const system = {
      form,
      turned,
      centring,
      right: rows.right,
      side: 'primal',
      cuts,
      coordinates: coordinatesOf(rows, form, short),
    } as const
    yield* heldOutScores(system, lambdas, short, scores, runtime)
    for (const fold of folds) {
      if (fold.rows.length > longFold) yield* withoutLongFold(rows, equations, fold, cuts(fold.rows), lambdas, scores)
    }
  } finally {
    runtime.compute.release(mark)
  }
}

/** What the rows of these folds are in the coordinates of the form: rows of Z Q, each as a column. */
function coordinatesOf(rows: FeatureRows, form: Tridiagonal, folds: readonly HeldOutFold[]) {
  const { compute } = rows.runtime
  const { size } = rows.features
  const most = Math.max(featureBlockRows, ...folds.map((fold) => fold.rows.length))
  const features = compute.float64(most * size)
  const transposed = compute.float64(size * most)
  const q = compute.float64(size * size)
  transposeInto(size, size, form.q, q)
  return (held: Uint32Array, _cut: boolean, into: Float64Array) => {
    evaluateRows(rows, held, features)
    centreFeatures(rows, held, features)
    transposeInto(held.length, size, features, transposed)
    compute.gemm(size, held.length, size, q, transposed, into)
  }
}

/** The fold's part of the sums is subtracted, and the rest solved for each penalty. */
function* withoutLongFold(
  rows: FeatureRows,
  equations: NormalEquations,
  fold: HeldOutFold,
  cut: boolean,
  lambdas: readonly number[],
  scores: readonly Float64Array[],
): Training<void> {
  const { compute } = rows.runtime
  const mark = compute.mark()
  const own = foldSums(rows, fold.rows, cut)
  const thetas = yield* solutionsWithout(rows, equations, own, fold.left, lambdas)
  const means = cut ? meansWithout(rows, rows.groupOf[fold.rows[0]], own) : undefined
  scoreFold(rows, fold.rows, thetas, means, scores)
  compute.release(mark)
}

/** The sums over the rows of a fold. */
interface FoldSums extends NormalEquations {
  /** Zᵀ u and zᵀ u for the rows of the fold; 0 where it holds whole groups. */
  readonly along: Float64Array
  readonly alongLabels: number
  /** Where a group is cut, the mean of what is left of it lies elsewhere, which takes off along alongᵀ so many times more. */
  readonly more: number
}

function foldSums(rows: FeatureRows, held: Uint32Array, cut: boolean): FoldSums {
  const { features, centring, runtime, right, block, vector } = rows
  const { units } = centring
  const { size } = features
  const own = { gram: runtime.compute.float64(size * size), moments: new Float64Array(size) }
  const along = new Float64Array(size)
  let [alongLabels, taken] = [0, 0]
  for (let start = 0; start < held.length; start += featureBlockRows) {
    obeyStop(runtime)
    const part = held.subarray(start, start + featureBlockRows)
    evaluateRows(rows, part, block)
    addToEquations(rows, part, own)
    if (!cut) continue
    for (const [i, row] of part.entries()) vector[i] = units[row]
    addTransposedProduct(rows, part.length, along)
    for (const row of part) {
      alongLabels += units[row] * right[row]
      taken += units[row] * units[row]
    }
  }
  return { ...own, along, alongLabels, more: cut ? 1 / (1 - taken) : 0 }
}

/** θ for each penalty from all sums but those of the fold; undefined where the penalty is too small. `left` is the share of weight left. */
function* solutionsWithout(
  { features, runtime }: FeatureRows,
  all: NormalEquations,
  { gram, moments, along, alongLabels, more }: FoldSums,
  left: number,
  lambdas: readonly number[],
): Training<readonly (Float64Array | undefined)[]> {
  const { compute } = runtime
  const { size } = features
  const factor = compute.float64(size * size)
  const thetas: (Float64Array | undefined)[] = []
  for (const lambda of lambdas) {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) factor[i * size + j] = all.gram[i * size + j] - gram[i * size + j] - more * along[i] * along[j]
      factor[i * size + i] += lambda * left
    }
    const theta = all.moments.map((value, j) => value - moments[j] - more * along[j] * alongLabels)
    const known = compute.cholesky(size, factor)
    if (known) compute.choleskySolve(size, factor, theta)
    thetas.push(known ? theta : undefined)
    yield { stage: 'leaving out', done: thetas.length, total: lambdas.length }
  }
  return thetas
}

interface GroupMeans {
  readonly features: Float64Array
  readonly label: number
}

/** The means of features and labels over what is left of a group that the fold cuts. */
function meansWithout(rows: FeatureRows, group: number, { along, alongLabels, more }: FoldSums): GroupMeans {
  const mean = rows.means.get(group)
  if (mean === undefined) throw new Error('a fold that is long is part of a long group')
  const { weight, firstLabel, labels } = groupLabels(rows, group)
  const unit = Math.sqrt(weight)
  return {
    features: mean.base.map((value, j) => value + (mean.along[j] - more * along[j]) / unit),
    label: firstLabel + labels / weight - (more * alongLabels) / unit,
  }
}

/** Σ d and Σ d (y − y₀) over a group. */
function groupLabels({ lists, centring, totals }: FeatureRows, group: number): { weight: number; firstLabel: number; labels: number } {
  if (totals.group) return totals.group
  const { starts, roots } = centring
  const firstLabel = lists.labels[starts[group]]
  let [weight, labels] = [0, 0]
  for (let row = starts[group]; row < starts[group + 1]; row++) {
    const own = roots[row] * roots[row]
    weight += own
    labels += own * (lists.labels[row] - firstLabel)
  }
  return { weight, firstLabel, labels }
}

/** Sets the scores of the fold's rows, one array for each θ; NaN where there is none. */
function scoreFold(
  rows: FeatureRows,
  held: Uint32Array,
  thetas: readonly (Float64Array | undefined)[],
  means: GroupMeans | undefined,
  scores: readonly Float64Array[],
): void {
  const { runtime, block, vector } = rows
  for (let start = 0; start < held.length; start += featureBlockRows) {
    const part = held.subarray(start, start + featureBlockRows)
    evaluateRows(rows, part, block)
    for (const [index, theta] of thetas.entries()) {
      if (theta !== undefined) multiplyBlock(rows, part.length, theta)
      const constant = theta === undefined || means === undefined ? 0 : means.label - runtime.compute.dot(means.features, theta)
      for (const [i, row] of part.entries()) scores[index][row] = theta === undefined ? Number.NaN : vector[i] + constant
    }
  }
}
