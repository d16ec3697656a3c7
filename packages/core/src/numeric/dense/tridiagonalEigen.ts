/**
 * All eigenvalues and eigenvectors of a symmetric tridiagonal matrix by divide and conquer: T is two smaller matrices and a
 * correction of rank one, ρ v vᵀ, so that in the eigenvectors of the two the rest is D + ρ z zᵀ, whose eigenvalues are the roots of
 * 1/ρ + Σ zⱼ²/(dⱼ − x) (Cuppen 1981, "A divide and conquer method for the symmetric tridiagonal eigenproblem"). Its eigenvectors
 * come from the z that has exactly the roots found (Gu & Eisenstat 1995, "A divide-and-conquer algorithm for the symmetric
 * tridiagonal eigenproblem"), and what is left are products of matrices. Small matrices: implicit QL.
 */
import type { Compute } from '../compute/compute.ts'

export interface SymmetricEigen {
  /** Ascending. */
  readonly values: Float64Array
  /** n × n: row k is the unit eigenvector of values[k]. */
  readonly vectors: Float64Array
}

/** Matrices of up to this many rows are not divided. */
const smallRows = 32

/** `beside[i]` couples i and i + 1. Entries should be of about the size of 1. */
export function tridiagonalEigen(diagonal: Float64Array, beside: Float64Array, compute: Compute): SymmetricEigen {
  const n = diagonal.length
  // Far below rounding, and their squares would vanish.
  const couplings = beside.map((value) => (Math.abs(value) < 2 ** -400 ? 0 : value))
  const part: Part = { n, values: diagonal.slice(), beside: couplings, vectors: new Float64Array(n * n), compute }
  solveRange(part, 0, n)
  return { values: part.values, vectors: part.vectors }
}

/** The matrix being solved: for ranges that are done, `values` are eigenvalues and the rows of `vectors` eigenvectors. */
interface Part {
  readonly n: number
  readonly values: Float64Array
  readonly beside: Float64Array
  readonly vectors: Float64Array
  readonly compute: Compute
}

function solveRange(part: Part, low: number, high: number): void {
  const { n, values, beside, vectors } = part
  const size = high - low
  if (size > smallRows) {
    const middle = (low + high) >>> 1
    const coupling = Math.abs(beside[middle - 1])
    values[middle - 1] -= coupling
    values[middle] -= coupling
    solveRange(part, low, middle)
    solveRange(part, middle, high)
    merge(part, low, middle, high)
    return
  }
  const diagonal = values.slice(low, high)
  const own = identity(size)
  const couplings = new Float64Array(size)
  couplings.set(beside.subarray(low, Math.max(low, high - 1)))
  diagonalise(size, diagonal, couplings, own)
  const order = Array.from(diagonal.keys()).sort((a, b) => diagonal[a] - diagonal[b])
  for (const [to, from] of order.entries()) {
    values[low + to] = diagonal[from]
    vectors.set(own.subarray(from * size, (from + 1) * size), (low + to) * n + low)
  }
}

