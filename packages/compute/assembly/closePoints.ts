// Panels of 64 points: feature j of point i of a panel is at panel[j · 64 + i]. Which points of two panels lie within a limit
// of each other is given as 64 rows of 64 bits. A pass in single precision sieves, four points at a time, with room for its own
// rounding; what stays is measured in double precision, as core/src/numeric/compute/closePoints.ts does for all of them.
const PANEL: i32 = 64
const PANEL_BYTES: usize = 256
const ROW_BYTES: usize = 8

/** The points of panel `a` against those of the panels numbered others[from .. to]; one block of 64 rows of bits for each. */
export function closePoints(
  norm: i32,
  width: i32,
  panels: usize,
  a: i32,
  others: usize,
  from: i32,
  to: i32,
  limit: f64,
  sieve: f32,
  into: usize,
): void {
  const panelBytes = <usize>width * PANEL_BYTES
  const first = panels + <usize>a * panelBytes
  for (let k = from; k < to; k++) {
    const second = panels + <usize>load<u32>(others + ((<usize>k) << 2)) * panelBytes
    const at = into + (<usize>k * <usize>PANEL) * ROW_BYTES
    if (norm == 1) closeInL1(width, first, second, limit, sieve, at)
    else if (norm == 2) closeInL2(width, first, second, limit, sieve, at)
    else closeInMaximum(width, first, second, limit, sieve, at)
  }
}

/** Two points of the first panel against sixteen of the second: eight sums, as many as the registers hold. */
function closeInL2(width: i32, a: usize, b: usize, limit: f64, sieve: f32, into: usize): void {
  const most = f32x4.splat(sieve)
  for (let i = 0; i < PANEL; i += 2) {
    let bits0: u64 = 0
    let bits1: u64 = 0
    for (let j = 0; j < PANEL; j += 16) {
      let x = a + ((<usize>i) << 2)
      let y = b + ((<usize>j) << 2)
      const end = x + <usize>width * PANEL_BYTES
      let s00 = f32x4.splat(0)
      let s01 = f32x4.splat(0)
      let s02 = f32x4.splat(0)
      let s03 = f32x4.splat(0)
      let s10 = f32x4.splat(0)
      let s11 = f32x4.splat(0)
      let s12 = f32x4.splat(0)
      let s13 = f32x4.splat(0)
      while (x < end) {
        const x0 = v128.load32_splat(x)
        const x1 = v128.load32_splat(x + 4)
        const y0 = v128.load(y)
        const y1 = v128.load(y, 16)
        const y2 = v128.load(y, 32)
        const y3 = v128.load(y, 48)
        s00 = addSquare(s00, x0, y0)
        s01 = addSquare(s01, x0, y1)
        s02 = addSquare(s02, x0, y2)
        s03 = addSquare(s03, x0, y3)
        s10 = addSquare(s10, x1, y0)
        s11 = addSquare(s11, x1, y1)
        s12 = addSquare(s12, x1, y2)
        s13 = addSquare(s13, x1, y3)
        x += PANEL_BYTES
        y += PANEL_BYTES
      }
      bits0 |= sixteenBits(s00, s01, s02, s03, most) << j
      bits1 |= sixteenBits(s10, s11, s12, s13, most) << j
    }
    store<u64>(into, sifted(2, width, a, b, i, bits0, limit))
    store<u64>(into, sifted(2, width, a, b, i + 1, bits1, limit), 8)
    into += 16
  }
}

function closeInL1(width: i32, a: usize, b: usize, limit: f64, sieve: f32, into: usize): void {
  const most = f32x4.splat(sieve)
  for (let i = 0; i < PANEL; i += 2) {
    let bits0: u64 = 0
    let bits1: u64 = 0
    for (let j = 0; j < PANEL; j += 16) {
      let x = a + ((<usize>i) << 2)
      let y = b + ((<usize>j) << 2)
      const end = x + <usize>width * PANEL_BYTES
      let s00 = f32x4.splat(0)
      let s01 = f32x4.splat(0)
      let s02 = f32x4.splat(0)
      let s03 = f32x4.splat(0)
      let s10 = f32x4.splat(0)
      let s11 = f32x4.splat(0)
      let s12 = f32x4.splat(0)
      let s13 = f32x4.splat(0)
      while (x < end) {
        const x0 = v128.load32_splat(x)
        const x1 = v128.load32_splat(x + 4)
        const y0 = v128.load(y)
        const y1 = v128.load(y, 16)
        const y2 = v128.load(y, 32)
        const y3 = v128.load(y, 48)
        s00 = addSize(s00, x0, y0)
        s01 = addSize(s01, x0, y1)
        s02 = addSize(s02, x0, y2)
        s03 = addSize(s03, x0, y3)
        s10 = addSize(s10, x1, y0)
        s11 = addSize(s11, x1, y1)
        s12 = addSize(s12, x1, y2)
        s13 = addSize(s13, x1, y3)
        x += PANEL_BYTES
        y += PANEL_BYTES
      }
      bits0 |= sixteenBits(s00, s01, s02, s03, most) << j
      bits1 |= sixteenBits(s10, s11, s12, s13, most) << j
    }
    store<u64>(into, sifted(1, width, a, b, i, bits0, limit))
    store<u64>(into, sifted(1, width, a, b, i + 1, bits1, limit), 8)
    into += 16
  }
}

