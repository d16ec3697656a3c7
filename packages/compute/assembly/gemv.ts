import { addLanes, load2, multiplyAdd } from './lanes'

/** Where memory is called for early, and how often: the prefetcher stops at the end of a page, so someone must open the next. */
const AHEAD: usize = 8192
const PERIOD: usize = 2048

/**
 * into = X w. One row at a time: a single stream of memory is what the prefetcher follows best, two rows at once were twice
 * as slow. `readable` is where memory that may be read ahead ends.
 */
export function gemv(matrix: usize, rows: i32, width: i32, vector: usize, into: usize, readable: usize): void {
  const whole = (<usize>(width & ~7)) << 2
  const rowBytes = (<usize>width) << 2
  let next = matrix
  for (let row = 0; row < rows; row++) {
    if (matrix >= next) {
      if (matrix + AHEAD < readable) load<i32>(matrix + AHEAD)
      next = matrix + PERIOD
    }
    let s0 = f64x2.splat(0)
    let s1 = f64x2.splat(0)
    let s2 = f64x2.splat(0)
    let s3 = f64x2.splat(0)
    const wholeEnd = matrix + whole
    const end = matrix + rowBytes
    let w = vector
    while (matrix < wholeEnd) {
      s0 = multiplyAdd(s0, load2(matrix), v128.load(w))
      s1 = multiplyAdd(s1, load2(matrix + 8), v128.load(w, 16))
      s2 = multiplyAdd(s2, load2(matrix + 16), v128.load(w, 32))
      s3 = multiplyAdd(s3, load2(matrix + 24), v128.load(w, 48))
      matrix += 32
      w += 64
    }
    let sum = addLanes(s0, s1, s2, s3)
    while (matrix < end) {
      sum += <f64>load<f32>(matrix) * load<f64>(w)
      matrix += 4
      w += 8
    }
    store<f64>(into, sum)
    into += 8
  }
}

/**
 * into += Xᵀ g for `columns` columns that start at `matrix`, in rows of `width`. Four rows at a time, added one after the
 * other, so that how rows are grouped never shows in the result.
 */
export function gemvTransposed(matrix: usize, rows: i32, width: i32, columns: i32, vector: usize, into: usize): void {
  const rowBytes = (<usize>width) << 2
  const wholeEnd = into + ((<usize>(columns & ~1)) << 3)
  const end = into + ((<usize>columns) << 3)
  let row = 0
  for (; row + 4 <= rows; row += 4) {
    const g0 = v128.load64_splat(vector)
    const g1 = v128.load64_splat(vector + 8)
    const g2 = v128.load64_splat(vector + 16)
    const g3 = v128.load64_splat(vector + 24)
    let x0 = matrix
    let x1 = x0 + rowBytes
    let x2 = x1 + rowBytes
    let x3 = x2 + rowBytes
    let out = into
    while (out < wholeEnd) {
      let sums = v128.load(out)
      sums = multiplyAdd(sums, g0, load2(x0))
      sums = multiplyAdd(sums, g1, load2(x1))
      sums = multiplyAdd(sums, g2, load2(x2))
      sums = multiplyAdd(sums, g3, load2(x3))
      v128.store(out, sums)
      x0 += 8
      x1 += 8
      x2 += 8
      x3 += 8
      out += 16
    }
    if (out < end) {
      let sum = load<f64>(out)
      sum += load<f64>(vector) * <f64>load<f32>(x0)
      sum += load<f64>(vector, 8) * <f64>load<f32>(x1)
      sum += load<f64>(vector, 16) * <f64>load<f32>(x2)
      sum += load<f64>(vector, 24) * <f64>load<f32>(x3)
      store<f64>(out, sum)
    }
    matrix += rowBytes << 2
    vector += 32
  }
  for (; row < rows; row++) {
    const scale = load<f64>(vector)
    let x = matrix
    for (let out = into; out < end; out += 8) {
      store<f64>(out, load<f64>(out) + scale * <f64>load<f32>(x))
      x += 4
    }
    matrix += rowBytes
    vector += 8
  }
}

/**
 * Reads one number of every cache line, in order. Four rows at once are too many streams for the prefetcher; read this way
 * first, a block of rows is in cache when they come. What is read is of no use, and returned so that it is read at all.
 */
export function touch(address: usize, bytes: usize): i32 {
  const end = address + bytes
  let bits = 0
  while (address < end) {
    bits |= load<i32>(address)
    address += 64
  }
  return bits
}
