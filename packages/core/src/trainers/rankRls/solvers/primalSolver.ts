/**
 * RankRLS over functions f(x) = θ · h(x) of p features h with penalty λ ‖θ‖²: (A + λ I) θ = Zᵀ z with Z = Sᵀ H, A = Zᵀ Z and
 * z = Sᵀ y. H is never held: its rows come in blocks. A linear kernel is of this form with h = φ; a kernel on a basis too.
 */
import { inverseOfLower } from '../../../numeric/dense/inverseOfLower.ts'
import { shiftTridiagonal, solveTridiagonal, type Tridiagonal, tridiagonalise } from '../../../numeric/dense/tridiagonal.ts'
import { euclideanNorm } from '../../../numeric/dense/vectors.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import type { HeldOutFold } from './heldOutFolds.ts'
import { groupCutter, heldOutScores } from './heldOutScores.ts'
import { centre, uncentre } from './pairwiseCentring.ts'
import {
  centredLabels,
  hasPivots,
  heldOutPath,
  type RankRlsProblem,
  type RankRlsSolver,
  type RankRlsSpread,
  singularSystem,
} from './rankRlsProblem.ts'

/** Features of rows that a function is linear in. */
export interface FeatureSpace {
  readonly told: string
  readonly size: number
  /** into (rows × size) ← h of the rows first .. last. */
  evaluate(first: number, last: number, into: Float64Array): void
  /** What makes the function θ · h in the eyes of the model. */
  coefficients(theta: Float64Array): Float64Array
  /** For functions on a basis: L⁻ᵀ, see kernelBasis.ts. */
  readonly inverse?: Float64Array
}

/** Rows that are held at a time. */
export const primalBlockRows = 512
/** Folds with more rows are taken out of the sums, rather than solved among themselves. */
const longFold = 1024

