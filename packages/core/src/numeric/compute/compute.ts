import type { DistanceNorm } from './closePoints.ts'
import type { PreparedMatrix } from './preparedMatrix.ts'
import type { TreeGrowth } from './treeGrowth.ts'
import type { PreparedTrees, TreeArrays } from './trees.ts'

/**
 * The dense numeric work that is worth a faster machine language. `plainCompute` is the definition; the builds `simd` and
 * `simd-threads` give the same bits: the same operations in the same order on the same lanes. `simd-relaxed` and `native` give the
 * same numbers within rounding.
 *
 * Matrices are row-major. An argument named `into` comes last and is filled or added to, as each call says. Arrays may
 * be longer than needed; one that is too short is refused. A range of rows is a `subarray` of the matrix: cutting a
 * matrix into row ranges never changes a bit of `gemv` or `gemvTransposed`, so one list can be scored and its gradient
 * gathered while its rows are in cache.
 */
export interface Compute {
  /** Which build this is; recorded in models. */
  readonly build: 'plain' | 'simd' | 'simd-threads' | 'simd-relaxed' | 'native'
  /** Name and version of the library that a `native` build calls; recorded in models. */
  readonly library?: string

  /** Rows that a pass over the data should hand over at a time, where it makes a difference to the build. */
  readonly blockRows?: number

  /** Arrays that the primitives read and write in place. Other arrays work too, at the price of a copy in and out. */
  float32(length: number): Float32Array
  float64(length: number): Float64Array
  bytes(length: number): Uint8Array
  words(length: number): Uint32Array
  integers(length: number): Int32Array
  /** Frees everything that these allocated since `mark`; those arrays must not be used any more. */
  mark(): number
  release(mark: number): void
  /**
   * The same primitives for work that goes on beside other work, step by step in turn. What it allocates, marks and releases does not
   * concern the arrays of the others.
   */
  own(): Compute

