// Steps of a network trained for abstention: 1,024 fresh pairs, 3,072 inputs, 256 rectifiers, Nesterov momentum, projections. Ours are timed
// as the difference of a training of 5 steps and one of 1, PyTorch's as 4 steps of its own; all draw their pairs and gather their rows. PyTorch is as quick as the
// BLAS it was built with (Debian's is slow); the same step in numpy on OpenBLAS stands beside it.
import { seededRandom, train } from '@rankwright/core'
import { threadedKernels } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

const [rows, width, hidden, batch, steps] = [1000, 3072, 256, 1024, 4]

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

export const variants = [
  {
    name: 'rankwright',
    goals: { PyTorch: 0.4 },
    prepare: ({ lists }) => ({ lists, kernels: threadedKernels(1) }),
    run({ lists, kernels }) {
      const seconds = (iterations) => {
        const begin = performance.now()
        train(lists, { method: 'abstaining', hypothesis: 'network', hidden, batch, iterations }, { kernels, threads: 1 })
        return (performance.now() - begin) / 1000
      }
      const short = seconds(1)
      return { seconds: (seconds(1 + steps) - short) / steps }
    },
    close: ({ kernels }) => kernels.close(),
  },
]

export const peers = [
  { name: 'numpy', python: 'numpy_step' },
  { name: 'PyTorch', python: 'network' },
]
