// Rows for kernel ranking: uniform features, and labels that are a curve of the first, a line of the second, and noise.
import { seededRandom } from '@rankwright/core'
import { writeArray } from './arrays.mjs'

/** As lists of one length, and as files for the peers. */
export function kernelRows({ rows, width, length }, scratch) {
  const random = seededRandom(1)
  const values = Float32Array.from({ length: rows * width }, () => random.uniform())
  const labels = Float64Array.from(
    { length: rows },
    (_, row) => Math.sin(5 * values[row * width]) + values[row * width + 1] + 0.3 * random.normal(),
  )
  const lists = {
    features: { kind: 'dense', values },
    width,
    labels,
    offsets: Uint32Array.from({ length: rows / length + 1 }, (_, list) => list * length),
    listIds: Array.from({ length: rows / length }, (_, list) => `${list}`),
  }
  return {
    lists,
    files: { features: writeArray(`${scratch}/features-${rows}`, values), labels: writeArray(`${scratch}/labels-${rows}`, labels) },
  }
}
