// LambdaMART: five trees on rows that are binned already, and 100 trees from features in memory, binning included, each of these in a process of its
// own, whose peak memory counts. Lists of 100 rows with 136 features of four kinds (few whole numbers, half zeros, even, exponential); grades come
// from a function with interactions. The cases with 50,000 rows are for a quick look.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runtimeFor } from '@rankwright/node'
import { lambdaMartRows } from './harness/lambdaMartRows.mjs'
import { beginTrees } from './harness/lambdaMartTrees.mjs'

const treesOfRun = 5

export const title = 'LambdaMART: lists of 100 rows with 136 features'
export const cases = [50_000, 500_000].flatMap((rows) =>
  ['trees', 'fit'].flatMap((kind) =>
    [31, 255].map((leaves) => ({
      name: `${kind === 'fit' ? '100 trees with binning' : `${treesOfRun} trees`}, ${leaves} leaves, ${rows.toLocaleString('en')} rows`,
      kind,
      rows,
      leaves,
      trees: kind === 'fit' ? 100 : treesOfRun,
    })),
  ),
)
export const rounds = 3
/** A fit begins in a new process; growing warms up before it is timed. */
export const warmUp = false

export function setup({ rows, kind }, scratch) {
  const { lists, files } = lambdaMartRows(rows, scratch)
  return { files, scratch, lists: kind === 'trees' ? lists : undefined }
}

export const peerInput = ({ files }, { rows, leaves, trees }) => ({ ...files, rows, leaves, trees })

const program = fileURLToPath(new URL('./harness/lambdaMartFit.mjs', import.meta.url))
const run = promisify(execFile)
const suffix = (threads) => (threads === 1 ? '' : `, ${threads} threads`)
const leastRatios = (threads, xgboost) => ({ [`LightGBM${suffix(threads)}`]: 1, [`XGBoost${suffix(threads)}`]: xgboost })

const growing = (threads) => ({
  name: `rankwright${suffix(threads)}`,
  threads,
  when: ({ kind }) => kind === 'trees',
  leastRatios: leastRatios(threads, 1.2),
  async prepare({ lists }, { leaves }) {
    const open = runtimeFor(threads)
    await new Promise((resolve) => setTimeout(resolve, 500)) // for the workers to join
    const grow = beginTrees(lists, leaves, open.runtime)
    grow(2)
    return { open, grow }
  },
  run: ({ grow }, { trees }) => grow(trees),
  close: ({ open }) => open.close(),
})

const fitting = (threads) => ({
  name: `rankwright${suffix(threads)}`,
  threads,
  when: ({ kind }) => kind === 'fit',
  leastRatios: leastRatios(threads, 1),
  async run({ scratch }, { rows, leaves, trees }) {
    const given = [scratch, rows, leaves, trees, threads].map(String)
    return JSON.parse((await run(process.execPath, [program, ...given])).stdout)
  },
})

export const variants = [1, 2].flatMap((threads) => [growing(threads), fitting(threads)])

export const peers = [1, 2].flatMap((threads) =>
  ['LightGBM', 'XGBoost'].flatMap((library) =>
    ['trees', 'fit'].map((kind) => ({
      name: `${library}${suffix(threads)}`,
      python: `${library.toLowerCase()}_${kind}`,
      threads,
      when: (given) => given.kind === kind,
    })),
  ),
)