export function* primalSolver(problem: RankRlsProblem, space: FeatureSpace, runtime: Runtime): Training<RankRlsSolver> {
  const { lists, centring } = problem
  const { compute } = runtime
  const { size } = space
  const { starts, roots, units } = centring
  const rows = lists.labels.length
  const right = centredLabels(problem)
  const block = compute.float64(primalBlockRows * size)
  const vector = compute.float64(primalBlockRows)
  const sums = compute.float64(size)

  function* eachBlock(stage: string, see: (first: number, last: number) => void): Training<void> {
    for (let first = 0; first < rows; ) {
      obeyStop(runtime)
      const last = blockEnd(starts, first)
      space.evaluate(first, last, block)
      see(first, last)
      first = last
      yield { stage, done: last, total: rows }
    }
  }

  // Groups that do not fit into a block, or of which parts are looked at, are centred by what a pass of their own finds:
  // Σ u √d (h − h₀), h₀ its first row.
  const long = new Map<number, { readonly base: Float64Array; readonly along: Float64Array }>()
  const groupOf = new Uint32Array(rows)
  for (let group = 0; group + 1 < starts.length; group++) {
    groupOf.fill(group, starts[group], starts[group + 1])
    if (starts[group + 1] - starts[group] <= primalBlockRows && starts.length > 2) continue
    long.set(group, { base: new Float64Array(size), along: new Float64Array(size) })
  }
  if (long.size > 0) {
    yield* eachBlock('centring', (first, last) => {
      for (let row = first; row < last; row++) {
        const known = long.get(groupOf[row])
        if (known === undefined) continue
        const own = block.subarray((row - first) * size, (row - first + 1) * size)
        if (row === starts[groupOf[row]]) known.base.set(own)
        const weight = units[row] * roots[row]
        for (let j = 0; j < size; j++) known.along[j] += weight * (own[j] - known.base[j])
      }
    })
  }

  /** into ← the rows of Z, given those of H; groups are whole or long. */
  function centreBlock(held: ArrayLike<number>, into: Float64Array): void {
    const along = new Float64Array(size)
    const base = new Float64Array(size)
    for (let i = 0; i < held.length; ) {
      const group = groupOf[held[i]]
      let end = i
      while (end < held.length && groupOf[held[end]] === group) end++
      const known = long.get(group)
      if (known !== undefined) {
        along.set(known.along)
        base.set(known.base)
      } else {
        along.fill(0)
        base.set(into.subarray(i * size, (i + 1) * size))
        for (let k = i; k < end; k++) {
          const weight = units[held[k]] * roots[held[k]]
          for (let j = 0; j < size; j++) along[j] += weight * (into[k * size + j] - base[j])
        }
      }
      for (let k = i; k < end; k++) {
        const [root, unit] = [roots[held[k]], units[held[k]]]
        for (let j = 0; j < size; j++) into[k * size + j] = root * (into[k * size + j] - base[j]) - unit * along[j]
      }
      i = end
    }
  }

  const gram = compute.float64(size * size)
  const moments = new Float64Array(size)
  yield* eachBlock('normal equations', (first, last) => {
    centreBlock(range(first, last), block)
    compute.syrk(last - first, size, block, undefined, gram)
    vector.set(right.subarray(first, last))
    compute.gemm(1, size, last - first, vector, block, sums)
    for (let j = 0; j < size; j++) moments[j] += sums[j]
  })

  let reduced: { readonly form: Tridiagonal; readonly turned: Float64Array } | undefined
  function* reduce(): Training<NonNullable<typeof reduced>> {
    if (reduced !== undefined) return reduced
    const copy = compute.float64(size * size)
    copy.set(gram)
    const steps = tridiagonalise(size, copy, compute)
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      obeyStop(runtime)
      yield { stage: 'reducing', done: Math.round(1000 * step.value), total: 1000 }
    }
    const form = step.value
    const turned = new Float64Array(size)
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) turned[j] += form.q[i * size + j] * moments[i]
    reduced = { form, turned }
    return reduced
  }

  /** Scores, objective and half of the gradient, taken off from 0, of a function, from the rows. */
  function* check(theta: Float64Array, lambda: number) {
    return long.size === 0 ? yield* checkAtOnce(theta, lambda) : yield* checkTwice(theta, lambda)
  }

  /** Where blocks hold whole groups, one pass does. */
  function* checkAtOnce(theta: Float64Array, lambda: number) {
    const scores = new Float64Array(rows)
    const residuals = lists.labels.slice()
    const gap = theta.map((value) => -lambda * value)
    let objective = lambda * compute.dot(theta, theta)
    let group = 0
    yield* eachBlock('check', (first, last) => {
      compute.gemm(last - first, 1, size, block, theta, vector)
      scores.set(vector.subarray(0, last - first), first)
      for (let row = first; row < last; row++) residuals[row] -= scores[row]
      const from = group
      while (group + 1 < starts.length && starts[group + 1] <= last) group++
      centre(centring, residuals, from, group)
      const own = residuals.subarray(first, last)
      objective += compute.dot(own, own)
      uncentre(centring, residuals, from, group)
      vector.set(own)
      compute.gemm(1, size, last - first, vector, block, sums)
      for (let j = 0; j < size; j++) gap[j] += sums[j]
    })
    return { scores, objective, gap }
  }

  function* checkTwice(theta: Float64Array, lambda: number) {
    const scores = new Float64Array(rows)
    yield* eachBlock('check', (first, last) => {
      compute.gemm(last - first, 1, size, block, theta, vector)
      scores.set(vector.subarray(0, last - first), first)
    })
    const residuals = lists.labels.map((label, row) => label - scores[row])
    centre(centring, residuals)
    const objective = compute.dot(residuals, residuals) + lambda * compute.dot(theta, theta)
    uncentre(centring, residuals)
    const gap = theta.map((value) => -lambda * value)
    yield* eachBlock('check', (first, last) => {
      vector.set(residuals.subarray(first, last))
      compute.gemm(1, size, last - first, vector, block, sums)
      for (let j = 0; j < size; j++) gap[j] += sums[j]
    })
    return { scores, objective, gap }
  }

  return {
    told: space.told,
    *solve(lambda) {
      const mark = compute.mark()
      try {
        const factor = compute.float64(size * size)
        factor.set(gram)
        for (let j = 0; j < size; j++) factor[j * size + j] += lambda
        const diagonal = Float64Array.from({ length: size }, (_, j) => factor[j * size + j])
        if (!compute.cholesky(size, factor) || !hasPivots(size, factor, diagonal)) throw singularSystem(lambda)
        let theta = moments.slice()
        compute.choleskySolve(size, factor, theta)
        let made = yield* check(theta, lambda)
        const scale = euclideanNorm(moments)
        for (let turn = 0; turn < 2 && euclideanNorm(made.gap) > 1e-11 * scale; turn++) {
          // Iterative refinement: this gap comes from the rows, not from the rounded normal equations.
          const step = made.gap.slice()
          compute.choleskySolve(size, factor, step)
          const next = theta.map((value, j) => value + step[j])
          const again = yield* check(next, lambda)
          if (!(euclideanNorm(again.gap) < euclideanNorm(made.gap))) break
          theta = next
          made = again
        }
        return {
          coefficients: space.coefficients(theta),
          iterations: 1,
          scores: made.scores,
          objective: made.objective,
          optimality: scale > 0 ? euclideanNorm(made.gap) / scale : euclideanNorm(made.gap),
        }
      } finally {
        compute.release(mark)
      }
    },
    *path(lambdas) {
      const { form, turned } = yield* reduce()
      return lambdas.map((lambda) => {
        const shifted = shiftTridiagonal(form, lambda)
        if (shifted === undefined) return undefined
        const inner = turned.slice()
        solveTridiagonal(shifted, inner)
        const theta = new Float64Array(size)
        for (let i = 0; i < size; i++) theta[i] = compute.dot(form.q.subarray(i * size, (i + 1) * size), inner)
        return space.coefficients(theta)
      })
    },
    ...(space.inverse !== undefined && { spread: (lambda: number) => spreadOf(lambda, space.inverse!) }),
    *heldOut(lambdas, folds) {
      const { form, turned } = yield* reduce()
      const mark = compute.mark()
      try {
        const short = folds.filter((fold) => fold.rows.length <= longFold)
        const most = Math.max(primalBlockRows, ...short.map((fold) => fold.rows.length))
        const features = compute.float64(most * size)
        const transposed = compute.float64(size * most)
        const q = compute.float64(size * size)
        for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) q[j * size + i] = form.q[i * size + j]
        const coordinates = (held: Uint32Array, _cut: boolean, into: Float64Array) => {
          evaluateRows(space, held, features)
          centreBlock(held, features)
          for (let i = 0; i < held.length; i++) for (let j = 0; j < size; j++) transposed[j * held.length + i] = features[i * size + j]
          compute.gemm(size, held.length, size, q, transposed, into)
        }
        const system = { form, turned, centring, labels: lists.labels, right, side: 'primal', coordinates } as const
        const scores = yield* heldOutScores(system, lambdas, short, runtime)
        const cutsGroup = groupCutter(centring)
        for (const fold of folds) if (fold.rows.length > longFold) yield* withoutLongFold(fold, cutsGroup(fold.rows), lambdas, scores)
        return heldOutPath(problem, lambdas, scores)
      } finally {
        compute.release(mark)
      }
    },
  }

  /** W = K_BB⁻¹ − λ L⁻ᵀ (A + λ I)⁻¹ L⁻¹: what is off the basis keeps the spread it had before any data. */
  function* spreadOf(lambda: number, inverse: Float64Array): Training<RankRlsSpread> {
    const factor = compute.float64(size * size)
    factor.set(gram)
    for (let j = 0; j < size; j++) factor[j * size + j] += lambda
    if (!compute.cholesky(size, factor)) throw singularSystem(lambda)
    yield { stage: 'spread', done: 0 }
    const lower = inverseOfLower(factor, size, compute)
    const middle = compute.float64(size * size)
    compute.syrk(size, size, lower, undefined, middle)
    let left = 0
    for (let j = 0; j < size; j++) left += lambda * middle[j * size + j]
    for (let k = 0; k < size * size; k++) middle[k] *= -lambda
    for (let j = 0; j < size; j++) middle[j * size + j] += 1
    const turned = compute.float64(size * size)
    compute.gemm(size, size, size, inverse, middle, turned)
    const transposed = compute.float64(size * size)
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) transposed[j * size + i] = inverse[i * size + j]
    const inner = new Float64Array(size * size)
    compute.gemm(size, size, size, turned, transposed, inner)
    return { inner, used: size - left }
  }

  /** The means of features and labels over what is left of a long group. */
  function meansWithout(group: number, along: Float64Array, alongLabels: number, more: number) {
    const known = long.get(group)
    if (known === undefined) throw new Error('a fold that is long is part of a long group')
    let [weight, label] = [0, 0]
    for (let row = starts[group]; row < starts[group + 1]; row++) {
      const own = roots[row] * roots[row]
      weight += own
      label += own * (lists.labels[row] - lists.labels[starts[group]])
    }
    const unit = Math.sqrt(weight)
    return {
      features: known.base.map((value, j) => value + (known.along[j] - more * along[j]) / unit),
      label: lists.labels[starts[group]] + label / weight - (more * alongLabels) / unit,
    }
  }

  /** The fold's part of the sums is taken off, and the rest solved for each penalty. */
  function* withoutLongFold(
    { rows: held, left }: HeldOutFold,
    cut: boolean,
    lambdas: readonly number[],
    scores: Float64Array[],
  ): Training<void> {
    const mark = compute.mark()
    const own = compute.float64(size * size)
    const ownMoments = new Float64Array(size)
    const along = new Float64Array(size)
    let [alongLabels, taken] = [0, 0]
    for (let start = 0; start < held.length; start += primalBlockRows) {
      obeyStop(runtime)
      const part = held.subarray(start, start + primalBlockRows)
      evaluateRows(space, part, block)
      centreBlock(part, block)
      compute.syrk(part.length, size, block, undefined, own)
      for (const [i, row] of part.entries()) vector[i] = right[row]
      compute.gemm(1, size, part.length, vector, block, sums)
      for (let j = 0; j < size; j++) ownMoments[j] += sums[j]
      if (!cut) continue
      for (const [i, row] of part.entries()) vector[i] = units[row]
      compute.gemm(1, size, part.length, vector, block, sums)
      for (let j = 0; j < size; j++) along[j] += sums[j]
      for (const row of part) {
        alongLabels += units[row] * right[row]
        taken += units[row] * units[row]
      }
    }
    // The mean of what is left of a group lies elsewhere, which takes off a little more.
    const more = cut ? 1 / (1 - taken) : 0
    const meansLeft = cut ? meansWithout(groupOf[held[0]], along, alongLabels, more) : undefined
    const factor = compute.float64(size * size)
    const thetas: (Float64Array | undefined)[] = []
    for (const lambda of lambdas) {
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) factor[i * size + j] = gram[i * size + j] - own[i * size + j] - more * along[i] * along[j]
        factor[i * size + i] += lambda * left
      }
      const theta = moments.map((value, j) => value - ownMoments[j] - more * along[j] * alongLabels)
      const known = compute.cholesky(size, factor)
      if (known) compute.choleskySolve(size, factor, theta)
      thetas.push(known ? theta : undefined)
      yield { stage: 'leaving out', done: thetas.length, total: lambdas.length }
    }
    for (let start = 0; start < held.length; start += primalBlockRows) {
      const part = held.subarray(start, start + primalBlockRows)
      evaluateRows(space, part, block)
      for (const [index, theta] of thetas.entries()) {
        if (theta !== undefined) compute.gemm(part.length, 1, size, block, theta, vector)
        const constant = theta === undefined || meansLeft === undefined ? 0 : meansLeft.label - compute.dot(meansLeft.features, theta)
        for (const [i, row] of part.entries()) scores[index][row] = theta === undefined ? Number.NaN : vector[i] + constant
      }
    }
    compute.release(mark)
  }
}

function evaluateRows(space: FeatureSpace, held: Uint32Array, into: Float64Array): void {
  for (let i = 0; i < held.length; ) {
    let end = i + 1
    while (end < held.length && held[end] === held[end - 1] + 1 && end - i < primalBlockRows) end++
    space.evaluate(held[i], held[end - 1] + 1, into.subarray(i * space.size, end * space.size))
    i = end
  }
}

function range(first: number, last: number): Uint32Array {
  return Uint32Array.from({ length: last - first }, (_, i) => first + i)
}

/** Whole groups as long as they fit; a long one starts a block of its own and is cut. */
function blockEnd(starts: Uint32Array, first: number): number {
  let [low, high] = [0, starts.length - 1] // the last group that starts at first + primalBlockRows or before
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (starts[middle] <= first + primalBlockRows) low = middle
    else high = middle - 1
  }
  if (starts[low] > first) return starts[low]
  return Math.min(starts[low + 1] ?? starts[low], first + primalBlockRows)
}
