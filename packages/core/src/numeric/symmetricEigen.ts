/**
 * All eigenvalues and eigenvectors of a symmetric matrix: Householder reflections to tridiagonal form, then implicit QL with
 * Wilkinson's shift (Golub & Van Loan 2013, "Matrix computations", §§8.3.1-8.3.3; Martin & Wilkinson 1968 for QL).
 */
export interface SymmetricEigen {
  /** Ascending. */
  readonly values: Float64Array
  /** n × n: row k is the unit eigenvector of values[k]. */
  readonly vectors: Float64Array
}

/** The matrix is n × n; only its lower triangle is read. */
export function symmetricEigen(n: number, matrix: Float64Array): SymmetricEigen {
  const work = new Float64Array(n * n)
  let largest = 0
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) largest = Math.max(largest, Math.abs(matrix[row * n + column]))
  }
  if (!(largest > 0)) return { values: new Float64Array(n).fill(largest), vectors: identity(n) }
  // A power of two brings the entries to about 1 without rounding, so squares neither overflow nor vanish.
  const scale = 2 ** Math.floor(Math.log2(largest))
  for (let place = 0; place < work.length; place++) work[place] = matrix[place] / scale

  const diagonal = new Float64Array(n)
  const beside = new Float64Array(n) // beside[i] couples i and i + 1
  const weights = new Float64Array(n)
  tridiagonalise(n, work, diagonal, beside, weights)
  const vectors = identity(n)
  diagonalise(n, diagonal, beside, vectors)
  reflectBack(n, work, weights, vectors)
  return sorted(n, diagonal, scale, vectors)
}

/**
 * Row by row from the last: a reflection I − w u uᵀ on the coordinates 0 .. i − 1 turns row i, left of the diagonal, into a
 * multiple of its last coordinate. u stays in row i of the work space, w in weights[i].
 */
function tridiagonalise(n: number, work: Float64Array, diagonal: Float64Array, beside: Float64Array, weights: Float64Array): void {
  const image = new Float64Array(n)
  for (let i = n - 1; i > 0; i--) {
    const row = work.subarray(i * n, i * n + i)
    diagonal[i] = work[i * n + i]
    let square = 0
    for (let k = 0; k < i - 1; k++) square += row[k] * row[k]
    const last = row[i - 1]
    if (square === 0) {
      beside[i - 1] = last // already so
      continue
    }
    const length = Math.sqrt(square + last * last)
    beside[i - 1] = last > 0 ? -length : length
    row[i - 1] = last - beside[i - 1]
    const weight = 1 / (length * (length + Math.abs(last))) // 2/‖u‖²
    weights[i] = weight

    // p = w A u from the lower triangle, both halves of each entry in one pass; then A ← A − u qᵀ − q uᵀ with q = p − (w pᵀu/2) u.
    image.fill(0, 0, i)
    for (let j = 0; j < i; j++) {
      const entries = work.subarray(j * n, j * n + j + 1)
      const factor = row[j]
      let sum = 0
      for (let k = 0; k < j; k++) {
        sum += entries[k] * row[k]
        image[k] += entries[k] * factor
      }
      image[j] += sum + entries[j] * factor
    }
    let along = 0
    for (let k = 0; k < i; k++) along += image[k] * row[k]
    const half = (weight * weight * along) / 2
    for (let k = 0; k < i; k++) image[k] = weight * image[k] - half * row[k]
    for (let j = 0; j < i; j++) {
      const entries = work.subarray(j * n, j * n + j + 1)
      const u = row[j]
      const q = image[j]
      for (let k = 0; k <= j; k++) entries[k] -= u * image[k] + q * row[k]
    }
  }
  diagonal[0] = work[0]
}

/** Implicit QL on the tridiagonal matrix; rotations are collected per sweep and then turn the rows of `vectors`. */
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

/** From the coordinates of the tridiagonal matrix back to those of the given one, four vectors at a time. */
function reflectBack(n: number, work: Float64Array, weights: Float64Array, vectors: Float64Array): void {
  for (let k = 0; k < n; k += 4) {
    // Past the end, vectors of zeros stand in.
    const rows = [k, k + 1, k + 2, k + 3].map((row) => (row < n ? vectors.subarray(row * n, row * n + n) : new Float64Array(n)))
    for (let i = 1; i < n; i++) {
      if (weights[i] !== 0) reflect(work.subarray(i * n, i * n + i), weights[i], rows[0], rows[1], rows[2], rows[3])
    }
  }
}

function reflect(u: Float64Array, weight: number, a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array): void {
  let alongA = 0
  let alongB = 0
  let alongC = 0
  let alongD = 0
  for (let k = 0; k < u.length; k++) {
    const entry = u[k]
    alongA += entry * a[k]
    alongB += entry * b[k]
    alongC += entry * c[k]
    alongD += entry * d[k]
  }
  alongA *= weight
  alongB *= weight
  alongC *= weight
  alongD *= weight
  for (let k = 0; k < u.length; k++) {
    const entry = u[k]
    a[k] -= alongA * entry
    b[k] -= alongB * entry
    c[k] -= alongC * entry
    d[k] -= alongD * entry
  }
}

function sorted(n: number, diagonal: Float64Array, scale: number, vectors: Float64Array): SymmetricEigen {
  const order = Array.from(diagonal.keys()).sort((a, b) => diagonal[a] - diagonal[b])
  const values = Float64Array.from(order, (from) => diagonal[from] * scale)
  const inOrder = new Float64Array(n * n)
  for (const [to, from] of order.entries()) inOrder.set(vectors.subarray(from * n, from * n + n), to * n)
  return { values, vectors: inOrder }
}

function identity(n: number): Float64Array {
  const matrix = new Float64Array(n * n)
  for (let place = 0; place < n; place++) matrix[place * n + place] = 1
  return matrix
}
