/**
 * Seconds that a training takes on the reference machine, one thread of a server of 2020, from the size of the data alone. The numbers were fitted to
 * trainings of the sets in docs/results.md. They need not be right: they only have to be the same everywhere.
 */

import type { TrialOptions } from '../../trainers/common/trialOptions.ts'
import type { MethodName } from '../../trainers/methods.ts'
import type { DataSize } from './dataSize.ts'
import type { Fit } from './fits.ts'

type Cost = (size: DataSize, options: TrialOptions, most: number) => number

/** What every training takes, however little the data. */
const START = 0.01

/** Features beyond the first thousand: what weights, gradients and maps take where few of the values are there. */
const further = (width: number) => Math.max(0, width - 1000)

const newton =
  (perCell: number): Cost =>
  ({ cells, width }) =>
    cells * (perCell + 4e-10 * Math.min(width, 2000)) + 1e-5 * further(width)

const costs: { readonly [Name in MethodName]?: Cost } = {
  'least-squares': newton(1e-7),
  listnet: newton(1.2e-7),
  listmle: newton(1.5e-7),
  ranksvm: newton(1.2e-7),
  ranknet: ({ cells, width, pairs }, { lambdaWeights }) =>
    lambdaWeights === 'ndcg'
      ? 8e-7 * cells + 2e-6 * pairs + 1.5e-4 * further(width)
      : cells * (1.2e-7 + 4e-10 * Math.min(width, 2000)) + 1e-7 * pairs + 1e-5 * further(width),
  'smoothed-dcg': ({ cells, width }) => 9e-7 * cells + 1.5e-5 * further(width),
  elmrank: ({ rows, cells }, { nodes }) => {
    const count = Number(nodes)
    return 1.1e-10 * rows * count * count + 1.8e-9 * count * count * count + 5e-10 * cells * count
  },
  rankrls: ({ rows, cells, width }, { kernel, basis }) => {
    if (kernel === 'linear') return 1e-7 * cells + 2e-9 * cells * width + 5e-9 * width * width * width
    const points = Math.min(rows, Number(basis))
    return 3e-10 * rows * points * points + 6e-9 * points * points * points + 5e-10 * cells * points
  },
  rankboost: ({ cells, rows, width }, { iterations }) => Number(iterations) * (7e-9 * cells + 3e-8 * rows + 6e-7 * further(width)),
  lambdamart: ({ cells, rows, width }, { leaves }, trees) =>
    trees *
    (cells * 1.3e-9 * (1 + levelsOf(Number(leaves))) + 3e-8 * rows + (2e-8 * width + 4e-7 * further(width)) * Number(leaves) + 1e-4),
}

/** Levels of a tree with so many leaves, by whole numbers: logarithms differ between machines. */
function levelsOf(leaves: number): number {
  let levels = 0
  for (let most = 1; most < leaves; most *= 2) levels++
  return levels
}

/** One training of a fit on data of this size, and scores for as many rows. */
export function costOf({ method, options, reads }: Fit, size: DataSize): number {
  const cost = costs[method]
  if (cost === undefined) throw new Error(`the cost of ${method} is not known`)
  const most = reads === undefined ? 0 : Math.max(...reads.values)
  return START + 2e-6 * size.rows + cost(size, options, most)
}

/** One look at the metric of some scores. */
export function costOfMeasuring({ rows }: DataSize): number {
  return 1e-4 + 1.5e-7 * rows
}
