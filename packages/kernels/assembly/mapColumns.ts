import { load2 } from './lanes'

/** As core/src/numeric/mapColumns.ts: two values at a time. */
export function mapColumns(matrix: usize, rows: i32, width: i32, columns: usize, scale: f64): void {
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
