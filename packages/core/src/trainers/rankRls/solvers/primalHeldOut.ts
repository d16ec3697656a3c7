import { transposeInto } from '../../../numeric/dense/transpose.ts'
import type { Training } from '../../../runtime/training.ts'
import { obeyStop } from '../../../runtime/training.ts'
import { addTransposedProduct, centreFeatures, evaluateRows, type FeatureRows, multiplyBlock } from './featureRows.ts'
import { featureBlockRows } from './featureSpace.ts'
import type { HeldOutFold } from './heldOutFolds.ts'
import { type HeldOutPath, heldOutPath } from './heldOutPath.ts'
import { groupCutter, heldOutScores } from './heldOutScores.ts'
import { addToEquations, type NormalEquations } from './normalEquations.ts'
import type { TridiagonalSystem } from './tridiagonalSystem.ts'

/** Folds with more rows are subtracted from the sums instead of solved by themselves. */
const longFold = 1024

/** What fits without each fold say about it, for every penalty. */
export function* primalHeldOut(
  rows: FeatureRows,
  equations: NormalEquations,
  reduced: TridiagonalSystem,
  lambdas: readonly number[],
  folds: readonly HeldOutFold[],
): Training<HeldOutPath> {
  const { problem, runtime } = rows
  const mark = runtime.compute.mark()
  try {
    const short = folds.filter((fold) => fold.rows.length <= longFold)
    const scores = yield* withoutShortFolds(rows, reduced, lambdas, short)
    const cutsGroup = groupCutter(problem.centring)
    for (const fold of folds) {
      if (fold.rows.length > longFold) yield* withoutLongFold(rows, equations, fold, cutsGroup(fold.rows), lambdas, scores)
    }
    return heldOutPath(problem, lambdas, scores)
  } finally {
    runtime.compute.release(mark)
  }
}

function* withoutShortFolds(
  rows: FeatureRows,
  { form, turned }: TridiagonalSystem,
  lambdas: readonly number[],
  folds: readonly HeldOutFold[],
): Training<Float64Array[]> {
  const { problem, space, runtime, right } = rows
  const { compute } = runtime
  const { size } = space
  const most = Math.max(featureBlockRows, ...folds.map((fold) => fold.rows.length))
  const features = compute.float64(most * size)
  const transposed = compute.float64(size * most)
  const q = compute.float64(size * size)
  transposeInto(size, size, form.q, q)
  const coordinates = (held: Uint32Array, _cut: boolean, into: Float64Array) => {
    evaluateRows(space, held, features)
    centreFeatures(rows, held, features)
    transposeInto(held.length, size, features, transposed)
    compute.gemm(size, held.length, size, q, transposed, into)
  }
  const { lists, centring } = problem
  const system = { form, turned, centring, labels: lists.labels, right, side: 'primal', coordinates } as const
  return yield* heldOutScores(system, lambdas, folds, runtime)
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
  const { problem, space, runtime, right, block, vector } = rows
  const { units } = problem.centring
  const { size } = space
  const own = { gram: runtime.compute.float64(size * size), moments: new Float64Array(size) }
  const along = new Float64Array(size)
  let [alongLabels, taken] = [0, 0]
  for (let start = 0; start < held.length; start += featureBlockRows) {
    obeyStop(runtime)
    const part = held.subarray(start, start + featureBlockRows)
    evaluateRows(space, part, block)
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
  { space, runtime }: FeatureRows,
  all: NormalEquations,
  { gram, moments, along, alongLabels, more }: FoldSums,
  left: number,
  lambdas: readonly number[],
): Training<readonly (Float64Array | undefined)[]> {
  const { compute } = runtime
  const { size } = space
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
function meansWithout({ problem, means }: FeatureRows, group: number, { along, alongLabels, more }: FoldSums): GroupMeans {
  const mean = means.get(group)
  if (mean === undefined) throw new Error('a fold that is long is part of a long group')
  const { starts, roots } = problem.centring
  const { labels } = problem.lists
  let [weight, label] = [0, 0]
  for (let row = starts[group]; row < starts[group + 1]; row++) {
    const own = roots[row] * roots[row]
    weight += own
    label += own * (labels[row] - labels[starts[group]])
  }
  const unit = Math.sqrt(weight)
  return {
    features: mean.base.map((value, j) => value + (mean.along[j] - more * along[j]) / unit),
    label: labels[starts[group]] + label / weight - (more * alongLabels) / unit,
  }
}

/** Sets the scores of the fold's rows, one array for each θ; NaN where there is none. */
function scoreFold(
  rows: FeatureRows,
  held: Uint32Array,
  thetas: readonly (Float64Array | undefined)[],
  means: GroupMeans | undefined,
  scores: readonly Float64Array[],
): void {
  const { space, runtime, block, vector } = rows
  for (let start = 0; start < held.length; start += featureBlockRows) {
    const part = held.subarray(start, start + featureBlockRows)
    evaluateRows(space, part, block)
    for (const [index, theta] of thetas.entries()) {
      if (theta !== undefined) multiplyBlock(rows, part.length, theta)
      const constant = theta === undefined || means === undefined ? 0 : means.label - runtime.compute.dot(means.features, theta)
      for (const [i, row] of part.entries()) scores[index][row] = theta === undefined ? Number.NaN : vector[i] + constant
    }
  }
}
