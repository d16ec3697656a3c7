/** Rows of binned features; see core/src/numeric/treeGrowth. */

/** Bins of `count` features of rows `from` .. `to`, by binary search among thresholds. */
export function binRows(
  matrix: usize,
  width: i32,
  from: i32,
  to: i32,
  features: usize,
  count: i32,
  thresholds: usize,
  starts: usize,
  stride: i32,
  into: usize,
): void {
  for (let row = from; row < to; row++) {
    binRow(matrix + <usize>row * ((<usize>width) << 2), features, count, thresholds, starts, into + <usize>row * <usize>stride)
  }
}

function binRow(values: usize, features: usize, count: i32, thresholds: usize, starts: usize, into: usize): void {
  for (let column = 0; column < count; column++) {
    const at = (<usize>column) << 2
    const first = load<u32>(starts + at)
    const length = load<u32>(starts + at, 4) - first
    const value = load<f32>(values + ((<usize>load<u32>(features + at)) << 2))
    store<u8>(into + <usize>column, value != value ? length + 1 : below(thresholds + ((<usize>first) << 2), length, value))
  }
}

/** How many of ascending thresholds lie below the value. */
@inline
function below(thresholds: usize, length: u32, value: f32): u32 {
  let base: u32 = 0
  let left = length
  while (left > 0) {
    const half = (left + 1) >> 1
    base += half & (0 - <u32>(load<f32>(thresholds + ((<usize>(base + half - 1)) << 2)) < value))
    left -= half
  }
  return base
}

/** Pairs of whole numbers for rows `from` .. `to`. */
export function quantise(slopes: usize, curvatures: usize, slopeScale: f64, curvatureScale: f64, from: i32, to: i32, into: usize): void {
  for (let row = from; row < to; row++) {
    const at = (<usize>row) << 3
    store<i32>(into + at, <i32>nearest(load<f64>(slopes + at) * slopeScale))
    store<i32>(into + at, <i32>nearest(load<f64>(curvatures + at) * curvatureScale), 4)
  }
}

/** Of one piece of rows those that go left, at its start, and the others in scratch; `lefts` ← how many go left. */
export function partitionPiece(stride: i32, bins: usize, column: i32, sides: usize, rows: usize, count: i32, scratch: usize, lefts: usize): void {
  const column0 = bins + <usize>column
  let left = rows
  let right = scratch
  const end = rows + ((<usize>count) << 2)
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at)
    const side = <usize>load<u8>(sides + <usize>load<u8>(column0 + <usize>row * <usize>stride))
    store<u32>(left, row)
    store<u32>(right, row)
    left += side << 2
    right += (1 - side) << 2
  }
  store<u32>(lefts, <u32>((left - rows) >> 2))
}

/** Brings together what goes left and what goes right in all pieces, each in their order; gives how many go left. */
export function joinPieces(rows: usize, count: i32, scratch: usize, perPiece: i32, lefts: usize): i32 {
  let to = rows
  let counts = lefts
  for (let from = 0; from < count; from += perPiece, counts += 4) {
    const bytes = (<usize>load<u32>(counts)) << 2
    if (from > 0) memory.copy(to, rows + ((<usize>from) << 2), bytes)
    to += bytes
  }
  const left = <i32>((to - rows) >> 2)
  counts = lefts
  for (let from = 0; from < count; from += perPiece, counts += 4) {
    const bytes = (<usize>(min(perPiece, count - from) - load<u32>(counts))) << 2
    memory.copy(to, scratch + ((<usize>from) << 2), bytes)
    to += bytes
  }
  return left
}

/** Two sums of whole numbers. */
export function leafSums(
  slopes: usize,
  curvatures: usize,
  slopeScale: f64,
  curvatureScale: f64,
  rows: usize,
  count: i32,
  into: usize,
): void {
  let slope: f64 = 0
  let curvature: f64 = 0
  const end = rows + ((<usize>count) << 2)
  for (let at = rows; at < end; at += 4) {
    const row = (<usize>load<u32>(at)) << 3
    slope += nearest(load<f64>(slopes + row) * slopeScale)
    curvature += nearest(load<f64>(curvatures + row) * curvatureScale)
  }
  store<f64>(into, slope)
  store<f64>(into, curvature, 8)
}

export function addToRows(rows: usize, count: i32, amount: f64, into: usize): void {
  const end = rows + ((<usize>count) << 2)
  for (let at = rows; at < end; at += 4) {
    const place = into + ((<usize>load<u32>(at)) << 3)
    store<f64>(place, load<f64>(place) + amount)
  }
}

/** The leaf of each row, by its bins. */
export function walkBins(
  stride: i32,
  bins: usize,
  splits: i32,
  columns: usize,
  sides: usize,
  left: usize,
  right: usize,
  values: usize,
  rows: usize,
  count: i32,
  into: usize,
): void {
  const end = rows + ((<usize>count) << 2)
  for (let at = rows; at < end; at += 4) {
    const row = <usize>load<u32>(at)
    const own = bins + row * <usize>stride
    let node = splits == 0 ? -1 : 0
    while (node >= 0) {
      const n = <usize>node
      const bin = <usize>load<u8>(own + <usize>load<u32>(columns + (n << 2)))
      node = load<i32>((load<u8>(sides + (n << 8) + bin) ? left : right) + (n << 2))
    }
    const place = into + (row << 3)
    store<f64>(place, load<f64>(place) + load<f64>(values + ((<usize>(-1 - node)) << 3)))
  }
}
