/** The best split of a node by each of some columns: the search of core/src/numeric/compute/bestSplits.ts, to the operation. */

/** Of the node and the rules, in this order. */
const SLOPE: usize = 0
const CURVATURE: usize = 8
const ROWS: usize = 16
const LEAST: usize = 24
const GREATEST: usize = 32
const SLOPE_SCALE: usize = 40
const CURVATURE_SCALE: usize = 48
const L1: usize = 56
const L2: usize = 64
const MIN_ROWS: usize = 72
const MIN_CURVATURE: usize = 80
/** 1 if rows are counted by curvature, 0 if exactly. */
const BY_CURVATURE: usize = 88

const SPLIT_BYTES: usize = 48
/** A little less than 1, by more than rounding can move a gain. */
const NEARLY: f64 = 1 - 1e-9
/** Products of gains with more than this could be infinite. */
const GREATEST_UNITS: f64 = 1e150

export function bestSplits(
  histogram: usize,
  columns: usize,
  from: i32,
  to: i32,
  binCounts: usize,
  directions: usize,
  given: usize,
  into: usize,
): void {
  const slope = load<f64>(given, SLOPE) * load<f64>(given, SLOPE_SCALE)
  const curvature = load<f64>(given, CURVATURE) * load<f64>(given, CURVATURE_SCALE)
  const whole = directions == 0 ? plainScore(slope, curvature, load<f64>(given, L1), load<f64>(given, L2)) : rangedScore(slope, curvature, given)
  for (let place = from; place < to; place++) {
    const column = load<u32>(columns + ((<usize>place) << 2))
    const bins = load<u32>(binCounts + ((<usize>column) << 2))
    const own = histogram + ((<usize>column) << 12)
    const best = into + <usize>place * SPLIT_BYTES
    memory.fill(best, 0, SPLIT_BYTES)
    if (directions == 0) bestOfColumn(own, bins, given, whole, best)
    else bestOfDirected(own, bins, load<i32>(directions + ((<usize>column) << 2)), given, whole, best)
  }
}

function bestOfColumn(histogram: usize, bins: u32, given: usize, whole: f64, into: usize): void {
  const present = load<i32>(histogram + ((<usize>bins) << 4), 8) == 0
  const units = (load<f64>(given, CURVATURE_SCALE) / load<f64>(given, SLOPE_SCALE) / load<f64>(given, SLOPE_SCALE)) * NEARLY
  if (present && load<f64>(given, L1) == 0 && units < GREATEST_UNITS) {
    if (load<f64>(given, BY_CURVATURE) == 0) bestOfCounted(histogram, bins, given, whole, units, into)
    else bestOfEstimated(histogram, bins, given, whole, units, into)
  } else if (load<f64>(given, BY_CURVATURE) == 0) search(false, false, 0, histogram, bins, given, whole, into)
  else search(false, true, 0, histogram, bins, given, whole, into)
}

function bestOfCounted(histogram: usize, bins: u32, given: usize, whole: f64, units: f64, into: usize): void {
  bestOfPresent(false, histogram, bins, given, whole, units, into)
}

function bestOfEstimated(histogram: usize, bins: u32, given: usize, whole: f64, units: f64, into: usize): void {
  bestOfPresent(true, histogram, bins, given, whole, units, into)
}

/**
 * Without missing values and penalties on absolute values, two bins at a time. Most bins gain less than the best so far, which a product tells
 * without a division: G²(H' + l) + G'²(H + l) < best (H + l)(H' + l), all in whole numbers of the histogram. What is near or above it is computed as
 * everywhere. The last lane of the sums is empty in the histogram: if rows are counted by curvature, their estimate on the left stands there.
 */
