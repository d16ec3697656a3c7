// Kernel ranking of many rows: the exact fit of 10,000 rows with default options, the choice of lambda included, against one Cholesky
// factorisation of that size by scipy; and a basis of 3,000 of 100,000 rows with lambda given, against the same conjugate gradients in numpy.
// Each of our fits is a process of its own, for its peak memory.
import { fileURLToPath } from 'node:url'
import { runtimeFor } from '@rankwright/node'
import { kernelRows } from './harness/kernelRows.mjs'
import { runWithPeakMemory } from './harness/peakMemory.mjs'

export const title = 'RankRLS: many rows, exactly and on a basis'
export const cases = [
  { name: '10,000 x 20, exact', rows: 10_000, width: 20, length: 20 },
  { name: '100,000 x 20, 3,000 points', rows: 100_000, width: 20, length: 20, points: 3000, lambda: 1e-6 },
]
// The points are drawn by each on its own.
export const tolerance = 0.02
// Runs take up to minutes: no warm-up, which would be another two of each.
export const rounds = 3
export const warmUp = false
const kernelWidth = 1.8

export const setup = (given, scratch) => ({ ...kernelRows(given, scratch), scratch })

export const peerInput = ({ files }, given) => ({ ...given, ...files, kernelWidth })

/** Native compute needs a library. */
function canRun(compute) {
  try {
    runtimeFor(1, { compute }).close()
    return true
  } catch {
    return false
  }
}

const program = fileURLToPath(new URL('./harness/kernelFit.mjs', import.meta.url))

const fitting = (name, compute, factorisations) => ({
  name,
  leastRatios: { 'scipy cho_factor': 1 / factorisations, 'numpy, the same steps': 1 / 3 },
  peakLimit: 2e9,
  when: () => canRun(compute),
  async run({ scratch }, given) {
    const { status, stdout, stderr, peakBytes } = await runWithPeakMemory(process.execPath, [
      program,
      compute,
      scratch,
      JSON.stringify({ ...given, kernelWidth }),
    ])
    if (status !== 0) throw new Error(stderr)
    return { ...JSON.parse(stdout), peakBytes }
  },
})

export const variants = [fitting('rankwright', 'portable', 8), fitting('rankwright native', 'native', 3)]

export const peers = [
  { name: 'scipy cho_factor', python: 'cho_factor', when: ({ points }) => points === undefined },
  { name: 'numpy, the same steps', python: 'falkon', when: ({ points }) => points !== undefined },
]
