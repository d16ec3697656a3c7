/**
 * The systems (I − P diag(g) Pᵀ − ρ u uᵀ) x = r of a list that is left out, one for each penalty: P has a row for each item, g comes from the
 * penalty, u and ρ only where all rows share an intercept. Short lists: products of all pairs of rows, which serve all penalties, and
 * Cholesky. Longer ones: conjugate gradients for all penalties at once, as one list among many moves the fit but little and the systems are
 * close to the identity; where they are not, Cholesky again.
 */
import type { Compute } from '../../numeric/compute/compute.ts'

export interface LeftOutList {
  readonly size: number
  /** P, size × depth, and its transpose. */
  readonly items: Float64Array
  readonly across: Float64Array
  readonly intercept?: { readonly units: Float64Array; readonly share: number }
}

export interface LeftOutSolver {
  /** g, a row for each penalty. */
  readonly inverses: Float64Array
  /** To be called when g has changed. */
  changed(): void
  /** residuals ← the solutions, a row for each penalty; 0 in the result where a system is singular. */
  solve(list: LeftOutList, residuals: Float64Array): Uint8Array
}

/** Longer lists are not worth the products of their pairs. */
const pairedItems = 18
const mostIterations = 50
/** What conjugate gradients leave of a right-hand side. */
const settled = 1e-11

/** In the memory of compute, which the caller frees. */
export function leftOutSolver(depth: number, points: number, longest: number, compute: Compute): LeftOutSolver {
  const inverses = compute.float64(points * depth)
  const turnedInverses = compute.float64(depth * points)
  const short = Math.min(longest, pairedItems)
  const products = compute.float64(((short * (short + 1)) / 2) * depth)
  const entries = compute.float64(((short * (short + 1)) / 2) * points)
  const columns = new Float64Array(short * points)
  const long = longest > pairedItems ? longest : 0
  const directions = compute.float64(points * long)
  const images = compute.float64(points * long)
  const weighed = compute.float64(long > 0 ? points * depth : 0)
  const solutions = new Float64Array(points * long)
  const rests = new Float64Array(points * long)
  const squares = new Float64Array(points)
  const goals = new Float64Array(points)
  const known = new Uint8Array(points)
  return {
    inverses,
    changed() {
      for (let point = 0; point < points; point++) {
        for (let k = 0; k < depth; k++) turnedInverses[k * points + point] = inverses[point * depth + k]
      }
    },
    solve(list, residuals) {
      known.fill(1)
      if (list.size <= pairedItems) solvePaired(list, residuals)
      else if (!conjugateGradients(list, residuals))
        for (let point = 0; point < points; point++) known[point] = factored(list, point, residuals)
      return known
    },
  }

  function solvePaired({ size, items, intercept }: LeftOutList, residuals: Float64Array): void {
    let to = 0
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        for (let a = i * depth, b = j * depth, end = a + depth; a < end; a++, b++) products[to++] = items[a] * items[b]
      }
    }
    compute.gemm(to / depth, points, depth, products, turnedInverses, entries)
    for (let i = 0, at = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const own = (i === j ? 1 : 0) - (intercept === undefined ? 0 : intercept.share * intercept.units[i] * intercept.units[j])
        for (let end = at + points; at < end; at++) entries[at] = own - entries[at]
      }
    }
    for (let point = 0; point < points; point++) for (let i = 0; i < size; i++) columns[i * points + point] = residuals[point * size + i]
    choleskyOfMany(size, points, entries, known)
    solveMany(size, points, entries, columns)
    for (let point = 0; point < points; point++) for (let i = 0; i < size; i++) residuals[point * size + i] = columns[i * points + point]
  }

  /** False where it does not come to an end. */
  function conjugateGradients(list: LeftOutList, residuals: Float64Array): boolean {
    const { size } = list
    let open = 0 // the first penalty that is not done: strong ones are soonest
    for (let point = 0; point < points; point++) {
      const [from, to] = [point * size, (point + 1) * size]
      let square = 0
      for (let at = from; at < to; at++) {
        rests[at] = directions[at] = residuals[at]
        square += residuals[at] * residuals[at]
      }
      solutions.fill(0, from, to)
      squares[point] = square
      goals[point] = square * settled * settled
    }
    for (let step = 0; ; step++) {
      while (open < points && squares[open] <= goals[open]) open++
      if (open === points) break
      if (step === mostIterations) return false
      applied(list, open)
      for (let point = open; point < points; point++) {
        if (squares[point] <= goals[point]) continue
        const [from, to] = [point * size, (point + 1) * size]
        let curvature = 0
        for (let at = from; at < to; at++) curvature += directions[at] * images[at]
        if (!(curvature > 0)) return false
        const move = squares[point] / curvature
        let square = 0
        for (let at = from; at < to; at++) {
          solutions[at] += move * directions[at]
          rests[at] -= move * images[at]
          square += rests[at] * rests[at]
        }
        const turn = square / squares[point]
        squares[point] = square
        for (let at = from; at < to; at++) directions[at] = rests[at] + turn * directions[at]
      }
    }
    residuals.set(solutions.subarray(0, points * size))
    return true
  }

  /** images ← the systems times the directions, from a penalty on. */
  function applied({ size, items, across, intercept }: LeftOutList, open: number): void {
    const used = directions.subarray(open * size, points * size)
    const made = images.subarray(open * size, points * size)
    compute.gemm(points - open, depth, size, used, items, weighed)
    for (let at = 0, from = open * depth, end = (points - open) * depth; at < end; at++) weighed[at] *= inverses[from + at]
    compute.gemm(points - open, size, depth, weighed, across, made)
    for (let row = 0; row < points - open; row++) {
      const from = row * size
      let along = 0
      if (intercept !== undefined) for (let i = 0; i < size; i++) along += intercept.share * intercept.units[i] * used[from + i]
      for (let i = 0; i < size; i++) {
        const shared = intercept === undefined ? 0 : along * intercept.units[i]
        made[from + i] = used[from + i] - made[from + i] - shared
      }
    }
  }

  function factored({ size, across, intercept }: LeftOutList, point: number, residuals: Float64Array): number {
    const mark = compute.mark()
    try {
      const system = compute.float64(size * size)
      compute.syrk(depth, size, across, inverses.subarray(point * depth, (point + 1) * depth), system)
      for (let i = 0, at = 0; i < size; i++) {
        for (let j = 0; j < size; j++, at++) {
          const shared = intercept === undefined ? 0 : intercept.share * intercept.units[i] * intercept.units[j]
          system[at] = (i === j ? 1 : 0) - system[at] - shared
        }
      }
      if (!compute.cholesky(size, system)) return 0
      compute.choleskySolve(size, system, residuals.subarray(point * size, (point + 1) * size))
      return 1
    } finally {
      compute.release(mark)
    }
  }
}

