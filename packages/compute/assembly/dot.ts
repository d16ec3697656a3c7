import { addLanes, multiplyAdd } from './lanes'

/** Σ aᵢ bᵢ. */
export function dot(a: usize, b: usize, length: i32): f64 {
  let s0 = f64x2.splat(0)
  let s1 = f64x2.splat(0)
  let s2 = f64x2.splat(0)
  let s3 = f64x2.splat(0)
  const whole = a + ((<usize>(length & ~7)) << 3)
  const end = a + ((<usize>length) << 3)
  while (a < whole) {
    s0 = multiplyAdd(s0, v128.load(a), v128.load(b))
    s1 = multiplyAdd(s1, v128.load(a, 16), v128.load(b, 16))
    s2 = multiplyAdd(s2, v128.load(a, 32), v128.load(b, 32))
    s3 = multiplyAdd(s3, v128.load(a, 48), v128.load(b, 48))
    a += 64
    b += 64
  }
  let sum = addLanes(s0, s1, s2, s3)
  while (a < end) {
    sum += load<f64>(a) * load<f64>(b)
    a += 8
    b += 8
  }
  return sum
}

/** Σ aᵢ. */
export function sum(a: usize, length: i32): f64 {
  let s0 = f64x2.splat(0)
  let s1 = f64x2.splat(0)
  let s2 = f64x2.splat(0)
  let s3 = f64x2.splat(0)
  const whole = a + ((<usize>(length & ~7)) << 3)
  const end = a + ((<usize>length) << 3)
  while (a < whole) {
    s0 = f64x2.add(s0, v128.load(a))
    s1 = f64x2.add(s1, v128.load(a, 16))
    s2 = f64x2.add(s2, v128.load(a, 32))
    s3 = f64x2.add(s3, v128.load(a, 48))
    a += 64
  }
  let total = addLanes(s0, s1, s2, s3)
  while (a < end) {
    total += load<f64>(a)
    a += 8
  }
  return total
}
