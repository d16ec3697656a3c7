// Steps of a network trained for abstention: 1,024 fresh pairs, 3,072 inputs, 256 rectifiers, Nesterov momentum, projections. Ours are timed
// as the difference of a training of 6 steps and one of 1, PyTorch's as 5 steps of its own; both draw their pairs and gather their rows.
import { seededRandom, train } from '@rankwright/core'
import { threadedKernels } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

const [rows, width, hidden, batch, steps] = [4000, 3072, 256, 1024, 5]

export const title = `A step of a network: ${batch} pairs, ${width} inputs, ${hidden} hidden units, single precision`
export const cases = [{ name: 'one step', rows, width, hidden, batch, steps }]
export const rounds = 5

export function setup(_, scratch) {
  const random = seededRandom(1)
  const values = Float32Array.from({ length: rows * width }, () => random.uniform())
  const labels = Float64Array.from({ length: rows }, () => random.integer(10))
  const lists = { features: { kind: 'dense', values }, width, labels, offsets: Uint32Array.of(0, rows), listIds: ['all'] }
  return {
    lists,
    files: { values: writeArray(`${scratch}/network-values`, values), labels: writeArray(`${scratch}/network-labels`, labels) },
  }
}

export const peerInput = ({ files }, given) => ({ ...given, ...files })

function variant(threads) {
  return {
    name: threads === 1 ? 'rankwright' : `rankwright, ${threads} threads`,
    threads,
    goals: { [threads === 1 ? 'PyTorch' : `PyTorch, ${threads} threads`]: 0.4 },
    prepare: ({ lists }) => ({ lists, kernels: threadedKernels(threads) }),
    run({ lists, kernels }) {
      const seconds = (iterations) => {
        const begin = performance.now()
        const options = { method: 'abstaining', hypothesis: 'network', norm: '2', scale: 'min-max', hidden, batch, iterations }
        train(lists, options, { kernels, threads })
        return (performance.now() - begin) / 1000
      }
      const short = seconds(1)
      return { seconds: (seconds(1 + steps) - short) / steps }
    },
    close: ({ kernels }) => kernels.close(),
  }
}

export const variants = [1, 2].map(variant)
export const peers = [1, 2].map((threads) => ({
  name: threads === 1 ? 'PyTorch' : `PyTorch, ${threads} threads`,
  python: 'network',
  threads,
}))