/** Joins the solved ranges low .. middle and middle .. high. */
function merge(part: Part, low: number, middle: number, high: number): void {
  const { n, values, beside, vectors } = part
  const size = high - low
  const coupling = beside[middle - 1]
  const z = new Float64Array(size) // of length 1
  for (let i = low; i < high; i++) {
    const entry = i < middle ? vectors[i * n + middle - 1] : vectors[i * n + middle]
    z[i - low] = (i >= middle && coupling < 0 ? -entry : entry) * Math.SQRT1_2
  }
  const rho = 2 * Math.abs(coupling)
  const both = new Uint8Array(size) // rows that rotations have spread over both ranges
  const poles = values.slice(low, high)
  const { kept, settled } = deflate()
  const count = kept.length
  const d = Float64Array.from(kept, (place) => poles[place])
  const weights = Float64Array.from(kept, (place) => z[place])
  const { roots, turns } = secularVectors(d, weights, rho)
  const rows = productRows(part, low, middle, high, kept, both, turns)

  const found: { readonly value: number; readonly row: Float64Array }[] = []
  for (let k = 0; k < count; k++) found.push({ value: roots[k], row: rows.subarray(k * size, (k + 1) * size) })
  for (const place of settled) {
    found.push({ value: poles[place], row: vectors.slice((low + place) * n + low, (low + place) * n + high) })
  }
  found.sort((a, b) => a.value - b.value)
  for (const [place, { value, row }] of found.entries()) {
    values[low + place] = value
    vectors.set(row, (low + place) * n + low)
  }

  /** Sets aside what is an eigenvector already: where z is as good as 0, and, after a rotation, one of two equal poles. */
  function deflate(): { kept: number[]; settled: number[] } {
    const order = Array.from(poles.keys()).sort((a, b) => poles[a] - poles[b])
    let largest = 0
    for (let i = 0; i < size; i++) largest = Math.max(largest, Math.abs(poles[i]), Math.abs(z[i]))
    const tolerance = 8 * Number.EPSILON * largest
    const kept: number[] = []
    const settled: number[] = []
    let before = -1
    for (const place of order) {
      if (rho * Math.abs(z[place]) <= tolerance) {
        settled.push(place)
        continue
      }
      if (before >= 0) {
        const length = Math.sqrt(z[place] * z[place] + z[before] * z[before])
        const cosine = z[place] / length
        const sine = z[before] / length
        if (Math.abs((poles[place] - poles[before]) * cosine * sine) <= tolerance) {
          z[place] = length
          rotate(before, place, cosine, sine)
          settled.push(before)
        } else kept.push(before)
      }
      before = place
    }
    if (before >= 0) kept.push(before)
    return { kept, settled }
  }

  /** Brings all of z into the second of two rows. */
  function rotate(first: number, second: number, cosine: number, sine: number): void {
    const [one, other] = [poles[first], poles[second]]
    poles[first] = one * cosine * cosine + other * sine * sine
    poles[second] = one * sine * sine + other * cosine * cosine
    if (both[first] === 1 || both[second] === 1 || low + first < middle !== low + second < middle) both[first] = both[second] = 1
    const a = (low + first) * n
    const b = (low + second) * n
    for (let column = low; column < high; column++) {
      const x = vectors[a + column]
      const y = vectors[b + column]
      vectors[a + column] = cosine * x - sine * y
      vectors[b + column] = sine * x + cosine * y
    }
  }
}

/** turns (count × count) times the kept rows, which are 0 outside of their own range unless they are of both. */
function productRows(
  { n, vectors, compute }: Part,
  low: number,
  middle: number,
  high: number,
  kept: readonly number[],
  both: Uint8Array,
  turns: Float64Array,
): Float64Array {
  const size = high - low
  const count = kept.length
  const rows = new Float64Array(count * size)
  for (const [from, to] of [
    [low, middle],
    [middle, high],
  ]) {
    const width = to - from
    const used = Array.from(kept.keys()).filter((k) => both[kept[k]] === 1 || (low + kept[k] >= from && low + kept[k] < to))
    if (used.length === 0) continue
    const mark = compute.mark()
    const left = compute.float64(count * used.length)
    for (let i = 0, at = 0; i < count; i++) for (let k = 0; k < used.length; k++) left[at++] = turns[i * count + used[k]]
    const right = compute.float64(used.length * width)
    for (let k = 0; k < used.length; k++) {
      const row = (low + kept[used[k]]) * n
      right.set(vectors.subarray(row + from, row + to), k * width)
    }
    const product = compute.float64(count * width)
    compute.gemm(count, width, used.length, left, right, product)
    for (let i = 0; i < count; i++) rows.set(product.subarray(i * width, (i + 1) * width), i * size + from - low)
    compute.release(mark)
  }
  return rows
}

