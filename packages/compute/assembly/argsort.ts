/**
 * Positions by descending value, segment by segment: records of a 64-bit key that rises as the value falls, and the
 * position; runs of eight by insertion, then merges without branches on the data. `scratch` holds 32 bytes per item of the
 * longest segment.
 */
export function argsort(offsets: usize, from: i32, to: i32, values: usize, into: usize, scratch: usize): void {
  for (let q = from; q < to; q++) {
    const start = load<u32>(offsets + ((<usize>q) << 2))
    const length = load<u32>(offsets + ((<usize>q) << 2), 4) - start
    sortSegment(values + ((<usize>start) << 3), length, into + ((<usize>start) << 2), scratch)
  }
}

export function sortSegment(values: usize, length: i32, into: usize, scratch: usize): void {
  const bytes = (<usize>length) << 4
  for (let i = 0; i < length; i++) {
    const record = scratch + ((<usize>i) << 4)
    store<u64>(record, keyOf(load<f64>(values + ((<usize>i) << 3))))
    store<u32>(record, i, 8)
  }
  for (let low: usize = 0; low < bytes; low += 128) insertionSort(scratch + low, scratch + min(bytes, low + 128))
  let source = scratch
  let target = scratch + bytes
  for (let run: usize = 128; run < bytes; run <<= 1) {
    for (let low: usize = 0; low < bytes; low += run << 1) {
      merge(source + low, source + min(bytes, low + run), source + min(bytes, low + (run << 1)), target + low)
    }
    const swap = source
    source = target
    target = swap
  }
  for (let i = 0; i < length; i++) store<u32>(into + ((<usize>i) << 2), load<u32>(source + ((<usize>i) << 4), 8))
}

/** Unsigned keys: larger values first, 0 and −0 alike, NaN last. */
@inline
function keyOf(value: f64): u64 {
  if (value != value) return u64.MAX_VALUE
  const bits = reinterpret<u64>(value + 0)
  return <i64>bits < 0 ? bits : bits ^ 0x7fffffffffffffff
}

function insertionSort(low: usize, high: usize): void {
  for (let at = low + 16; at < high; at += 16) {
    const key = load<u64>(at)
    const record = v128.load(at)
    let place = at
    while (place > low && key < load<u64>(place - 16)) {
      v128.store(place, v128.load(place - 16))
      place -= 16
    }
    v128.store(place, record)
  }
}

function merge(left: usize, middle: usize, end: usize, into: usize): void {
  let right = middle
  while (left < middle && right < end) {
    const takeRight = <usize>(load<u64>(right) < load<u64>(left))
    v128.store(into, v128.load(takeRight ? right : left))
    right += takeRight << 4
    left += (1 - takeRight) << 4
    into += 16
  }
  while (left < middle) {
    v128.store(into, v128.load(left))
    left += 16
    into += 16
  }
  while (right < end) {
    v128.store(into, v128.load(right))
    right += 16
    into += 16
  }
}
