// The rows of bench/lambdamart.mjs, written to files once for all who read them.
import { existsSync, readFileSync } from 'node:fs'
import { seededRandom } from '@rankwright/core'
import { writeArray } from './arrays.mjs'

const width = 136
const length = 100

export function lambdaMartRows(rows, scratch) {
  const files = { features: `${scratch}/${rows}-features`, labels: `${scratch}/${rows}-labels` }
  if (!existsSync(files.labels)) write(rows, files)
  const bytes = readFileSync(files.features)
  const count = rows / length
  const lists = {
    features: { kind: 'dense', values: new Float32Array(bytes.buffer, bytes.byteOffset, rows * width) },
    width,
    labels: Float64Array.from(readFileSync(files.labels)),
    offsets: Uint32Array.from({ length: count + 1 }, (_, list) => list * length),
    listIds: Array.from({ length: count }, (_, list) => `${list}`),
  }
  return { files, lists }
}

function write(rows, files) {
  const random = seededRandom(3)
  const values = new Float32Array(rows * width)
  const labels = new Uint8Array(rows)
  for (let row = 0; row < rows; row++) {
    const own = values.subarray(row * width, (row + 1) * width)
    for (let feature = 0; feature < width; feature++) own[feature] = drawn(feature % 4, (random.bits() + 0.5) / 2 ** 32)
    const interactions = 2 * (own[2] > 0.5 ? own[6] : -own[10]) + (own[5] > 0.7 && own[14] < 0.3 ? 2 : 0)
    const relevance = own[0] / 10 + 0.3 * own[3] + interactions + 0.7 * random.normal()
    labels[row] = Math.max(0, Math.min(4, Math.ceil(relevance - 0.5)))
  }
  writeArray(files.features, values)
  writeArray(files.labels, labels)
}

function drawn(kind, even) {
  switch (kind) {
    case 0:
      return Math.floor(20 * even * even)
    case 1:
      return even < 0.5 ? 0 : even
    case 2:
      return even
    default:
      return -Math.log(even)
  }
}
