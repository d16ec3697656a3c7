// Sums of trees, as core/src/numeric/compute/trees.ts: every row gets the same leaves, and adds them in the order of the trees.
// Offsets in the memory of a chunk of trees are counted from its start; see layTrees.ts for what lies where.

/** Rows that are marked together. */
const LANES: i32 = 16
/** Bytes of a split in the list of its feature: threshold, place of the bits that it cuts off (16 bits), the bits (8 bits), nothing. */
const SPLIT: usize = 8
/** Bytes of a split that cuts off the same bits wherever the value is missing: place (16 bits), the bits (8 bits), nothing. */
const MISSING: usize = 4
/** Bytes of a split on categories: place of its set, 16 bytes of the set at a time, place of the bits of its tree, the bits that it cuts off. */
const CATEGORICAL: usize = 16
/** Categories from here on are looked for in the sets one by one. */
const FEW_CATEGORIES: f32 = 32640
/** No piece of a set, and no byte of a piece. */
const NO_PIECE: u8 = 255

/**
 * scores += the trees of a chunk, each with at most 32 leaves, or 64 if it has two words of bits. The bits of a tree are the leaves that can
 * still be reached, from the left; a split that sends a row to the right cuts off the leaves on its left, and in the end the first bit left is the leaf. Splits are sorted by
 * feature and threshold, so that those below a value are a run. Lucchese et al. 2015, "QuickScorer: a fast algorithm to rank documents with
 * additive ensembles of regression trees"; 2016, "Exploiting CPU SIMD extensions to speed-up document scoring with tree ensembles".
 *
 * The bits of a word lie in four parts of eight leaves, each with a byte for every row: most splits cut leaves off in one part alone. Ye et al. 2018,
 * "RapidScorer: fast tree ensemble evaluation by maximizing compactness in data level parallelization".
 */
export function quickTrees(chunk: usize, matrix: usize, rows: i32, width: i32, scores: usize, bits: usize, single: bool): void {
  const rowBytes = (<usize>width) << 2
  for (let row = 0; row < rows; row += LANES) {
    const count = min(LANES, rows - row)
    quickGroup(chunk, matrix, rowBytes, count, bits)
    joinParts(bits, load<i32>(chunk))
    if (single) addSingles(chunk, bits, scores, count)
    else {
      addEight(chunk, bits, scores, min(8, count))
      if (count > 8) addEight(chunk, bits + 32, scores + 64, count - 8)
    }
    matrix += rowBytes * LANES
    scores += 8 * LANES
  }
}

/** Marks the leaves of up to 16 rows; where there are fewer, the last stands for the others. */
function quickGroup(chunk: usize, matrix: usize, rowBytes: usize, count: i32, bits: usize): void {
  const bitBytes = (<usize>load<i32>(chunk)) << 6
  memory.fill(bits, 0xff, bitBytes)
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
    const missing = bytesOf(f32x4.ne(x0, x0), f32x4.ne(x1, x1), f32x4.ne(x2, x2), f32x4.ne(x3, x3))
    if (v128.any_true(missing)) cutMissing(missing, chunk + load<u32>(feature, 8), chunk + load<u32>(feature, 12), bits)
    const categorical = load<u32>(feature, 16)
    const categoricalEnd = load<u32>(feature, 20)
    if (categorical < categoricalEnd) {
      cutCategories(x0, x1, x2, x3, missing, chunk, chunk + categorical, chunk + categoricalEnd, bits, bits + bitBytes)
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

/** What is true of 16 rows, as bytes. */
@inline
function bytesOf(true0: v128, true1: v128, true2: v128, true3: v128): v128 {
  return i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(true0, true1), i16x8.narrow_i32x4_s(true2, true3))
}

/**
 * The splits whose threshold is below a value, in ascending order, two at a time: where the first is above all values, so is the second. The
 * last two thresholds of the list are infinite.
 */
function cutBelow(x0: v128, x1: v128, x2: v128, x3: v128, split: usize, bits: usize): void {
  while (true) {
    const first = v128.load32_splat(split)
    const above = bytesOf(f32x4.gt(x0, first), f32x4.gt(x1, first), f32x4.gt(x2, first), f32x4.gt(x3, first))
    if (!v128.any_true(above)) return
    cut(bits + <usize>load<u16>(split, 4), above, split + 6)
    const second = v128.load32_splat(split + SPLIT)
    const aboveSecond = bytesOf(f32x4.gt(x0, second), f32x4.gt(x1, second), f32x4.gt(x2, second), f32x4.gt(x3, second))
    cut(bits + <usize>load<u16>(split, 12), aboveSecond, split + SPLIT + 6)
    split += 2 * SPLIT
  }
}

/** Cuts leaves off, the bits of a byte, in the rows that are told. */
@inline
function cut(place: usize, rows: v128, leaves: usize): void {
  v128.store(place, v128.andnot(v128.load(place), v128.and(rows, v128.load8_splat(leaves))))
}

/** The splits that send missing values to the right. */
function cutMissing(missing: v128, split: usize, end: usize, bits: usize): void {
  for (; split < end; split += MISSING) cut(bits + <usize>load<u16>(split), missing, split + 2)
}

/**
 * A set lies in pieces of 16 bytes, which a byte is looked up in for all rows at once: the number of the piece, the byte and the bit of each row are
 * found once for all sets. Rows whose value is missing are left as they are.
 */
function cutCategories(
  x0: v128,
  x1: v128,
  x2: v128,
  x3: v128,
  missing: v128,
  chunk: usize,
  split: usize,
  end: usize,
  bits: usize,
  scratch: usize,
): void {
  v128.store(scratch, x0)
  v128.store(scratch, x1, 16)
  v128.store(scratch, x2, 32)
  v128.store(scratch, x3, 48)
  let many = false
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    const category = trunc<f32>(load<f32>(scratch + (lane << 2)))
    const few = category >= 0 && category < FEW_CATEGORIES
    many = many || category >= FEW_CATEGORIES
    const whole = few ? <u32>category : 0
    store<u8>(scratch + lane, few ? <u8>(whole >>> 7) : NO_PIECE, 64)
    store<u8>(scratch + lane, few ? <u8>((whole >>> 3) & 15) : NO_PIECE, 80)
    store<u8>(scratch + lane, <u8>(<u32>1 << (whole & 7)), 96)
  }
  const piece = v128.load(scratch, 64)
  const byte = v128.load(scratch, 80)
  const bit = v128.load(scratch, 96)
  for (; split < end; split += CATEGORICAL) {
    const set = chunk + load<u32>(split)
    const pieces = load<u32>(split, 4)
    let found = i8x16.splat(0)
    for (let number: u32 = 0; number < min(pieces, NO_PIECE); number++) {
      const own = i8x16.swizzle(v128.load(set + ((<usize>number) << 4)), byte)
      found = v128.or(found, v128.and(own, i8x16.eq(piece, i8x16.splat(<i8>number))))
    }
    let rows = v128.andnot(i8x16.eq(v128.and(found, bit), i8x16.splat(0)), missing)
    if (many && pieces > NO_PIECE) rows = v128.andnot(rows, inLargeSet(scratch, set, pieces << 2))
    const place = bits + load<u32>(split, 8)
    for (let part: usize = 0; part < 4; part++) if (load<u8>(split + part, 12) != 0) cut(place + (part << 4), rows, split + 12 + part)
  }
}