/** The eigenvalues of D + ρ z zᵀ, and its eigenvectors as the rows of `turns`. Poles ascend and are apart, no z is 0. */
function secularVectors(d: Float64Array, z: Float64Array, rho: number): { roots: Float64Array; turns: Float64Array } {
  const count = d.length
  const squares = z.map((value) => value * value)
  const roots = new Float64Array(count)
  const turns = new Float64Array(count * count) // dⱼ − xᵢ, then the vectors
  for (let i = 0; i < count; i++) {
    const { origin, away } = secularRoot(i, d, squares, rho)
    roots[i] = d[origin] + away
    for (let j = 0; j < count; j++) turns[i * count + j] = d[j] - d[origin] - away
  }
  // The squares that have exactly these roots.
  const exact = new Float64Array(count)
  if (count > 0) for (let j = 0; j < count; j++) exact[j] = Math.abs(turns[(count - 1) * count + j])
  for (let i = 0; i + 1 < count; i++) {
    for (let j = 0; j <= i; j++) exact[j] *= turns[i * count + j] / (d[j] - d[i + 1])
    for (let j = i + 1; j < count; j++) exact[j] *= turns[i * count + j] / (d[j] - d[i])
  }
  for (let j = 0; j < count; j++) exact[j] = z[j] < 0 ? -Math.sqrt(Math.abs(exact[j])) : Math.sqrt(Math.abs(exact[j]))
  for (let i = 0; i < count; i++) {
    let square = 0
    for (let j = 0, at = i * count; j < count; j++, at++) {
      turns[at] = exact[j] / turns[at]
      square += turns[at] * turns[at]
    }
    const factor = 1 / Math.sqrt(square)
    for (let j = 0, at = i * count; j < count; j++, at++) turns[at] *= factor
  }
  return { roots, turns }
}

/**
 * The root of 1/ρ + Σ zⱼ²/(dⱼ − x) above dᵢ and below the next pole, as a distance from the nearer of the two: differences to
 * poles then keep all their digits. Steps go to the root of a function with the two poles at hand that has the same value and slopes
 * (Li 1993, "Solving secular equations stably and efficiently", the middle way), or halve the bracket where that leaves it.
 */
function secularRoot(i: number, d: Float64Array, squares: Float64Array, rho: number): { origin: number; away: number } {
  const count = d.length
  if (count === 1) return { origin: 0, away: rho * squares[0] }
  const last = i === count - 1
  let total = 0
  for (let j = 0; j < count; j++) total += squares[j]
  const gap = last ? 2 * rho * total : d[i + 1] - d[i]
  const [left, right] = last ? [i - 1, i] : [i, i + 1]
  let origin = i
  let at = evaluate(gap / 2)
  if (!last && at.value < 0) {
    origin = i + 1
    at = { ...at, place: -gap / 2 }
  }
  // The bracket; one of its ends is the pole.
  let [low, high] = origin === i ? [0, gap / 2] : [-gap / 2, 0]
  if (origin === i && !last) high = gap / 2
  let away = at.place
  for (let step = 0; step < 200; step++) {
    if (step > 0) at = evaluate(away)
    if (Math.abs(at.value) <= Number.EPSILON * count * at.size || at.value === 0) break
    if (at.value < 0) low = away
    else high = away
    if (high - low <= Number.EPSILON * Math.max(Math.abs(low), Math.abs(high))) break
    const toLeft = d[left] - d[origin] - away
    const toRight = d[right] - d[origin] - away
    const slope = at.leftSlope + at.rightSlope
    const a = (toLeft + toRight) * at.value - toLeft * toRight * slope
    const b = toLeft * toRight * at.value
    const c = at.value - toLeft * at.leftSlope - toRight * at.rightSlope
    const root = Math.sqrt(Math.abs(a * a - 4 * b * c))
    const move = last ? (a >= 0 ? (a + root) / (2 * c) : (2 * b) / (a - root)) : a <= 0 ? (a - root) / (2 * c) : (2 * b) / (a + root)
    const next = away + move
    away = next > low && next < high ? next : low + (high - low) / 2
    if (away === low || away === high) break
  }
  return { origin, away }

  /** Value, slopes of the sums over the poles up to `left` and from `right` on, and the size of what was added up. */
  function evaluate(away: number) {
    const base = d[origin]
    let [below, leftSlope] = [0, 0]
    for (let j = 0; j <= left; j++) {
      const share = squares[j] / (d[j] - base - away)
      below += share
      leftSlope += share / (d[j] - base - away)
    }
    let [above, rightSlope] = [0, 0]
    for (let j = right; j < count; j++) {
      const share = squares[j] / (d[j] - base - away)
      above += share
      rightSlope += share / (d[j] - base - away)
    }
    return { place: away, value: 1 / rho + below + above, leftSlope, rightSlope, size: 1 / rho + Math.abs(below) + Math.abs(above) }
  }
}