@inline
function bestOfPresent(byCurvature: bool, histogram: usize, bins: u32, given: usize, whole: f64, units: f64, into: usize): void {
  const perCurvature = byCurvature ? rowsPerCurvature(given) : 0
  const nodeRows = <i32>load<f64>(given, ROWS)
  const minRows = <i32>load<f64>(given, MIN_ROWS)
  const penalty = f64x2.splat(load<f64>(given, L2) / load<f64>(given, CURVATURE_SCALE))
  const nodeSlope = v128.load64_splat(given, SLOPE)
  const nodeCurvature = f64x2.add(v128.load64_splat(given, CURVATURE), penalty)
  let least = f64x2.splat(whole * units)
  let sums = i32x4.splat(0)
  if (byCurvature) sums = i32x4.replace_lane(sums, 3, nodeRows - estimatedRows(histogram, bins, perCurvature))
  let at = histogram
  const end = histogram + ((<usize>bins) << 4)
  for (; at < end; at += 16) {
    let own = v128.load(at)
    if (byCurvature) own = i32x4.replace_lane(own, 3, rowsByCurvature(i32x4.extract_lane(own, 1), perCurvature))
    const next = i32x4.add(sums, own)
    if (countOf(byCurvature, next) >= minRows) break
    sums = next
  }
  for (; at < end; at += 32) {
    const before = i32x4.extract_lane(sums, 2)
    let one = v128.load(at)
    // After the last bin stands the empty one of missing values.
    let other = v128.load(at, 16)
    if (byCurvature) {
      const rows = rowsOfTwo(one, other, perCurvature)
      one = v128.shuffle<i32>(one, rows, 0, 1, 2, 4)
      other = v128.shuffle<i32>(other, rows, 0, 1, 2, 5)
    }
    const first = i32x4.add(sums, one)
    sums = i32x4.add(first, other)
    if (i32x4.extract_lane(sums, 2) == before) continue // two empty bins
    if (nodeRows - countOf(byCurvature, first) < minRows) return
    const slopes = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(first, sums, 0, 4, 0, 4))
    const others = f64x2.sub(nodeSlope, slopes)
    const curvatures = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(first, sums, 1, 5, 1, 5))
    const right = f64x2.sub(nodeCurvature, curvatures)
    const left = f64x2.add(curvatures, penalty)
    const sum = f64x2.add(f64x2.mul(f64x2.mul(slopes, slopes), right), f64x2.mul(f64x2.mul(others, others), left))
    if (i64x2.all_true(f64x2.lt(sum, f64x2.mul(least, f64x2.mul(left, right))))) continue
    const bin = <u32>((at - histogram) >> 4)
    const better = offer(first, countOf(byCurvature, first), bin, given, whole, into)
    const best = bin + 1 < bins && offer(sums, countOf(byCurvature, sums), bin + 1, given, whole, into)
    if (better || best) least = f64x2.splat((whole + load<f64>(into)) * units)
  }
}

@inline
function countOf(byCurvature: bool, sums: v128): i32 {
  return byCurvature ? i32x4.extract_lane(sums, 3) : i32x4.extract_lane(sums, 2)
}

/** Rows for each unit of curvature. */
function rowsPerCurvature(given: usize): f64 {
  const curvature = load<f64>(given, CURVATURE)
  return curvature > 0 ? load<f64>(given, ROWS) / curvature : 0
}

/** Curvatures are never below 0, so that cutting off digits is rounding down. */
@inline
function rowsByCurvature(curvature: i32, perCurvature: f64): i32 {
  return <i32>(<f64>curvature * perCurvature + 0.5)
}

/** The same for two bins, in the first two lanes. */
@inline
function rowsOfTwo(one: v128, other: v128, perCurvature: f64): v128 {
  const curvatures = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(one, other, 1, 5, 1, 5))
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.add(f64x2.mul(curvatures, f64x2.splat(perCurvature)), f64x2.splat(0.5)))
}

/** Over all bins of a column but that of missing values. */
function estimatedRows(histogram: usize, bins: u32, perCurvature: f64): i32 {
  let sums = i32x4.splat(0)
  const end = histogram + ((<usize>(bins & ~1)) << 4)
  for (let at = histogram; at < end; at += 32) sums = i32x4.add(sums, rowsOfTwo(v128.load(at), v128.load(at, 16), perCurvature))
  const last = bins & 1 ? rowsByCurvature(load<i32>(end, 4), perCurvature) : 0
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + last
}

/** Keeps the split after a bin if it gains more than the best so far; sums are those of the bins up to it, which `counted` rows are taken to be in. */
function offer(sums: v128, counted: i32, bin: u32, given: usize, whole: f64, into: usize): bool {
  const rows = i32x4.extract_lane(sums, 2)
  const minRows = <i32>load<f64>(given, MIN_ROWS)
  if (counted < minRows || <i32>load<f64>(given, ROWS) - counted < minRows) return false
  const slope = <f64>i32x4.extract_lane(sums, 0)
  const curvature = <f64>i32x4.extract_lane(sums, 1)
  const hl = curvature * load<f64>(given, CURVATURE_SCALE)
  const hr = (load<f64>(given, CURVATURE) - curvature) * load<f64>(given, CURVATURE_SCALE)
  if (hl < load<f64>(given, MIN_CURVATURE) || hr < load<f64>(given, MIN_CURVATURE)) return false
  const gl = slope * load<f64>(given, SLOPE_SCALE)
  const gr = (load<f64>(given, SLOPE) - slope) * load<f64>(given, SLOPE_SCALE)
  const gain = plainScore(gl, hl, 0, load<f64>(given, L2)) + plainScore(gr, hr, 0, load<f64>(given, L2)) - whole
  if (!(gain > load<f64>(into))) return false
  keep(into, gain, bin, 0, slope, curvature, rows)
  return true
}

