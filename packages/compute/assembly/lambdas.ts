import { sortSegment } from './argsort'
import { exp } from './exp'
import { logOf } from './log'

/** LambdaRank's slopes and curvatures, as core/src/numeric/compute/lambdas.ts defines them. */
const NEAR: f64 = 0.01
const FARTHEST: f64 = 700
const LN2: f64 = 0.6931471805599453

/** `scratch` has 80 bytes for each item of the longest list: scores, gains, slopes, curvatures and powers by place, then order and sorting. */
export function lambdas(
  offsets: usize,
  from: i32,
  to: i32,
  cutoff: i32,
  normalise: bool,
  items: usize,
  scores: usize,
  gains: usize,
  discounts: usize,
  slopes: usize,
  curvatures: usize,
  scratch: usize,
  longest: i32,
): void {
  const room = (<usize>longest) << 3
  const s = scratch
  const g = s + room
  const own = g + room
  const curves = own + room
  const powers = curves + room
  const order = powers + room
  const sorting = order + room
  for (let q = from; q < to; q++) {
    const start = <usize>load<u32>(offsets + ((<usize>q) << 2))
    const length: i32 = load<u32>(offsets + ((<usize>q) << 2), 4) - <u32>start
    const list = items + (start << 2)
    const listGains = gains + (start << 3)
    for (let k = 0; k < length; k++) store<f64>(own + ((<usize>k) << 3), load<f64>(scores + rowAt(list, k)))
    sortSegment(own, length, order, sorting)
    for (let place = 0; place < length; place++) {
      const at = (<usize>place) << 3
      const item = (<usize>load<u32>(order + ((<usize>place) << 2))) << 3
      store<f64>(s + at, load<f64>(own + item))
      store<f64>(g + at, load<f64>(listGains + item))
    }
    const scale = pairsOfList(length, cutoff, normalise, s, g, own, curves, powers, discounts)
    for (let place = 0; place < length; place++) {
      const at = (<usize>place) << 3
      const row = rowAt(list, load<u32>(order + ((<usize>place) << 2)))
      store<f64>(slopes + row, load<f64>(own + at) * scale)
      store<f64>(curvatures + row, load<f64>(curves + at) * scale)
    }
  }
}

/** The row of an item, in bytes of doubles. */
@inline
function rowAt(list: usize, item: i32): usize {
  return (<usize>load<u32>(list + ((<usize>item) << 2))) << 3
}

function pairsOfList(
  length: i32,
  cutoff: i32,
  normalise: bool,
  s: usize,
  g: usize,
  own: usize,
  curves: usize,
  powers: usize,
  discounts: usize,
): f64 {
  const bytes = (<usize>length) << 3
  memory.fill(own, 0, bytes)
  memory.fill(curves, 0, bytes)
  if (length < 2) return 1
  // The weight of a pair is divided by near + factor · apart: by 1 where it is not to be divided.
  const spread = normalise && load<f64>(s) != load<f64>(s + bytes - 8)
  const near = spread ? NEAR : 1
  const factor: f64 = spread ? 1 : 0
  let total: f64 = 0
  const last = min(cutoff, length - 1)
  const far = load<f64>(s) - load<f64>(s + bytes - 8) > FARTHEST
  for (let i = 0; i < last; i++) {
    const at = (<usize>i) << 3
    if (i == 0 || far) powersOver(at, bytes, s, powers)
    total += pairsOf(at, bytes, near, factor, s, g, own, curves, powers, discounts)
  }
  return normalise && total > 0 ? logOf(1 + 2 * total) / (LN2 * 2 * total) : 1
}

/** Exponentials of the scores from place i on, over that of the item there. Places are given in bytes. */
function powersOver(i: usize, end: usize, s: usize, powers: usize): void {
  const score = load<f64>(s + i)
  for (let j = i; j < end; j += 8) store<f64>(powers + j, max(-FARTHEST, load<f64>(s + j) - score))
  exp(powers + i, <i32>((end - i) >> 3))
}

/** The pairs of the item at one place with those after it; gives the sum of their lambdas. */
function pairsOf(
  i: usize,
  end: usize,
  near: f64,
  factor: f64,
  s: usize,
  g: usize,
  own: usize,
  curves: usize,
  powers: usize,
  discounts: usize,
): f64 {
  const score = v128.load64_splat(s + i)
  const gain = v128.load64_splat(g + i)
  const power = v128.load64_splat(powers + i)
  const discount = v128.load64_splat(discounts + i)
  const nears = f64x2.splat(near)
  const factors = f64x2.splat(factor)
  const farthest = f64x2.splat(FARTHEST)
  const one = f64x2.splat(1)
  const zero = f64x2.splat(0)
  let signedSums = zero
  let sums = zero
  let curveSums = zero
  let j = i + 8
  for (; j + 16 <= end; j += 16) {
    const gap = f64x2.sub(gain, v128.load(g + j))
    const apart = f64x2.pmin(farthest, f64x2.sub(score, v128.load(s + j)))
    const divisor = f64x2.add(nears, f64x2.mul(factors, apart))
    const other = v128.load(powers + j)
    const share = f64x2.div(one, f64x2.mul(f64x2.add(power, other), divisor))
    const ahead = f64x2.gt(gap, zero)
    const worse = v128.bitselect(other, power, ahead)
    const better = v128.bitselect(power, other, ahead)
    const weight = f64x2.mul(f64x2.abs(gap), f64x2.sub(discount, v128.load(discounts + j)))
    const lambda = f64x2.mul(weight, f64x2.mul(worse, share))
    const curve = f64x2.mul(lambda, f64x2.mul(f64x2.mul(better, divisor), share))
    const signed = v128.bitselect(lambda, f64x2.neg(lambda), ahead)
    signedSums = f64x2.add(signedSums, signed)
    sums = f64x2.add(sums, lambda)
    curveSums = f64x2.add(curveSums, curve)
    v128.store(own + j, f64x2.add(v128.load(own + j), signed))
    v128.store(curves + j, f64x2.add(v128.load(curves + j), curve))
  }
  let signedSum = f64x2.extract_lane(signedSums, 0)
  let sum = f64x2.extract_lane(sums, 0)
  let curveSum = f64x2.extract_lane(curveSums, 0)
  if (j < end) {
    const gap = load<f64>(g + i) - load<f64>(g + j)
    const divisor = near + factor * min(FARTHEST, load<f64>(s + i) - load<f64>(s + j))
    const mine = load<f64>(powers + i)
    const other = load<f64>(powers + j)
    const share = 1 / ((mine + other) * divisor)
    const ahead = gap > 0
    const lambda = abs(gap) * (load<f64>(discounts + i) - load<f64>(discounts + j)) * ((ahead ? other : mine) * share)
    const curve = lambda * ((ahead ? mine : other) * divisor * share)
    const signed = ahead ? lambda : -lambda
    signedSum += signed
    sum += lambda
    curveSum += curve
    store<f64>(own + j, load<f64>(own + j) + signed)
    store<f64>(curves + j, load<f64>(curves + j) + curve)
  }
  store<f64>(own + i, load<f64>(own + i) - (signedSum + f64x2.extract_lane(signedSums, 1)))
  store<f64>(curves + i, load<f64>(curves + i) + (curveSum + f64x2.extract_lane(curveSums, 1)))
  return sum + f64x2.extract_lane(sums, 1)
}
