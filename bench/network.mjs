// Steps of a network trained for abstention: 1,024 fresh pairs, 3,072 inputs, 256 rectifiers, Nesterov momentum, projections; all draw their
// pairs and gather their rows. Ours computes a row once that is in several pairs of a step: of 20,000 rows the 2,048 drawn are
// 1,950 different ones, of 1,000 rows 870. PyTorch is as quick as the BLAS it was built with (Debian's is slow); the same step in numpy on OpenBLAS stands beside it.
import { seededRandom, training } from '@rankwright/core'
import { runtimeFor } from '@rankwright/node'
import { writeArray } from './harness/arrays.mjs'

const [width, hidden, batch, steps] = [3072, 256, 1024, 4]

export const title = `${steps} steps of a network: ${batch} pairs, ${width} inputs, ${hidden} hidden units, single precision`
export const cases = [20_000, 1000].map((rows) => ({ name: `${rows.toLocaleString('en')} rows`, rows, width, hidden, batch, steps }))
export const rounds = 5

export function setup({ rows }, scratch) {
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
  const suffix = threads === 1 ? '' : `, ${threads} threads`
  return {
    name: `rankwright${suffix}`,
    threads,
    leastRatios: { [`PyTorch${suffix}`]: 0.4 },
    async prepare({ lists }) {
      const open = runtimeFor(threads)
      await new Promise((resolve) => setTimeout(resolve, 500)) // for the workers to join
      const options = { method: 'abstaining', hypothesis: 'network', hidden, batch, iterations: 1_000_000 }
      const steps = training(lists, options, open.runtime)
      while (steps.next().value.stage !== 'step');
      return { steps, open }
    },
    run({ steps: running }) {
      for (let step = 0; step < steps; step++) running.next()
    },
    close: ({ open }) => open.close(),
  }
}

export const variants = [1, 2].map(variant)

export const peers = [1, 2].flatMap((threads) => {
  const suffix = threads === 1 ? '' : `, ${threads} threads`
  return [
    { name: `numpy${suffix}`, python: 'numpy_step', threads },
    { name: `PyTorch${suffix}`, python: 'network', threads },
  ]
})
