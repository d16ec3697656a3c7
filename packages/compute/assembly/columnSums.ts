/** into[j] = Σ weight · row for `columns` columns that start at `matrix`, in rows of `strideBytes`; `weights` 0 means all 1. */
export function columnSums(matrix: usize, rows: i32, strideBytes: usize, columns: i32, weights: usize, into: usize): void {
  const whole = into + ((<usize>(columns & ~1)) << 3)
  const end = into + ((<usize>columns) << 3)
  for (let out = into; out < end; out += 8) store<f64>(out, 0)
  for (let row = 0; row < rows; row++) {
    const weight: f64 = weights == 0 ? 1 : load<f64>(weights + ((<usize>row) << 3))
    const factor = f64x2.splat(weight)
    let at = matrix
    let out = into
    while (out < whole) {
      v128.store(out, f64x2.add(v128.load(out), f64x2.mul(factor, v128.load(at))))
      at += 16
      out += 16
    }
    if (out < end) store<f64>(out, load<f64>(out) + weight * load<f64>(at))
    matrix += strideBytes
  }
}

/** Rows ← (row − shift) · scale. */
export function shiftRows(into: usize, rows: i32, width: i32, shift: usize, scales: usize): void {
  for (let row = 0; row < rows; row++) {
    const scale = load<f64>(scales + ((<usize>row) << 3))
    const factor = f64x2.splat(scale)
    const whole = into + ((<usize>(width & ~1)) << 3)
    let from = shift
    while (into < whole) {
      v128.store(into, f64x2.mul(f64x2.sub(v128.load(into), v128.load(from)), factor))
      into += 16
      from += 16
    }
    if (width & 1) {
      store<f64>(into, (load<f64>(into) - load<f64>(from)) * scale)
      into += 8
    }
  }
}
