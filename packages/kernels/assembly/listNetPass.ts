import { dot, sum } from './dot'
import { exp } from './exp'
import { gemv, gemvTransposed } from './gemv'
import { logOf } from './log'
import { subtractLargest } from './softmax'

/**
 * Lists `from` .. `to`: adds their gradient to `into` and their loss to `loss`. Scoring a list brings its rows into cache, from
 * where the gradient reads them again. `matrix` is where row 0 would be; `scores` holds the longest list.
 */
export function listNetPass(
  matrix: usize,
  width: i32,
  offsets: usize,
  from: i32,
  to: i32,
  targets: usize,
  weights: usize,
  vector: usize,
  scores: usize,
  into: usize,
  loss: usize,
): void {
  for (let q = from; q < to; q++) {
    const start = load<u32>(offsets + ((<usize>q) << 2))
    const length = load<u32>(offsets + ((<usize>q) << 2), 4) - start
    if (length == 0) continue
    const weight = weights == 0 ? 1 : load<f64>(weights + ((<usize>q) << 3))
    const x = matrix + <usize>start * ((<usize>width) << 2)
    const p = targets + ((<usize>start) << 3)
    gemv(x, length, width, vector, scores)
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
  const scale = mass / total
  const end = scores + ((<usize>length) << 3)
  while (scores < end) {
    store<f64>(scores, weight * (scale * load<f64>(scores) - load<f64>(targets)))
    scores += 8
    targets += 8
  }
  return weight * (mass * logOf(total) - agreement)
}

/** into += the `count` rows of `parts`, first to last. */
export function addParts(parts: usize, count: i32, width: i32, into: usize): void {
  for (let c = 0; c < count; c++) {
    for (let j = 0; j < width; j++) {
      const at = into + ((<usize>j) << 3)
      store<f64>(at, load<f64>(at) + load<f64>(parts))
      parts += 8
    }
  }
}
