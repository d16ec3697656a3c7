import { sum } from './dot'
import { exp } from './exp'

/** Segments `from` .. `to` ← their softmax. */
export function softmax(offsets: usize, from: i32, to: i32, values: usize): void {
  for (let q = from; q < to; q++) {
    const start = load<u32>(offsets + ((<usize>q) << 2))
    const length = load<u32>(offsets + ((<usize>q) << 2), 4) - start
    if (length > 0) softmaxOf(values + ((<usize>start) << 3), length)
  }
}

function softmaxOf(values: usize, length: i32): void {
  subtractLargest(values, length)
  exp(values, length)
  divide(values, length, sum(values, length))
}

/** values ← values − the largest of them, NaN passed over. */
export function subtractLargest(values: usize, length: i32): void {
  const largest = largestOf(values, length)
  const end = values + ((<usize>length) << 3)
  const whole = values + ((<usize>(length & ~1)) << 3)
  const both = f64x2.splat(largest)
  let at = values
  while (at < whole) {
    v128.store(at, f64x2.sub(v128.load(at), both))
    at += 16
  }
  if (at < end) store<f64>(at, load<f64>(at) - largest)
}

function largestOf(values: usize, length: i32): f64 {
  const end = values + ((<usize>length) << 3)
  const whole = values + ((<usize>(length & ~3)) << 3)
  let m0 = f64x2.splat(-Infinity)
  let m1 = m0
  while (values < whole) {
    m0 = f64x2.pmax(m0, v128.load(values))
    m1 = f64x2.pmax(m1, v128.load(values, 16))
    values += 32
  }
  m0 = f64x2.pmax(m0, m1)
  let largest = f64x2.extract_lane(m0, 0)
  if (f64x2.extract_lane(m0, 1) > largest) largest = f64x2.extract_lane(m0, 1)
  while (values < end) {
    if (load<f64>(values) > largest) largest = load<f64>(values)
    values += 8
  }
  return largest
}

function divide(values: usize, length: i32, by: f64): void {
  const end = values + ((<usize>length) << 3)
  const whole = values + ((<usize>(length & ~1)) << 3)
  const both = f64x2.splat(by)
  while (values < whole) {
    v128.store(values, f64x2.div(v128.load(values), both))
    values += 16
  }
  if (values < end) store<f64>(values, load<f64>(values) / by)
}
