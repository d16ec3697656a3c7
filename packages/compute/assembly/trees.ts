// Sums of trees, as core/src/numeric/compute/trees.ts: every row gets the same leaves, and adds them in the order of the trees.
// Offsets in the memory of a chunk of trees are counted from its start; see layTrees.ts for what lies where.

/** Rows that are marked together. */
const LANES: i32 = 16
/** Bytes of a split in the list of its feature: threshold, leaves that are cut off, place of the bits of its tree. */
const SPLIT: usize = 12

/**
 * scores += the trees of a chunk, each with at most 32 leaves. The bits of a tree are the leaves that can still be reached, from the left; a
 * split that sends a row to the right cuts off the leaves on its left, and in the end the first bit left is the leaf. Splits are sorted by
 * feature and threshold, so that those below a value are a run. Lucchese et al. 2015, "QuickScorer: a fast algorithm to rank documents with
 * additive ensembles of regression trees"; 2016, "Exploiting CPU SIMD extensions to speed-up document scoring with tree ensembles".
 */
export function quickTrees(chunk: usize, matrix: usize, rows: i32, width: i32, scores: usize, bits: usize, single: bool): void {
  const rowBytes = (<usize>width) << 2
  for (let row = 0; row < rows; row += LANES) {
    const count = min(LANES, rows - row)
    quickGroup(chunk, matrix, rowBytes, count, bits)
    if (single) addSingles(chunk, bits, scores, count)
    else {
      addLeaves(chunk, bits, scores, min(8, count))
      if (count > 8) addLeaves(chunk, bits + 32, scores + 64, count - 8)
    }
    matrix += rowBytes * LANES
    scores += 8 * LANES
  }
}

/** Marks the leaves of up to 16 rows; where there are fewer, the last stands for the others. */
function quickGroup(chunk: usize, matrix: usize, rowBytes: usize, count: i32, bits: usize): void {
  memory.fill(bits, 0xff, (<usize>load<i32>(chunk)) << 6)
  const last = matrix + rowBytes * <usize>(count - 1)
  let feature = chunk + load<u32>(chunk, 8)
  const end = feature + <usize>load<i32>(chunk, 4) * 24
  for (; feature < end; feature += 24) {
    const column = <usize>load<u32>(feature)
    const x0 = fourValues(matrix, rowBytes, last, column)
    const x1 = fourValues(matrix + 4 * rowBytes, rowBytes, last, column)
    const x2 = fourValues(matrix + 8 * rowBytes, rowBytes, last, column)
    const x3 = fourValues(matrix + 12 * rowBytes, rowBytes, last, column)
    cutBelow(x0, x1, x2, x3, chunk + load<u32>(feature, 4), bits)
    const missing0 = f32x4.ne(x0, x0)
    const missing1 = f32x4.ne(x1, x1)
    const missing2 = f32x4.ne(x2, x2)
    const missing3 = f32x4.ne(x3, x3)
    if (v128.any_true(v128.or(v128.or(missing0, missing1), v128.or(missing2, missing3)))) {
      cutMissing(missing0, missing1, missing2, missing3, chunk + load<u32>(feature, 8), chunk + load<u32>(feature, 12), bits)
    }
    const categorical = load<u32>(feature, 16)
    const categoricalEnd = load<u32>(feature, 20)
    if (categorical < categoricalEnd) {
      cutCategories(x0, chunk, categorical, categoricalEnd, bits)
      cutCategories(x1, chunk, categorical, categoricalEnd, bits + 16)
      cutCategories(x2, chunk, categorical, categoricalEnd, bits + 32)
      cutCategories(x3, chunk, categorical, categoricalEnd, bits + 48)
    }
  }
}

/** A feature of four rows, none of them after the last. */
@inline
function fourValues(row: usize, rowBytes: usize, last: usize, column: usize): v128 {
  const values = v128.load32_zero(min(row, last) + column)
  const two = v128.load_lane<f32>(min(row + rowBytes, last) + column, values, 1)
  const three = v128.load_lane<f32>(min(row + 2 * rowBytes, last) + column, two, 2)
  return v128.load_lane<f32>(min(row + 3 * rowBytes, last) + column, three, 3)
}

/**
 * The splits whose threshold is below a value, in ascending order, two at a time: where the first is above all values, so is the second. The
 * last two thresholds of the list are infinite.
 */
