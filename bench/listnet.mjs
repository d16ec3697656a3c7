// Linear ListNet to the same gradient: from features in memory to weights, against full-batch L-BFGS of PyTorch.
import { seededRandom, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

export const title = 'ListNet, full batch, lists of 100 items with 136 features'
const peerCase = { name: '500,000 rows', rows: 500_000, peers: true }
export const cases = [
  peerCase,
  { name: 'growth: 50,000 rows', rows: 50_000 },
  { name: 'growth: 500,000 rows', rows: 500_000 },
  { name: 'growth: 2,000,000 rows', rows: 2_000_000 },
]
export const tolerance = 1e-4
export const rounds = 5
const width = 136
const length = 100
const lambda = 1e-4
const gradientTolerance = 1e-4 // single precision knows its gradients no better

export function setup({ rows, peers: forPeers }, scratch) {
  const random = seededRandom(1)
  const truth = Float64Array.from({ length: width }, () => random.normal())
  const spreads = Float64Array.from({ length: width }, () => 0.1 + random.uniform())
  const values = new Float32Array(rows * width)
  const labels = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    let sum = 0
    let walk = 0
    for (let j = 0; j < width; j++) {
      walk = 0.7 * walk + random.uniform() - 0.5 // neighbours go together, as features of real data do
      const value = walk * spreads[j]
      values[row * width + j] = value
      sum += walk * truth[j]
    }
    labels[row] = Math.min(4, Math.max(0, Math.round(sum / 4 + random.normal())))
  }
  const offsets = Uint32Array.from({ length: rows / length + 1 }, (_, list) => list * length)
  const lists = {
    features: { kind: 'dense', values },
    width,
    labels,
    offsets,
    listIds: Array.from({ length: rows / length }, (_, list) => `${list}`),
  }
  return {
    lists,
    ...(forPeers && { files: { features: writeArray(`${scratch}/features`, values), labels: writeArray(`${scratch}/labels`, labels) } }),
  }
}

export const peerInput = ({ files }, { rows }) => ({ ...files, rows, width, length, lambda, tolerance: gradientTolerance })

function variant(threads) {
  const suffix = threads === 1 ? '' : `, ${threads} threads`
  return {
    name: `rankwright${suffix}`,
    threads,
    leastRatios: { [`PyTorch float32${suffix}`]: 1.3, [`PyTorch float64${suffix}`]: 2 },
    async prepare(data) {
      const open = runtimeFor(threads)
      await new Promise((resolve) => setTimeout(resolve, 500)) // for the workers to join
      return { ...data, open }
    },
    run({ lists, open }, { peers: forPeers }) {
      const begin = performance.now()
      const limit = forPeers ? {} : { iterations: 10 }
      const steps = training(
        lists,
        { method: 'listnet', scale: 'none', missing: 'zero', lambda, tolerance: gradientTolerance, ...limit },
        open.runtime,
      )
      let first
      for (;;) {
        const step = steps.next()
        if (!step.done) {
          if (step.value.stage === 'iteration') first ??= performance.now()
          continue
        }
        const { iterations, objective } = step.value
        const facts = {
          iterations,
          'before the first iteration (s)': ((first - begin) / 1000).toFixed(2),
          'iteration (ms)': ((performance.now() - first) / (iterations - 1)).toFixed(1),
        }
        return { answer: objective, facts }
      }
    },
    close: ({ open }) => open.close(),
  }
}

export const variants = [1, 2].map(variant)

export const peers = [1, 2].flatMap((threads) =>
  ['float32', 'float64'].map((precision) => ({
    name: `PyTorch ${precision}${threads === 1 ? '' : `, ${threads} threads`}`,
    python: `pytorch_${precision}`,
    threads,
    when: (given) => given.peers === true,
  })),
)
