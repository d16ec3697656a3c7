const CLOSE: f64 = 1e-6

/** Rows of products x · p ← ‖x − p‖² · scale, as in core/src/numeric/compute/squaredDistances.ts. */
export function squaredDistances(
  rows: i32,
  count: i32,
  features: i32,
  x: usize,
  points: usize,
  squares: usize,
  scale: f64,
  into: usize,
): void {
  const rowBytes = (<usize>features) << 3
  const stride = (<usize>count) << 3
  const two = f64x2.splat(2)
  const close = f64x2.splat(CLOSE)
  const factor = f64x2.splat(scale)
  for (let row = 0; row < rows; row++) {
    let square: f64 = 0
    for (let at = x; at < x + rowBytes; at += 8) square += load<f64>(at) * load<f64>(at)
    const own = f64x2.splat(square)
    let at: usize = 0
    const whole = (<usize>(count & ~1)) << 3
    while (at < whole) {
      const both = f64x2.add(own, v128.load(squares + at))
      const distance = f64x2.sub(both, f64x2.mul(two, v128.load(into + at)))
      if (v128.any_true(f64x2.lt(distance, f64x2.mul(close, both)))) {
        one(square, features, x, points + at, stride, squares + at, scale, into + at)
        one(square, features, x, points + at + 8, stride, squares + at + 8, scale, into + at + 8)
      } else v128.store(into + at, f64x2.mul(distance, factor))
      at += 16
    }
    if (count & 1) one(square, features, x, points + at, stride, squares + at, scale, into + at)
    x += rowBytes
    into += stride
  }
}

function one(square: f64, features: i32, x: usize, point: usize, stride: usize, squares: usize, scale: f64, into: usize): void {
  const both = square + load<f64>(squares)
  let distance = both - 2 * load<f64>(into)
  if (distance < CLOSE * both) {
    distance = 0
    for (let j = 0; j < features; j++) {
      const away = load<f64>(x) - load<f64>(point)
      distance += away * away
      x += 8
      point += stride
    }
  }
  store<f64>(into, distance * scale)
}