function cutBelow(x0: v128, x1: v128, x2: v128, x3: v128, split: usize, bits: usize): void {
  while (true) {
    const threshold = v128.load32_splat(split)
    const above0 = f32x4.gt(x0, threshold)
    const above1 = f32x4.gt(x1, threshold)
    const above2 = f32x4.gt(x2, threshold)
    const above3 = f32x4.gt(x3, threshold)
    if (!v128.any_true(v128.or(v128.or(above0, above1), v128.or(above2, above3)))) return
    cut(bits + load<u32>(split, 8), above0, above1, above2, above3, v128.load32_splat(split + 4))
    const second = v128.load32_splat(split + 12)
    cut(bits + load<u32>(split, 20), f32x4.gt(x0, second), f32x4.gt(x1, second), f32x4.gt(x2, second), f32x4.gt(x3, second), v128.load32_splat(split + 16))
    split += 2 * SPLIT
  }
}

/** Cuts leaves off in the lanes that are set. */
@inline
function cut(place: usize, lanes0: v128, lanes1: v128, lanes2: v128, lanes3: v128, leaves: v128): void {
  v128.store(place, v128.andnot(v128.load(place), v128.and(lanes0, leaves)))
  v128.store(place, v128.andnot(v128.load(place, 16), v128.and(lanes1, leaves)), 16)
  v128.store(place, v128.andnot(v128.load(place, 32), v128.and(lanes2, leaves)), 32)
  v128.store(place, v128.andnot(v128.load(place, 48), v128.and(lanes3, leaves)), 48)
}

/** The splits that send missing values to the right. */
function cutMissing(missing0: v128, missing1: v128, missing2: v128, missing3: v128, split: usize, end: usize, bits: usize): void {
  for (; split < end; split += 8) {
    cut(bits + load<u32>(split, 4), missing0, missing1, missing2, missing3, v128.load32_splat(split))
  }
}

function cutCategories(x: v128, chunk: usize, first: u32, last: u32, bits: usize): void {
  for (let split = chunk + first; split < chunk + last; split += 16) {
    const kept = ~load<i32>(split)
    const place = bits + load<u32>(split, 4)
    const words = chunk + load<u32>(split, 8)
    const count = load<u32>(split, 12)
    if (outside(f32x4.extract_lane(x, 0), words, count)) store<i32>(place, load<i32>(place) & kept)
    if (outside(f32x4.extract_lane(x, 1), words, count)) store<i32>(place, load<i32>(place, 4) & kept, 4)
    if (outside(f32x4.extract_lane(x, 2), words, count)) store<i32>(place, load<i32>(place, 8) & kept, 8)
    if (outside(f32x4.extract_lane(x, 3), words, count)) store<i32>(place, load<i32>(place, 12) & kept, 12)
  }
}

/** Whether the whole part of a value that is not missing is in no set of `count` words. */
@inline
function outside(value: f32, words: usize, count: u32): bool {
  if (value != value) return false
  const category = trunc<f32>(value)
  if (!(category >= 0 && category < <f32>2147483648)) return true
  const whole = <u32>category
  return whole >>> 5 >= count || ((load<u32>(words + ((<usize>(whole >>> 5)) << 2)) >>> (whole & 31)) & 1) == 0
}

/** scores += the leaf of every tree, in the order of the trees. */
function addLeaves(chunk: usize, bits: usize, scores: usize, count: i32): void {
  const end = bits + ((<usize>load<i32>(chunk)) << 6)
  const leafBytes = <usize>load<u32>(chunk, 16)
  let s0 = load<f64>(scores)
  let s1 = count > 1 ? load<f64>(scores, 8) : 0
  let s2 = count > 2 ? load<f64>(scores, 16) : 0
  let s3 = count > 3 ? load<f64>(scores, 24) : 0
  let s4 = count > 4 ? load<f64>(scores, 32) : 0
  let s5 = count > 5 ? load<f64>(scores, 40) : 0
  let s6 = count > 6 ? load<f64>(scores, 48) : 0
  let s7 = count > 7 ? load<f64>(scores, 56) : 0
  for (let leaves = chunk + load<u32>(chunk, 12); bits < end; bits += 64, leaves += leafBytes) {
    s0 += leafOf(leaves, load<i32>(bits))
    s1 += leafOf(leaves, load<i32>(bits, 4))
    s2 += leafOf(leaves, load<i32>(bits, 8))
    s3 += leafOf(leaves, load<i32>(bits, 12))
    s4 += leafOf(leaves, load<i32>(bits, 16))
    s5 += leafOf(leaves, load<i32>(bits, 20))
    s6 += leafOf(leaves, load<i32>(bits, 24))
    s7 += leafOf(leaves, load<i32>(bits, 28))
  }
  store<f64>(scores, s0)
  if (count > 1) store<f64>(scores, s1, 8)
  if (count > 2) store<f64>(scores, s2, 16)
  if (count > 3) store<f64>(scores, s3, 24)
  if (count > 4) store<f64>(scores, s4, 32)
  if (count > 5) store<f64>(scores, s5, 40)
  if (count > 6) store<f64>(scores, s6, 48)
  if (count > 7) store<f64>(scores, s7, 56)
}

