import { byData, type OtherOptions, unlessValidated } from '../../options/defaultRule.ts'
import type { OptionsOf, OptionTable, ResolvedOn } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { HeldLists, TrainingLists } from '../../work/heldLists.ts'
import { directFeatures, exactRows, spreadRows } from './solvers/limits.ts'

/** Points of the basis where there are too many rows for an exact fit: 200 MB for each matrix of them. */
const largeBasis = 5000

const nonLinear = ['rbf', 'polynomial', 'laplace'] as const

export const rankRlsOptions = {
  ...featureMapOptions,
  kernel: {
    kind: 'choice',
    default: 'rbf',
    of: ['linear', 'rbf', 'polynomial', 'laplace'],
    doc: 'x · x′, exp(−‖x − x′‖²/(2 width²)), (1 + x · x′/width²)^degree or exp(−‖x − x′‖/width).',
  },
  kernelWidth: {
    kind: 'number',
    above: 0,
    with: { kernel: nonLinear },
    leftOut: 'the median distance between 512 training rows, drawn by the seed',
    doc: 'Width of the kernel.',
  },
  degree: { kind: 'integer', default: 2, atLeast: 1, atMost: 20, with: { kernel: 'polynomial' }, doc: 'Degree of the polynomial kernel.' },
  basis: {
    kind: 'integer',
    default: byData('all rows up to 10,000, else 5000; with uncertainty, all rows up to 4,096, else 2048', basisByData),
    atLeast: 1,
    with: { kernel: nonLinear },
    doc: 'Rows that the function is built on.',
  },
  centre: {
    kind: 'choice',
    default: 'list',
    of: ['list', 'global'],
    doc: 'Which items are compared: those of the same list, or all with all.',
  },
  lambda: {
    kind: 'number-or-word',
    words: ['auto'],
    default: unlessValidated('auto'),
    atLeast: 0,
    doc: 'Weight of the penalty ‖f‖²; auto uses the one with the smallest error on left-out lists (of a single list, left-out items), in closed form.',
  },
  ...earlyStopOptions,
  uncertainty: {
    kind: 'flag',
    with: { kernel: nonLinear },
    doc: 'Keep what intervals of margins need; the file grows with the square of the points.',
  },
  ...seedOptions,
} as const satisfies OptionTable

export type RankRlsOptions = OptionsOf<typeof rankRlsOptions> & { readonly valid?: TrainingLists }

export type ResolvedRankRlsOptions = ResolvedOn<typeof rankRlsOptions>

function basisByData({ uncertainty }: OtherOptions, { rows }: { readonly rows: number }): number {
  if (uncertainty === true) return rows <= spreadRows ? rows : directFeatures
  return rows <= exactRows ? rows : largeBasis
}

/** Throws for options that would have no effect, or that ask for more than the memory that a fit may take. */
export function refuseIdleOptions(
  { lambda, uncertainty, basis }: ResolvedRankRlsOptions,
  given: readonly string[],
  { rows, valid }: { readonly rows: number; readonly valid?: HeldLists },
): void {
  if (lambda === 0 && uncertainty) refuseOption('uncertainty', `a ${namedOption('lambda')} above 0`)
  if (uncertainty && basis !== undefined && Math.min(basis, rows) > (basis >= rows ? spreadRows : directFeatures))
    throw new RankwrightError({
      area: 'option',
      code: 'option-out-of-range',
      option: 'basis',
      found: basis,
      allowed: `at most ${directFeatures}, or leave out ${namedOption('uncertainty')}, which needs a matrix of so many rows and columns`,
    })
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (lambda !== undefined) refuseOption('earlyStop', `no ${namedOption('lambda')}`)
}
