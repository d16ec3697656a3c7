import { logOf } from './log'

/**
 * nDCG of lists that are simple enough, as core/src/numeric/compute/ndcg.ts defines it; the others are marked −1. A guess of a score
 * that little more than the wanted number of items reach leaves few to be ordered, and those are ordered by counting, for
 * each, how many are greater: no branch depends on the data. The guess that served the list before is tried first.
 * `scratch` is 2560 bytes of the thread's own.
 */
const MOST_CUTOFF: i32 = 32
const MOST_ITEMS: i32 = 1023
/** As many picked items as there are bits to mark their places. */
const MOST_PICKED: i32 = 63
/** Bits of a grade's counter; five counters are exact in the 53 bits of a double. */
const COUNTER: i32 = 10
const GRADES: i32 = 5
const UNIT: f64 = 4503599627370496 // 2^52, where doubles are whole numbers

export function ndcg(
  offsets: usize,
  from: i32,
  to: i32,
  cutoff: i32,
  scores: usize,
  labels: usize,
  gains: usize,
  discounts: usize,
  into: usize,
  scratch: usize,
): void {
  let guess = NaN
  for (let q = from; q < to; q++) {
    const start = load<u32>(offsets + ((<usize>q) << 2))
    const length: i32 = load<u32>(offsets + ((<usize>q) << 2), 4) - start
    const s = scores + ((<usize>start) << 3)
    const y = labels + ((<usize>start) << 3)
    let result: f64 = -1
    if (cutoff > 0 && cutoff < length && cutoff <= MOST_CUTOFF && length <= MOST_ITEMS) {
      const counts = countGrades(y, length)
      if (counts >= 0) {
        let picked = pick(s, y, length, guess, scratch)
        if (picked < cutoff || picked > MOST_PICKED) {
          guess = guessed(s, length, cutoff)
          picked = pick(s, y, length, guess, scratch)
          if (picked < cutoff || picked > MOST_PICKED) {
            guess = greatest(s, length, cutoff, scratch)
            picked = pick(s, y, length, guess, scratch)
          }
        }
        if (picked >= cutoff && picked <= MOST_PICKED && place(picked, cutoff, gains, scratch)) {
          result = reached(cutoff, discounts, scratch) / ideal(counts, cutoff, gains, discounts)
        }
      }
    }
    store<f64>(into + ((<usize>q) << 3), result)
  }
}

/** Ten bits for each grade, or −1 when a label is not one of them. A grade g is turned into 2^(10 g) by way of its bits. */
function countGrades(labels: usize, length: i32): i64 {
  const unit = f64x2.splat(UNIT)
  const powers = f64x2.splat(UNIT + 1023)
  const width = f64x2.splat(COUNTER)
  const zero = f64x2.splat(0)
  const most = f64x2.splat(GRADES - 1)
  let fine = i64x2.splat(-1)
  let sums = zero
  let first: f64 = 0
  if (length & 1) {
    const label = load<f64>(labels)
    if (!(label >= 0 && label <= GRADES - 1 && label + UNIT - UNIT == label)) return -1
    first = reinterpret<f64>((<i64>label * COUNTER + 1023) << 52)
    labels += 8
  }
  const end = labels + ((<usize>(length & ~1)) << 3)
  while (labels < end) {
    const label = v128.load(labels)
    fine = v128.and(fine, f64x2.eq(f64x2.sub(f64x2.add(label, unit), unit), label))
    fine = v128.and(fine, v128.and(f64x2.ge(label, zero), f64x2.le(label, most)))
    sums = f64x2.add(sums, i64x2.shl(f64x2.add(f64x2.mul(label, width), powers), 52))
    labels += 16
  }
  if (!i64x2.all_true(fine)) return -1
  return <i64>(first + f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1))
}

/** Where the scratch holds, besides the picked scores at its start, their labels, their places and the gains by place. */
const PICKED_LABELS: usize = 640
const RANKS: usize = 1280
const BY_PLACE: usize = 1920

/** Puts the scores that reach `least`, and their labels, into the scratch, padded to a multiple of four. Returns how many. */
function pick(scores: usize, labels: usize, length: i32, least: f64, scratch: usize): i32 {
  const threshold = f64x2.splat(least)
  let count: i32 = 0
  for (let block = 0; block < length; block += 64) {
    const size = min(64, length - block)
    let mask: u64 = 0
    let at = scores
    let item = 0
    for (; item + 4 <= size; item += 4) {
      const low = f64x2.ge(v128.load(at), threshold)
      const high = f64x2.ge(v128.load(at, 16), threshold)
      mask |= (<u64>i32x4.bitmask(v128.shuffle<i32>(low, high, 0, 2, 4, 6))) << item
      at += 32
    }
    for (; item < size; item++) {
      mask |= (<u64>(load<f64>(at) >= least)) << item
      at += 8
    }
    if (count + <i32>popcnt(mask) > MOST_PICKED) return MOST_PICKED + 1
    let out = scratch + ((<usize>count) << 3)
    count += <i32>popcnt(mask)
    while (mask) {
      const byte = (<usize>ctz(mask)) << 3
      store<f64>(out, load<f64>(scores + byte))
      store<f64>(out, load<f64>(labels + byte), PICKED_LABELS)
      out += 8
      mask &= mask - 1
    }
    scores += 512
    labels += 512
  }
  const out = scratch + ((<usize>count) << 3)
  v128.store(out, f64x2.splat(NaN))
  v128.store(out, f64x2.splat(NaN), 16)
  return count
}

