// All pairs of points within a radius, against the trees of scikit-learn. Its trees take minutes for all points, so they answer
// for the first `asked` points only and their time for these is multiplied by points / asked; building the tree is timed once.
import { seededRandom } from '@rankwright/core'
import { neighbourIndex } from '@rankwright/core/abstention'
import { threadedCompute } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

const points = 50_000
const asked = 500

export const title = '50,000 points uniform in the unit ball: all pairs within a radius that gives each about 50 neighbours'
export const cases = [
  { name: '8 features', width: 8, radius: 0.4529 },
  { name: '20 features', width: 20, radius: 0.8092 },
]
/** The answer is how many neighbours the asked points have in all; both count exactly. */
export const tolerance = 0
export const rounds = 5

export function setup({ width, name }, scratch) {
  const random = seededRandom(1)
  const values = new Float32Array(points * width)
  for (let point = 0; point < points; point++) {
    const row = Float64Array.from({ length: width }, () => random.normal())
    const length = random.uniform() ** (1 / width) / Math.hypot(...row)
    for (let j = 0; j < width; j++) values[point * width + j] = row[j] * length
  }
  return { values, file: writeArray(`${scratch}/${name.replace(' ', '-')}`, values) }
}

export const peerInput = ({ file }, { width, radius }) => ({ file, width, radius, asked })

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { KDTree: 3, BallTree: 3 },
    prepare: ({ values }) => ({ values, compute: threadedCompute(1) }),
    run({ values, compute }, { width, radius }) {
      const index = neighbourIndex(values, width, '2', compute)
      const { starts } = index.neighbours(radius)
      index.close()
      return { answer: starts[asked], facts: { 'neighbours of a point': (starts[points] / points).toFixed(1) } }
    },
    close: ({ compute }) => compute.close(),
  },
]

export const peers = [
  { name: 'KDTree', python: 'kd_tree' },
  { name: 'BallTree', python: 'ball_tree' },
]
