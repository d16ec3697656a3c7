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

const SPLIT_BYTES: usize = 48

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
  search(false, 0, histogram, bins, given, whole, into)
}

function bestOfDirected(histogram: usize, bins: u32, direction: i32, given: usize, whole: f64, into: usize): void {
  search(true, direction, histogram, bins, given, whole, into)
}

/** Made twice, once without what directions need: `directed` is known when it is compiled. */
@inline
function search(directed: bool, direction: i32, histogram: usize, bins: u32, given: usize, whole: f64, into: usize): void {
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
  let best: f64 = 0
  let slope: i32 = 0
  let curvature: i32 = 0
  let rows: i32 = 0
  for (let bin: u32 = 0; bin < bins; bin++) {
    const at = histogram + ((<usize>bin) << 4)
    const count = load<i32>(at, 8)
    if (count == 0) continue
    slope += load<i32>(at)
    curvature += load<i32>(at, 4)
    rows += count
    for (let missingLeft = 0; missingLeft < sides; missingLeft++) {
      const leftRows = missingLeft ? rows + missingRows : rows
      if (leftRows < minRows || nodeRows - leftRows < minRows) continue
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
