import { dot, sum } from './dot'
import { exp } from './exp'
import { gemv, gemvTransposed } from './gemv'
import { logOf } from './log'
import { subtractLargest } from './softmax'

/**
 * One piece of the lists: adds their gradient to a sum and their loss to a loss. Scoring a list brings its rows into cache,
 * from where the gradient reads them again. `piece` is six words: first list, end of the lists, where row 0 of the matrix and
 * of the targets would be, the sum, the loss; `scores` holds the longest list.
 */
export function listNetPass(piece: usize, width: i32, offsets: usize, weights: usize, vector: usize, scores: usize): void {
  const from = load<i32>(piece)
  const to = load<i32>(piece, 4)
  const matrix: usize = load<u32>(piece, 8)
  const targets: usize = load<u32>(piece, 12)
  const into: usize = load<u32>(piece, 16)
  const loss: usize = load<u32>(piece, 20)
  const end = matrix + <usize>load<u32>(offsets + ((<usize>to) << 2)) * ((<usize>width) << 2)
  for (let q = from; q < to; q++) {
    const start = load<u32>(offsets + ((<usize>q) << 2))
    const length = load<u32>(offsets + ((<usize>q) << 2), 4) - start
    if (length == 0) continue
    const weight = weights == 0 ? 1 : load<f64>(weights + ((<usize>q) << 3))
    const x = matrix + <usize>start * ((<usize>width) << 2)
    const p = targets + ((<usize>start) << 3)
    gemv(x, length, width, vector, scores, end)
    store<f64>(loss, load<f64>(loss) + lossOfList(length, p, weight, scores))
    gemvTransposed(x, length, width, width, scores, into)
  }
}

/** The weighted loss; `scores` become the weighted gradient. */
function lossOfList(length: i32, targets: usize, weight: f64, scores: usize): f64 {
  subtractLargest(scores, length)
  const mass = sum(targets, length)
  const agreement = dot(targets, scores, length)
  exp(scores, length)
  const total = sum(scores, length)
  toGradient(length, targets, weight, mass / total, scores)
  return weight * (mass * logOf(total) - agreement)
}

/** scores ← weight · (scale · scores − targets). */
function toGradient(length: i32, targets: usize, weight: f64, scale: f64, scores: usize): void {
  const weights = f64x2.splat(weight)
  const scales = f64x2.splat(scale)
  const whole = scores + ((<usize>(length & ~1)) << 3)
  while (scores < whole) {
    v128.store(scores, f64x2.mul(weights, f64x2.sub(f64x2.mul(scales, v128.load(scores)), v128.load(targets))))
    scores += 16
    targets += 16
  }
  if (length & 1) store<f64>(scores, weight * (scale * load<f64>(scores) - load<f64>(targets)))
}

/** The first of `count` rows ← their sum, in the order of core/src/numeric/compute/blockTree.ts. */
export function sumInTree(parts: usize, strideBytes: usize, count: i32, width: i32): void {
  for (let step = 1; step < count; step *= 2) {
    for (let place = 0; place + step < count; place += 2 * step) {
      const into = parts + <usize>place * strideBytes
      addTo(into, into + <usize>step * strideBytes, width)
    }
  }
}

/** into += other. */
export function addTo(into: usize, other: usize, width: i32): void {
  for (let j = 0; j < width; j++) {
    const at = (<usize>j) << 3
    store<f64>(into + at, load<f64>(into + at) + load<f64>(other + at))
  }
}
