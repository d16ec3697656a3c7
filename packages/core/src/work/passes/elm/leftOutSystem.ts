/**
 * The systems (I − P diag(g) Pᵀ − ρ u uᵀ) x = r of a list that is left out, one for each penalty: P has a row for each item, g comes from the
 * penalty, u and ρ only where all rows share an intercept. Short lists: products of all pairs of rows, which serve all penalties, and
 * Cholesky. Longer ones: conjugate gradients for all penalties at once, as one list among many moves the fit but little and the systems are
 * close to the identity; where they are not, Cholesky again.
 */
import type { Compute } from '../../../numeric/compute/compute.ts'
import { choleskyOfMany, solveMany } from './manySystems.ts'

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
  /** To be called after g was changed. */
  inversesChanged(): void
  /** residuals ← the solutions, a row for each penalty; 0 in the result where a system is singular. */
  solve(list: LeftOutList, residuals: Float64Array): Uint8Array
}

/** Longer lists are not worth the products of their pairs. */
const pairedItems = 18
const mostIterations = 50
/** What conjugate gradients leave of a right-hand side. */
const settled = 1e-11

/** For lists of up to `longest` items, in `depth` coordinates, and `points` penalties; in memory of `compute` that the caller frees. */
export function leftOutSolver(depth: number, points: number, longest: number, compute: Compute): LeftOutSolver {
  const systems = leftOutSystems(depth, points, longest, compute)
  const { inverses, turnedInverses, known } = systems
  return {
    inverses,
    inversesChanged() {
      for (let point = 0; point < points; point++) {
        for (let k = 0; k < depth; k++) turnedInverses[k * points + point] = inverses[point * depth + k]
      }
    },
    solve(list, residuals) {
      known.fill(1)
      if (list.size <= pairedItems) solveByPairs(systems, list, residuals)
      else if (!solveByConjugateGradients(systems, list, residuals))
        for (let point = 0; point < points; point++) known[point] = solveByFactor(systems, list, point, residuals)
      return known
    },
  }
}

interface LeftOutSystems {
  readonly compute: Compute
  readonly depth: number
  readonly points: number
  /** g, points × depth, and the same depth × points. */
  readonly inverses: Float64Array
  readonly turnedInverses: Float64Array
  /** 1 where the system of a penalty could be solved. */
  readonly known: Uint8Array
  /** For short lists: products of pairs of rows, the systems of all penalties, and their right-hand sides. */
  readonly products: Float64Array
  readonly entries: Float64Array
  readonly columns: Float64Array
  /** For longer ones: the state of conjugate gradients, points × items, with the squares of what is left and of what may be left. */
  readonly directions: Float64Array
  readonly images: Float64Array
  readonly weighed: Float64Array
  readonly solutions: Float64Array
  readonly rests: Float64Array
  readonly squares: Float64Array
  readonly goals: Float64Array
}

function leftOutSystems(depth: number, points: number, longest: number, compute: Compute): LeftOutSystems {
  const short = Math.min(longest, pairedItems)
  const long = longest > pairedItems ? longest : 0
  return {
    compute,
    depth,
    points,
    inverses: compute.float64(points * depth),
    turnedInverses: compute.float64(depth * points),
    known: new Uint8Array(points),
    products: compute.float64(((short * (short + 1)) / 2) * depth),
    entries: compute.float64(((short * (short + 1)) / 2) * points),
    columns: new Float64Array(short * points),
    directions: compute.float64(points * long),
    images: compute.float64(points * long),
    weighed: compute.float64(long > 0 ? points * depth : 0),
    solutions: new Float64Array(points * long),
    rests: new Float64Array(points * long),
    squares: new Float64Array(points),
    goals: new Float64Array(points),
  }
}

function solveByPairs(systems: LeftOutSystems, { size, items, intercept }: LeftOutList, residuals: Float64Array): void {
  const { compute, depth, points, turnedInverses, known, products, entries, columns } = systems
  let to = 0
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      for (let a = i * depth, b = j * depth, end = a + depth; a < end; a++, b++) products[to++] = items[a] * items[b]
    }
  }
  // Where no node varies within any list there are no coordinates, and the systems are the identity.
  if (depth === 0) entries.fill(0)
  else compute.gemm(to / depth, points, depth, products, turnedInverses, entries)
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

/** False, with the residuals as they were, where it does not come to an end. */
function solveByConjugateGradients(systems: LeftOutSystems, list: LeftOutList, residuals: Float64Array): boolean {
  const { points, directions, solutions, rests, squares, goals } = systems
  const { size } = list
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
  let open = 0 // the first penalty that is not done: strong ones are soonest
  for (let step = 0; ; step++) {
    while (open < points && squares[open] <= goals[open]) open++
    if (open === points) break
    if (step === mostIterations) return false
    applySystems(systems, list, open)
    for (let point = open; point < points; point++) {
      if (squares[point] > goals[point] && !conjugateStep(systems, point, size)) return false
    }
  }
  residuals.set(solutions.subarray(0, points * size))
  return true
}

/** One step for one penalty; false where the system is not positive definite. */
function conjugateStep({ directions, images, solutions, rests, squares }: LeftOutSystems, point: number, size: number): boolean {
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
  return true
}

/** images ← the systems times the directions, from a penalty on. */
function applySystems(systems: LeftOutSystems, { size, items, across, intercept }: LeftOutList, open: number): void {
  const { compute, depth, points, inverses, weighed } = systems
  const used = systems.directions.subarray(open * size, points * size)
  const made = systems.images.subarray(open * size, points * size)
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

/** By Cholesky, for one penalty; 0 where the system is singular. */
function solveByFactor(
  { compute, depth, inverses }: LeftOutSystems,
  { size, across, intercept }: LeftOutList,
  point: number,
  residuals: Float64Array,
): number {
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