function bestOfDirected(histogram: usize, bins: u32, direction: i32, given: usize, whole: f64, into: usize): void {
  search(true, load<f64>(given, BY_CURVATURE) != 0, direction, histogram, bins, given, whole, into)
}

/** Made for each use, without what that does not need: `directed`, and without directions `byCurvature`, are known when it is compiled. */
@inline
function search(directed: bool, byCurvature: bool, direction: i32, histogram: usize, bins: u32, given: usize, whole: f64, into: usize): void {
  const nodeSlope = load<f64>(given, SLOPE)
  const nodeCurvature = load<f64>(given, CURVATURE)
  const nodeRows = <i32>load<f64>(given, ROWS)
  const slopeScale = load<f64>(given, SLOPE_SCALE)
  const curvatureScale = load<f64>(given, CURVATURE_SCALE)
  const l1 = load<f64>(given, L1)
  const l2 = load<f64>(given, L2)
  const minRows = <i32>load<f64>(given, MIN_ROWS)
  const minCurvature = load<f64>(given, MIN_CURVATURE)
  const missing = histogram + ((<usize>bins) << 4)
  const missingRows = load<i32>(missing, 8)
  const sides = missingRows > 0 ? 2 : 1
  const perCurvature = byCurvature ? rowsPerCurvature(given) : 0
  const notTold = byCurvature ? nodeRows - estimatedRows(histogram, bins, perCurvature) : 0
  let best: f64 = 0
  let slope: i32 = 0
  let curvature: i32 = 0
  let rows: i32 = 0
  let estimated: i32 = 0
  for (let bin: u32 = 0; bin < bins; bin++) {
    const at = histogram + ((<usize>bin) << 4)
    const count = load<i32>(at, 8)
    if (count == 0) continue
    slope += load<i32>(at)
    curvature += load<i32>(at, 4)
    rows += count
    if (byCurvature) estimated += rowsByCurvature(load<i32>(at, 4), perCurvature)
    for (let missingLeft = 0; missingLeft < sides; missingLeft++) {
      const leftRows = missingLeft ? rows + missingRows : rows
      const counted = !byCurvature ? leftRows : sides == 2 && !missingLeft ? estimated : estimated + notTold
      if (counted < minRows || nodeRows - counted < minRows) continue
      const leftSlope = <f64>(missingLeft ? slope + load<i32>(missing) : slope)
      const leftCurvature = <f64>(missingLeft ? curvature + load<i32>(missing, 4) : curvature)
      const hl = leftCurvature * curvatureScale
      const hr = (nodeCurvature - leftCurvature) * curvatureScale
      if (hl < minCurvature || hr < minCurvature) continue
      const gl = leftSlope * slopeScale
      const gr = (nodeSlope - leftSlope) * slopeScale
      if (directed && direction != 0 && (leafValue(gr, hr, given) - leafValue(gl, hl, given)) * <f64>direction < 0) continue
      const gain = directed
        ? rangedScore(gl, hl, given) + rangedScore(gr, hr, given) - whole
        : plainScore(gl, hl, l1, l2) + plainScore(gr, hr, l1, l2) - whole
      if (!(gain > best)) continue
      best = gain
      keep(into, gain, bin, missingLeft, leftSlope, leftCurvature, leftRows)
    }
  }
}

function keep(into: usize, gain: f64, bin: u32, missingLeft: i32, slope: f64, curvature: f64, rows: i32): void {
  store<f64>(into, gain)
  store<f64>(into, <f64>bin, 8)
  store<f64>(into, <f64>missingLeft, 16)
  store<f64>(into, slope, 24)
  store<f64>(into, curvature, 32)
  store<f64>(into, <f64>rows, 40)
}

@inline
function shrunk(slope: f64, l1: f64): f64 {
  return slope > l1 ? slope - l1 : slope < -l1 ? slope + l1 : 0
}

@inline
function plainScore(slope: f64, curvature: f64, l1: f64, l2: f64): f64 {
  const weight = curvature + l2
  if (!(weight > 0)) return 0
  const t = shrunk(slope, l1)
  return (t * t) / weight
}

function leafValue(slope: f64, curvature: f64, given: usize): f64 {
  const weight = curvature + load<f64>(given, L2)
  const best = weight > 0 ? -shrunk(slope, load<f64>(given, L1)) / weight : 0
  return max(load<f64>(given, LEAST), min(load<f64>(given, GREATEST), best))
}

function rangedScore(slope: f64, curvature: f64, given: usize): f64 {
  const weight = curvature + load<f64>(given, L2)
  if (!(weight > 0)) return 0
  const t = shrunk(slope, load<f64>(given, L1))
  const value = leafValue(slope, curvature, given)
  return -(2 * t * value + weight * value * value)
}