function closeInMaximum(width: i32, a: usize, b: usize, limit: f64, sieve: f32, into: usize): void {
  const most = f32x4.splat(sieve)
  for (let i = 0; i < PANEL; i += 2) {
    let bits0: u64 = 0
    let bits1: u64 = 0
    for (let j = 0; j < PANEL; j += 16) {
      let x = a + ((<usize>i) << 2)
      let y = b + ((<usize>j) << 2)
      const end = x + <usize>width * PANEL_BYTES
      let s00 = f32x4.splat(0)
      let s01 = f32x4.splat(0)
      let s02 = f32x4.splat(0)
      let s03 = f32x4.splat(0)
      let s10 = f32x4.splat(0)
      let s11 = f32x4.splat(0)
      let s12 = f32x4.splat(0)
      let s13 = f32x4.splat(0)
      while (x < end) {
        const x0 = v128.load32_splat(x)
        const x1 = v128.load32_splat(x + 4)
        const y0 = v128.load(y)
        const y1 = v128.load(y, 16)
        const y2 = v128.load(y, 32)
        const y3 = v128.load(y, 48)
        s00 = greaterSize(s00, x0, y0)
        s01 = greaterSize(s01, x0, y1)
        s02 = greaterSize(s02, x0, y2)
        s03 = greaterSize(s03, x0, y3)
        s10 = greaterSize(s10, x1, y0)
        s11 = greaterSize(s11, x1, y1)
        s12 = greaterSize(s12, x1, y2)
        s13 = greaterSize(s13, x1, y3)
        x += PANEL_BYTES
        y += PANEL_BYTES
      }
      bits0 |= sixteenBits(s00, s01, s02, s03, most) << j
      bits1 |= sixteenBits(s10, s11, s12, s13, most) << j
    }
    store<u64>(into, sifted(0, width, a, b, i, bits0, limit))
    store<u64>(into, sifted(0, width, a, b, i + 1, bits1, limit), 8)
    into += 16
  }
}

@inline
function addSquare(sum: v128, x: v128, y: v128): v128 {
  const difference = f32x4.sub(x, y)
  return f32x4.add(sum, f32x4.mul(difference, difference))
}

@inline
function addSize(sum: v128, x: v128, y: v128): v128 {
  return f32x4.add(sum, f32x4.abs(f32x4.sub(x, y)))
}

/** The greater one; a NaN among the differences stays, as `max` keeps it. */
@inline
function greaterSize(sum: v128, x: v128, y: v128): v128 {
  return f32x4.max(sum, f32x4.abs(f32x4.sub(x, y)))
}

@inline
function sixteenBits(s0: v128, s1: v128, s2: v128, s3: v128, most: v128): u64 {
  return (
    <u64>i32x4.bitmask(f32x4.le(s0, most)) |
    (<u64>i32x4.bitmask(f32x4.le(s1, most)) << 4) |
    (<u64>i32x4.bitmask(f32x4.le(s2, most)) << 8) |
    (<u64>i32x4.bitmask(f32x4.le(s3, most)) << 12)
  )
}

/** Of the points that came through the sieve, those that are close in double precision too. */
function sifted(norm: i32, width: i32, a: usize, b: usize, i: i32, bits: u64, limit: f64): u64 {
  let left = bits
  while (left != 0) {
    const j = <i32>ctz(left)
    left &= left - 1
    if (!isClose(norm, width, a + ((<usize>i) << 2), b + ((<usize>j) << 2), limit)) bits &= ~((<u64>1) << j)
  }
  return bits
}

function isClose(norm: i32, width: i32, x: usize, y: usize, limit: f64): bool {
  let total: f64 = 0
  for (let k = 0; k < width; k++) {
    const difference = <f64>load<f32>(x) - <f64>load<f32>(y)
    if (norm == 2) total += difference * difference
    else if (norm == 1) total += abs(difference)
    else total = max(total, abs(difference))
    x += PANEL_BYTES
    y += PANEL_BYTES
  }
  return total <= limit
}