/** The same, with sums that are rounded to single precision after each tree. */
function addSingles(chunk: usize, bits: usize, scores: usize, count: i32): void {
  const trees = load<i32>(chunk)
  const leafBytes = <usize>load<u32>(chunk, 16)
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    let leaves = chunk + load<u32>(chunk, 12)
    let place = bits + (lane << 2)
    let sum = load<f64>(scores + (lane << 3))
    for (let tree = 0; tree < trees; tree++, place += 64, leaves += leafBytes) sum = <f64>(<f32>(sum + leafOf(leaves, load<i32>(place))))
    store<f64>(scores + (lane << 3), sum)
  }
}

@inline
function leafOf(leaves: usize, bits: i32): f64 {
  return load<f64>(leaves + ((<usize>ctz<i32>(bits)) << 3))
}

/**
 * scores += the trees of a chunk, of any size. Rows walk down four at a time, without a branch on what they hold: those that are at a leaf
 * stay there until the last of them is.
 */
export function walkTrees(chunk: usize, matrix: usize, rows: i32, width: i32, scores: usize, single: bool): void {
  const rowBytes = (<usize>width) << 2
  let tree = chunk + load<u32>(chunk, 8)
  const end = tree + <usize>load<i32>(chunk) * 12
  for (; tree < end; tree += 12) {
    const nodes = chunk + load<u32>(tree)
    const values = chunk + load<u32>(tree, 4)
    const sets = load<i32>(tree, 8) != 0
    let row = 0
    if (!sets) for (; row + 4 <= rows; row += 4) walkFour(nodes, values, matrix + rowBytes * row, rowBytes, scores + ((<usize>row) << 3), single)
    for (; row < rows; row++) walkOne(chunk, nodes, values, matrix + rowBytes * row, scores + ((<usize>row) << 3), single)
  }
}

function walkFour(nodes: usize, values: usize, r0: usize, rowBytes: usize, scores: usize, single: bool): void {
  const r1 = r0 + rowBytes
  const r2 = r1 + rowBytes
  const r3 = r2 + rowBytes
  let a: usize = 0
  let b: usize = 0
  let c: usize = 0
  let d: usize = 0
  let before: usize // the sides of a split are further on than it is, so that the sum of places rises as long as one moves
  do {
    before = a + b + c + d
    a = next(nodes + a, r0)
    b = next(nodes + b, r1)
    c = next(nodes + c, r2)
    d = next(nodes + d, r3)
  } while (a + b + c + d != before)
  add(scores, values + (a >> 1), single)
  add(scores + 8, values + (b >> 1), single)
  add(scores + 16, values + (c >> 1), single)
  add(scores + 24, values + (d >> 1), single)
}

/** Adds a leaf to a score, in single or double precision. */
@inline
function add(score: usize, leaf: usize, single: bool): void {
  const sum = load<f64>(score) + load<f64>(leaf)
  store<f64>(score, single ? <f64>(<f32>sum) : sum)
}

/** A node of 16 bytes: feature and, in its lowest bit, whether missing values go left; threshold; where the right and the left side are. */
@inline
function next(node: usize, row: usize): usize {
  const feature = load<u32>(node)
  const value = load<f32>(row + (feature & ~3))
  const goesLeft = <u32>(value <= load<f32>(node, 4)) | (<u32>(value != value) & feature & 1)
  return <usize>load<u32>(node + (goesLeft << 2), 8)
}

/** One row, also through splits on categories: those have the second bit of the feature, and the place of the set for a threshold. */
function walkOne(chunk: usize, nodes: usize, values: usize, row: usize, score: usize, single: bool): void {
  let at: usize = 0
  while (true) {
    const node = nodes + at
    const feature = load<u32>(node)
    let to: usize = 0
    if ((feature & 2) == 0) to = next(node, row)
    else {
      const value = load<f32>(row + (feature & ~3))
      const set = chunk + load<u32>(node, 4)
      const left = value != value ? (feature & 1) == 1 : !outside(value, set + 4, load<u32>(set))
      to = <usize>(left ? load<u32>(node, 12) : load<u32>(node, 8))
    }
    if (to == at) break
    at = to
  }
  add(score, values + (at >> 1), single)
}
