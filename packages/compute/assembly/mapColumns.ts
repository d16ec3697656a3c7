import { load2 } from './lanes'

/** As core/src/numeric/compute/mapColumns.ts: two values at a time, or four where they only have to be made finite. */
export function mapColumns(matrix: usize, rows: i32, width: i32, columns: usize, scale: f64): void {
  if (scale == 1 && keepsFinite(columns, width)) {
    makeFinite(matrix, rows * width)
    return
  }
  const bytes = (<usize>width) << 3
  const wholeEnd = columns + ((<usize>(width & ~1)) << 3)
  const scales = f64x2.splat(scale)
  for (let row = 0; row < rows; row++) {
    let fill = columns
    let low = fill + bytes
    let high = low + bytes
    let offset = high + bytes
    let factor = offset + bytes
    while (fill < wholeEnd) {
      let x = load2(matrix)
      x = v128.bitselect(v128.load(fill), x, f64x2.ne(x, x))
      x = f64x2.pmin(f64x2.pmax(x, v128.load(low)), v128.load(high))
      x = f64x2.mul(f64x2.mul(f64x2.sub(x, v128.load(offset)), v128.load(factor)), scales)
      v128.store64_lane(matrix, f32x4.demote_f64x2_zero(x), 0)
      matrix += 8
      fill += 16
      low += 16
      high += 16
      offset += 16
      factor += 16
    }
    if (width & 1) {
      let x = <f64>load<f32>(matrix)
      if (x != x) x = load<f64>(fill)
      if (x < load<f64>(low)) x = load<f64>(low)
      if (load<f64>(high) < x) x = load<f64>(high)
      store<f32>(matrix, <f32>((x - load<f64>(offset)) * load<f64>(factor) * scale))
      matrix += 4
    }
  }
}

/** Whether the map of each column leaves all finite values as they are, and puts 0 for missing ones. */
function keepsFinite(columns: usize, width: i32): bool {
  const bytes = (<usize>width) << 3
  for (const end = columns + bytes; columns < end; columns += 8) {
    if (load<i64>(columns) != 0 || load<i64>(columns + 3 * bytes) != 0 || load<f64>(columns + 4 * bytes) != 1) return false
    if (load<f64>(columns + bytes) != -(<f64>f32.MAX_VALUE) || load<f64>(columns + 2 * bytes) != <f64>f32.MAX_VALUE) return false
  }
  return true
}

function makeFinite(values: usize, count: i32): void {
  const end = values + ((<usize>count) << 2)
  const wholeEnd = values + ((<usize>(count & ~3)) << 2)
  const high = f32x4.splat(f32.MAX_VALUE)
  const low = f32x4.neg(high)
  for (; values < wholeEnd; values += 16) {
    const x = v128.load(values)
    v128.store(values, f32x4.pmin(f32x4.pmax(v128.andnot(x, f32x4.ne(x, x)), low), high))
  }
  for (; values < end; values += 4) {
    let x = load<f32>(values)
    if (x != x) x = 0
    if (x < -f32.MAX_VALUE) x = -f32.MAX_VALUE
    if (f32.MAX_VALUE < x) x = f32.MAX_VALUE
    store<f32>(values, x)
  }
}