/** Many systems at once: entry (i, j) of the lower triangles, row by row, is `lanes` numbers. Those that are not positive definite are marked 0. */
function choleskyOfMany(size: number, lanes: number, entries: Float64Array, known: Uint8Array): void {
  const rowAt = (i: number) => ((i * (i + 1)) / 2) * lanes
  for (let i = 0; i < size; i++) {
    const row = rowAt(i)
    for (let j = 0; j <= i; j++) {
      const other = rowAt(j)
      const at = row + j * lanes
      for (let k = 0; k < j; k++) {
        const [a, b] = [row + k * lanes, other + k * lanes]
        for (let lane = 0; lane < lanes; lane++) entries[at + lane] -= entries[a + lane] * entries[b + lane]
      }
      if (j < i) for (let lane = 0, pivot = other + j * lanes; lane < lanes; lane++) entries[at + lane] /= entries[pivot + lane]
      else {
        for (let lane = 0; lane < lanes; lane++) {
          if (!(entries[at + lane] > 0)) known[lane] = 0
          entries[at + lane] = Math.sqrt(entries[at + lane])
        }
      }
    }
  }
}

/** columns (size × lanes) ← the solutions. */
function solveMany(size: number, lanes: number, factors: Float64Array, columns: Float64Array): void {
  const rowAt = (i: number) => ((i * (i + 1)) / 2) * lanes
  for (let i = 0; i < size; i++) {
    const row = rowAt(i)
    for (let k = 0; k < i; k++) {
      for (let lane = 0; lane < lanes; lane++) columns[i * lanes + lane] -= factors[row + k * lanes + lane] * columns[k * lanes + lane]
    }
    for (let lane = 0; lane < lanes; lane++) columns[i * lanes + lane] /= factors[row + i * lanes + lane]
  }
  for (let i = size - 1; i >= 0; i--) {
    const row = rowAt(i)
    for (let lane = 0; lane < lanes; lane++) columns[i * lanes + lane] /= factors[row + i * lanes + lane]
    for (let k = 0; k < i; k++) {
      for (let lane = 0; lane < lanes; lane++) columns[k * lanes + lane] -= factors[row + k * lanes + lane] * columns[i * lanes + lane]
    }
  }
}
