import type { Random } from '../../../numeric/random.ts'
import type { Training } from '../../../runtime/training.ts'
import { type RankRlsProblem, rowsAt } from '../solvers/rankRlsProblem.ts'

/** Rows that the distances are taken between. */
const sampleRows = 512

/**
 * The median of the distances between rows of a sample, so that kernels are neither flat nor spikes on the data; of those
 * above 0 where more than half are 0, and 1 where all are.
 */
export function* medianDistance(problem: RankRlsProblem, random: Random): Training<number> {
  const { width } = problem.map
  const order = random.shuffle(Uint32Array.from({ length: problem.graded.labels.length }, (_, row) => row)).subarray(0, sampleRows)
  const sample = yield* rowsAt(problem, order)
  const distances: number[] = []
  for (let i = 0; i < order.length; i++) {
    for (let k = 0; k < i; k++) {
      let square = 0
      for (let j = 0; j < width; j++) {
        const away = sample[i * width + j] - sample[k * width + j]
        square += away * away
      }
      distances.push(square)
    }
  }
  const sorted = Float64Array.from(distances).sort()
  if (sorted.length === 0 || sorted[sorted.length - 1] === 0) return 1
  const median = sorted[sorted.length >> 1]
  if (median > 0) return Math.sqrt(median)
  const above = sorted.subarray(sorted.findIndex((square) => square > 0))
  return Math.sqrt(above[above.length >> 1])
}
