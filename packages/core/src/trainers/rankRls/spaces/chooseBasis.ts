import type { Random } from '../../../numeric/random.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { type RankRlsProblem, rowsAt } from '../solvers/rankRlsProblem.ts'

/** Basis points are chosen from a sample of this many rows for each. */
const candidatesPerPoint = 16

/**
 * Rows that cover the data: the first at random, each further one with a probability that grows with the squared distance to the
 * nearest before it (k-means++; Arthur & Vassilvitskii 2007, "k-means++: the advantages of careful seeding"). Fewer where there
 * are not so many different rows. Gives their numbers, in the order of the draw.
 */
export function* chooseBasis(problem: RankRlsProblem, wanted: number, random: Random, runtime: Runtime): Training<Uint32Array> {
  const { compute } = runtime
  const rows = problem.graded.labels.length
  const { width } = problem.map
  const order = random.shuffle(Uint32Array.from({ length: rows }, (_, row) => row)).subarray(0, wanted * candidatesPerPoint)
  const count = order.length
  const values = yield* rowsAt(problem, order)
  const mark = compute.mark()
  try {
    const candidates = compute.float32(count * width)
    candidates.set(values)
    const squares = new Float64Array(count)
    for (let i = 0; i < count; i++) for (let j = 0; j < width; j++) squares[i] += values[i * width + j] * values[i * width + j]
    const distances = new Float64Array(count).fill(Infinity)
    const products = compute.float64(count)
    const centre = compute.float64(width)
    const chosen: number[] = []
    let next = 0
    while (chosen.length < wanted) {
      obeyStop(runtime)
      chosen.push(order[next])
      for (let j = 0; j < width; j++) centre[j] = candidates[next * width + j]
      compute.gemv(count, width, candidates, centre, products)
      let total = 0
      for (let i = 0; i < count; i++) {
        const distance = squares[i] + squares[next] - 2 * products[i]
        // Rounding must not make a row different from itself.
        if (distance < distances[i]) distances[i] = distance > 1e-12 * (squares[i] + squares[next]) ? distance : 0
        total += distances[i]
      }
      if (!(total > 0)) break
      next = drawnBy(distances, random.uniform() * total)
      if (chosen.length % 64 === 0) yield { stage: 'basis', done: chosen.length, total: wanted }
    }
    return Uint32Array.from(chosen)
  } finally {
    compute.release(mark)
  }
}

/** The place at which the running sum of the distances passes `target`; the last one above 0 where rounding keeps it from that. */
function drawnBy(distances: Float64Array, target: number): number {
  let left = target
  let drawn = -1
  for (let i = 0; i < distances.length; i++) {
    if (distances[i] === 0) continue
    drawn = i
    left -= distances[i]
    if (left < 0) break
  }
  return drawn
}
