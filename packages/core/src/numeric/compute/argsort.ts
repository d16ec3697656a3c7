import { requireLength, requireOffsets } from './requireLength.ts'

/** Per segment, the positions within it by descending value; equal values (0 and −0 too) keep their order, NaN comes last. */
export function argsortDescending(offsets: Uint32Array, values: Float64Array, into: Uint32Array): void {
  requireOffsets(offsets, values.length)
  requireLength('into', into, offsets.at(-1) ?? 0)
  let longest = 0
  for (let q = 0; q + 1 < offsets.length; q++) longest = Math.max(longest, offsets[q + 1] - offsets[q])
  const spare = new Uint32Array(longest)
  for (let q = 0; q + 1 < offsets.length; q++) sortSegment(values, offsets[q], offsets[q + 1] - offsets[q], into, spare)
}

const RUN = 8

/** Runs of eight by insertion, then merges that go back and forth between `into` and `spare`. */
function sortSegment(values: Float64Array, start: number, length: number, into: Uint32Array, spare: Uint32Array): void {
  const order = into.subarray(start, start + length)
  for (let i = 0; i < length; i++) order[i] = i
  for (let low = 0; low < length; low += RUN) insertionSort(values, start, order, low, Math.min(length, low + RUN))
  let from = order
  let to = spare
  for (let run = RUN; run < length; run *= 2) {
    for (let low = 0; low < length; low += 2 * run) {
      merge(values, start, from, low, Math.min(length, low + run), Math.min(length, low + 2 * run), to)
    }
    const swap = from
    from = to
    to = swap
  }
  if (from !== order) order.set(from.subarray(0, length))
}

function insertionSort(values: Float64Array, start: number, order: Uint32Array, low: number, high: number): void {
  for (let i = low + 1; i < high; i++) {
    const item = order[i]
    let place = i
    while (place > low && comesFirst(values[start + item], values[start + order[place - 1]])) {
      order[place] = order[place - 1]
      place--
    }
    order[place] = item
  }
}

function merge(values: Float64Array, start: number, from: Uint32Array, low: number, middle: number, high: number, to: Uint32Array): void {
  let left = low
  let right = middle
  for (let place = low; place < high; place++) {
    const takeRight = left >= middle || (right < high && comesFirst(values[start + from[right]], values[start + from[left]]))
    to[place] = takeRight ? from[right++] : from[left++]
  }
}

/** Strictly before: larger, or a number where the other is NaN. */
function comesFirst(a: number, b: number): boolean {
  return a > b || (Number.isNaN(b) && !Number.isNaN(a))
}