/** Which of 16 values are in a set of `count` words, found one by one. */
function inLargeSet(values: usize, set: usize, count: u32): v128 {
  const into = values + 112
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    const value = load<f32>(values + (lane << 2))
    store<u8>(into + lane, value == value && !outside(value, set, count) ? 255 : 0)
  }
  return v128.load(into)
}

/** Of each word: four bytes for every row, one of each part, become the word. */
function joinParts(bits: usize, words: i32): void {
  const end = bits + ((<usize>words) << 6)
  for (; bits < end; bits += 64) {
    const a = v128.load(bits)
    const b = v128.load(bits, 16)
    const c = v128.load(bits, 32)
    const d = v128.load(bits, 48)
    const lowAB = v128.shuffle<i8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
    const lowCD = v128.shuffle<i8>(c, d, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
    v128.store(bits, v128.shuffle<i16>(lowAB, lowCD, 0, 8, 1, 9, 2, 10, 3, 11))
    v128.store(bits, v128.shuffle<i16>(lowAB, lowCD, 4, 12, 5, 13, 6, 14, 7, 15), 16)
    const highAB = v128.shuffle<i8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
    const highCD = v128.shuffle<i8>(c, d, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
    v128.store(bits, v128.shuffle<i16>(highAB, highCD, 0, 8, 1, 9, 2, 10, 3, 11), 32)
    v128.store(bits, v128.shuffle<i16>(highAB, highCD, 4, 12, 5, 13, 6, 14, 7, 15), 48)
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

/** scores of up to eight rows += the leaf of every tree, in the order of the trees. */
function addEight(chunk: usize, bits: usize, scores: usize, count: i32): void {
  if (load<u32>(chunk, 20) == 1) addLeaves(false, chunk, bits, scores, count)
  else addLeaves(true, chunk, bits, scores, count)
}

/** Made for trees of one word, and of two: `wide` is known when it is compiled. */
@inline
function addLeaves(wide: bool, chunk: usize, bits: usize, scores: usize, count: i32): void {
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
  for (let leaves = chunk + load<u32>(chunk, 12); bits < end; bits += wide ? 128 : 64, leaves += leafBytes) {
    s0 += leafOf(wide, leaves, bits)
    s1 += leafOf(wide, leaves, bits + 4)
    s2 += leafOf(wide, leaves, bits + 8)
    s3 += leafOf(wide, leaves, bits + 12)
    s4 += leafOf(wide, leaves, bits + 16)
    s5 += leafOf(wide, leaves, bits + 20)
    s6 += leafOf(wide, leaves, bits + 24)
    s7 += leafOf(wide, leaves, bits + 28)
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
  const end = (<usize>load<i32>(chunk)) << 6
  const wide = load<u32>(chunk, 20) == 2
  const treeBytes: usize = wide ? 128 : 64
  const leafBytes = <usize>load<u32>(chunk, 16)
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    let leaves = chunk + load<u32>(chunk, 12)
    let sum = load<f64>(scores + (lane << 3))
    for (let place: usize = 0; place < end; place += treeBytes, leaves += leafBytes) {
      sum = <f64>(<f32>(sum + leafOf(wide, leaves, bits + place + (lane << 2))))
    }
    store<f64>(scores + (lane << 3), sum)
  }
}

/** The leaf of the first bit, in the word of a row and, if the tree has two, in the next. */
@inline
function leafOf(wide: bool, leaves: usize, bits: usize): f64 {
  const first = wide ? <usize>ctz<u64>(<u64>load<u32>(bits) | (<u64>load<u32>(bits, 64) << 32)) : <usize>ctz<u32>(load<u32>(bits))
  return load<f64>(leaves + (first << 3))
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