  /** Σ aᵢ bᵢ. */
  dot(a: Float64Array, b: Float64Array): number
  /** into = X w: one score per row. */
  gemv(rows: number, width: number, matrix: Float32Array, vector: Float64Array, into: Float64Array): void
  /** into += Xᵀ g: one number per column. */
  gemvTransposed(rows: number, width: number, matrix: Float32Array, vector: Float64Array, into: Float64Array): void
  /** into (m × n) = A (m × k) · B (k × n). */
  gemm(m: number, n: number, k: number, a: Float64Array, b: Float64Array, into: Float64Array): void
  /**
   * B (k × n), laid out once for many products; its numbers must not change any more. Double precision is multiplied as by `gemm`, single
   * precision as by `gemmSingle`. `rows` says which numbers the other factor will hold: if they are those of single precision, products of
   * them with such numbers are exact, and builds that can fuse them with their sums do. The memory is freed with the object.
   */
  prepare(n: number, k: number, b: Float64Array | Float32Array, rows: 'single' | 'double'): PreparedMatrix
  /** into (m × n) = A (m × k) · B. A has the precision that B was given in. */
  gemmPrepared(m: number, a: Float64Array | Float32Array, b: PreparedMatrix, into: Float64Array): void
  /** The same in single precision throughout. */
  gemm32(m: number, n: number, k: number, a: Float32Array, b: Float32Array, into: Float32Array): void
  /** into (m × n) = Aᵀ · B for A (k × m) and B (k × n), in single precision throughout. */
  gemm32Transposed(m: number, n: number, k: number, a: Float32Array, b: Float32Array, into: Float32Array): void
  /**
   * into (n × n) += Hᵀ diag(weights) H for H (m × n); no weights means all 1. Only the upper triangle of `into` is read;
   * the lower one is its mirror afterwards. Calls on consecutive blocks of rows give the bits of one call when every block
   * but the last has a multiple of 256 rows. With `triangle` upper, for sums over many blocks, what is below
   * is not specified until a last call, of no rows, makes it the mirror.
   */
  syrk(
    m: number,
    n: number,
    matrix: Float32Array | Float64Array,
    weights: Float64Array | undefined,
    into: Float64Array,
    triangle?: 'upper' | 'both',
  ): void
  /**
   * Factors a symmetric positive definite matrix in place: reads its lower triangle, leaves the lower Cholesky factor there
   * and zeros above it. False if it is not positive definite (or not finite); the content of the matrix is then unspecified.
   */
  cholesky(n: number, matrix: Float64Array): boolean
  /** Solves L Lᵀ x = b in place, given the factor. */
  choleskySolve(n: number, factor: Float64Array, into: Float64Array): void
  /**
   * Eigenvalues, ascending, and unit eigenvectors of a symmetric n × n matrix, in place: reads its lower triangle and leaves the vector
   * of values[k] in row k. Throws if they are not found. Only builds with a library for it have this; see `symmetricEigen`.
   */
  readonly eigen?: (n: number, into: Float64Array, values: Float64Array) => void
  /** As `gemm`, with products and the sums of up to 256 of them in single precision. */
  gemmSingle(m: number, n: number, k: number, a: Float32Array, b: Float32Array, into: Float64Array): void
  /** As `syrk` without weights, with H rounded to single precision, and so products and the sums over 256 rows. */
  syrkSingle(m: number, n: number, matrix: Float64Array, into: Float64Array): void
  /** into = Σ weightᵢ · rowᵢ of a matrix (rows × width): the sums of its columns; no weights means all 1. */
  columnSums(rows: number, width: number, matrix: Float64Array, weights: Float64Array | undefined, into: Float64Array): void
  /** Row i of `into` (rows × width) ← (row − shift) · scaleᵢ. */
  shiftRows(rows: number, width: number, shift: Float64Array, scales: Float64Array, into: Float64Array): void
  /**
   * into (rows × count) ← ‖xᵢ − pⱼ‖² · scale, given xᵢ · pⱼ there. x is rows × features, `points` features × count with point j in column j,
   * and `squares` holds ‖pⱼ‖². The same two points give the same bits, whichever comes first.
   */
  squaredDistances(
    rows: number,
    count: number,
    features: number,
    x: Float64Array,
    points: Float64Array,
    squares: Float64Array,
    scale: number,
    into: Float64Array,
  ): void
  /** values ← exp(values), within one unit in the last place. */
  exp(into: Float64Array): void
  /** values ← 1 / (1 + exp(−values)). */
  sigmoid(into: Float64Array): void
  /** values ← cos(values), within two units of 2⁻⁵³. */
  cos(into: Float64Array): void
  /** values ← max(0, values). */
  relu(into: Float64Array): void
  /** Each segment offsets[q] .. offsets[q + 1] ← its softmax. A segment with NaN, with +∞ or with nothing but −∞ becomes NaN. */
  softmax(offsets: Uint32Array, into: Float64Array): void
  /** Per segment, the positions (from 0, within the segment) by descending value; equal values keep their order; NaN last. */
  argsortDescending(offsets: Uint32Array, values: Float64Array, into: Uint32Array): void
  /**
   * Which points of panel `a` lie within the limit of which points of each panel in `others`, as bits: see `closePoints` of
   * numeric/compute/closePoints.ts. Only panels in arrays from `float32` are quick.
   */
  closePoints(
    norm: DistanceNorm,
    width: number,
    panels: Float32Array,
    a: number,
    others: Uint32Array,
    limit: number,
    into: Uint32Array,
  ): void
  /**
   * Per list, nDCG at `cutoff` (up to 32): Σ gains[label] discounts[place] over the leading places, divided by that of the best
   * order, NaN when that is 0. −1 for a list that is not so simple: no longer than `cutoff` or longer than 1023, with a label
   * other than the whole grades 0 .. 4, or with equal scores, or NaN, in the leading places or at their end.
   */
  ndcg(
    offsets: Uint32Array,
    cutoff: number,
    scores: Float64Array,
    labels: Float64Array,
    gains: Float64Array,
    discounts: Float64Array,
    into: Float64Array,
  ): void
  /**
   * One pass of the linear ListNet loss, list by list, so that the rows of a list come from memory once. List q has the rows
   * offsets[q] .. offsets[q + 1], the scores s = X_q w and, in `targets`, one probability p per row (the softmax of its
   * labels, say). Its loss is −Σ pⱼ log softmax(s)ⱼ, with the gradient u = (Σ p) softmax(s) − p. Adds Σ_q weight_q X_qᵀ u_q
   * to `into` and returns Σ_q weight_q loss_q; no weights means all 1.
   */
  listNetPass(
    offsets: Uint32Array,
    width: number,
    matrix: Float32Array,
    targets: Float64Array,
    weights: Float64Array | undefined,
    vector: Float64Array,
    into: Float64Array,
  ): number
  /** Two words per row that hash its values and their columns; zeros do not count, and all missing values are equal. */
  rowHashes(rows: number, width: number, matrix: Float32Array, into: Uint32Array): void
  /**
   * x ↦ (clip(x, low, high) − offset) · factor · scale for each value of the rows, in place; missing values become `fill` first.
   * `columns` is fill, low, high, offset and factor, each one number per column.
   */
  mapColumns(rows: number, width: number, columns: Float64Array, scale: number, into: Float32Array): void
  /** Trees, laid out once for many rows; their numbers must not change any more. The memory is freed with the object. */
  prepareTrees(trees: TreeArrays): PreparedTrees
  /** into = the score of each row: the base, and what each tree gives, added in the order of the trees. */
  scoreTrees(rows: number, width: number, matrix: Float32Array, trees: PreparedTrees, into: Float64Array): void
  /** Growing trees on binned rows. Quick where bins, rows and gradients are in arrays from `bytes`, `words` and `integers`. */
  readonly treeGrowth: TreeGrowth
}

/** The names of the primitives. */
export type PrimitiveName = Exclude<
  keyof Compute,
  | 'build'
  | 'library'
  | 'blockRows'
  | 'eigen'
  | 'float32'
  | 'float64'
  | 'bytes'
  | 'words'
  | 'integers'
  | 'treeGrowth'
  | 'mark'
  | 'release'
  | 'own'
  | 'prepare'
  | 'prepareTrees'
>