/** Implicit QL with Wilkinson's shift (Martin & Wilkinson 1968); rotations are collected per sweep and then turn the rows of `vectors`. */
function diagonalise(n: number, diagonal: Float64Array, beside: Float64Array, vectors: Float64Array): void {
  const cosines = new Float64Array(n)
  const sines = new Float64Array(n)
  for (let low = 0; low < n; low++) {
    for (let sweep = 0; ; sweep++) {
      let high = low
      while (high < n - 1 && !negligible(high)) high++
      if (high === low) break
      if (sweep === 60) throw new Error('the QL iteration does not settle')

      const gap = (diagonal[low + 1] - diagonal[low]) / (2 * beside[low])
      const root = Math.sqrt(gap * gap + 1)
      let bulge = diagonal[high] - diagonal[low] + beside[low] / (gap + (gap >= 0 ? root : -root))
      let cosine = 1
      let sine = 1
      let shift = 0
      let i = high - 1
      for (; i >= low; i--) {
        const across = sine * beside[i]
        const kept = cosine * beside[i]
        const length = Math.sqrt(across * across + bulge * bulge)
        beside[i + 1] = length
        if (length === 0) {
          diagonal[i + 1] -= shift // the matrix fell apart here: go on with the parts
          beside[high] = 0
          break
        }
        sine = across / length
        cosine = bulge / length
        const next = diagonal[i + 1] - shift
        const turned = (diagonal[i] - next) * sine + 2 * cosine * kept
        shift = sine * turned
        diagonal[i + 1] = next + shift
        bulge = cosine * turned - kept
        sines[i] = sine
        cosines[i] = cosine
      }
      rotateRows(n, vectors, cosines, sines, Math.max(i + 1, low), high)
      if (i >= low) continue
      diagonal[low] -= shift
      beside[low] = bulge
      beside[high] = 0
    }
  }

  function negligible(i: number): boolean {
    return Math.abs(beside[i]) <= Number.EPSILON * (Math.abs(diagonal[i]) + Math.abs(diagonal[i + 1]))
  }
}

/** Rotations of the rows (i, i + 1) for i = high − 1 down to low, some columns at a time so that they stay in cache. */
function rotateRows(n: number, vectors: Float64Array, cosines: Float64Array, sines: Float64Array, low: number, high: number): void {
  const block = 64
  for (let from = 0; from < n; from += block) {
    const columns = Math.min(block, n - from)
    let i = high - 1
    for (; i > low; i -= 2) rotateThree(vectors, i * n + from, n, columns, cosines[i], sines[i], cosines[i - 1], sines[i - 1])
    if (i === low) rotateTwo(vectors, i * n + from, n, columns, cosines[i], sines[i])
  }
}

function rotateTwo(vectors: Float64Array, at: number, n: number, columns: number, cosine: number, sine: number): void {
  for (let place = at; place < at + columns; place++) {
    const upper = vectors[place]
    const lower = vectors[place + n]
    vectors[place + n] = sine * upper + cosine * lower
    vectors[place] = cosine * upper - sine * lower
  }
}

/** Two rotations in one pass: first of the middle and the lower row, then of the upper and the middle one. */
function rotateThree(vectors: Float64Array, at: number, n: number, columns: number, c1: number, s1: number, c2: number, s2: number): void {
  for (let place = at; place < at + columns; place++) {
    const upper = vectors[place - n]
    const middle = vectors[place]
    const lower = vectors[place + n]
    vectors[place + n] = s1 * middle + c1 * lower
    const turned = c1 * middle - s1 * lower
    vectors[place] = s2 * upper + c2 * turned
    vectors[place - n] = c2 * upper - s2 * turned
  }
}

export function identity(n: number): Float64Array {
  const matrix = new Float64Array(n * n)
  for (let place = 0; place < n; place++) matrix[place * n + place] = 1
  return matrix
}