/** A score that about 1.6 times as many items reach as places are wanted, were the scores spread like a normal law. */
function guessed(scores: usize, length: i32, cutoff: i32): f64 {
  let sum = f64x2.splat(0)
  let squares = f64x2.splat(0)
  const end = scores + ((<usize>(length & ~1)) << 3)
  while (scores < end) {
    const score = v128.load(scores)
    sum = f64x2.add(sum, score)
    squares = f64x2.add(squares, f64x2.mul(score, score))
    scores += 16
  }
  const count = <f64>(length & ~1)
  const mean = (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)) / count
  const variance = (f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1)) / count - mean * mean
  const share = (1.6 * <f64>cutoff) / <f64>length
  if (!(share < 0.5)) return -Infinity
  return mean + sqrt(variance) * (sqrt(-2 * logOf(share)) - 0.85) // the normal quantile, to 0.2 for shares of 0.005 to 0.4
}

/** The score at the last place that counts, found by insertion; NaN when there are not as many numbers. */
function greatest(scores: usize, length: i32, cutoff: i32, scratch: usize): f64 {
  const last = scratch + ((<usize>(cutoff - 1)) << 3)
  for (let at = scratch; at <= last; at += 8) store<f64>(at, NaN)
  const end = scores + ((<usize>length) << 3)
  for (; scores < end; scores += 8) {
    const score = load<f64>(scores)
    if (!(score == score) || score <= load<f64>(last)) continue
    let at = last
    while (at > scratch && !(load<f64>(at - 8) >= score)) {
      store<f64>(at, load<f64>(at - 8))
      at -= 8
    }
    store<f64>(at, score)
  }
  return load<f64>(last)
}

/** Puts the gain of each picked item at its place. False when two items share one of the places that count. */
function place(picked: i32, cutoff: i32, gains: usize, scratch: usize): bool {
  const end = scratch + ((<usize>picked) << 3)
  for (let at = scratch; at < end; at += 32) countGreater(at, scratch, end)
  let taken: u64 = 0
  for (let at = scratch; at < end; at += 8) {
    const rank = load<u64>(at, RANKS)
    taken |= (<u64>1) << rank
    const gain = load<f64>(gains + ((<usize>load<f64>(at, PICKED_LABELS)) << 3))
    store<f64>(scratch + ((<usize>rank) << 3), gain, BY_PLACE)
  }
  const wanted: u64 = ((<u64>2) << (picked > cutoff ? cutoff : cutoff - 1)) - 1
  return (taken & wanted) == wanted
}

/** For four picked items, how many are greater. */
@inline
function countGreater(at: usize, other: usize, end: usize): void {
  const score0 = v128.load64_splat(at)
  const score1 = v128.load64_splat(at + 8)
  const score2 = v128.load64_splat(at + 16)
  const score3 = v128.load64_splat(at + 24)
  let greater0 = i64x2.splat(0)
  let greater1 = i64x2.splat(0)
  let greater2 = i64x2.splat(0)
  let greater3 = i64x2.splat(0)
  while (other < end) {
    const scores = v128.load(other)
    greater0 = i64x2.sub(greater0, f64x2.gt(scores, score0))
    greater1 = i64x2.sub(greater1, f64x2.gt(scores, score1))
    greater2 = i64x2.sub(greater2, f64x2.gt(scores, score2))
    greater3 = i64x2.sub(greater3, f64x2.gt(scores, score3))
    other += 16
  }
  v128.store(at, i64x2.add(v128.shuffle<i64>(greater0, greater1, 0, 2), v128.shuffle<i64>(greater0, greater1, 1, 3)), RANKS)
  v128.store(at, i64x2.add(v128.shuffle<i64>(greater2, greater3, 0, 2), v128.shuffle<i64>(greater2, greater3, 1, 3)), RANKS + 16)
}

function reached(cutoff: i32, discounts: usize, scratch: usize): f64 {
  let total: f64 = 0
  for (let at: usize = 0; at < (<usize>cutoff) << 3; at += 8) total += load<f64>(scratch + at, BY_PLACE) * load<f64>(discounts + at)
  return total
}

function ideal(counts: i64, cutoff: i32, gains: usize, discounts: usize): f64 {
  let total: f64 = 0
  let at = discounts
  const end = discounts + ((<usize>cutoff) << 3)
  for (let grade = GRADES - 1; grade >= 0; grade--) {
    const gain = load<f64>(gains + ((<usize>grade) << 3))
    const last = min(end, at + (<usize>((counts >> (grade * COUNTER)) & 1023) << 3))
    for (; at < last; at += 8) total += gain * load<f64>(discounts + (at - discounts))
  }
  return total
}
