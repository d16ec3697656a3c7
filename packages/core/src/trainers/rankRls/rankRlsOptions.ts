import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import type { TrainingLists } from '../../work/heldLists.ts'

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
    doc: 'Width of the kernel; when left out, the median distance between 512 training rows, drawn by the seed.',
  },
  degree: { kind: 'integer', default: 2, atLeast: 1, atMost: 20, doc: 'Degree of the polynomial kernel.' },
  basis: {
    kind: 'integer',
    atLeast: 1,
    doc: 'Rows that the function is built on; all when left out and there are no more than 10,000, else 1024.',
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
    atLeast: 0,
    doc: 'Weight of the penalty ‖f‖²; auto takes the one with the least error when one list is left out at a time (of a single list, one item), in closed form. When left out, chosen on the validation data, or auto without any.',
  },
  ...earlyStopOptions,
  uncertainty: {
    kind: 'flag',
    doc: 'Keep in the model what intervals around scores need; the file then grows with the square of the points. Not for the linear kernel.',
  },
  ...seedOptions,
} as const satisfies OptionTable

export type RankRlsOptions = OptionsOf<typeof rankRlsOptions> & { readonly valid?: TrainingLists }

export type ResolvedRankRlsOptions = Resolved<typeof rankRlsOptions>

/** Refuses options that would have no effect. */
export function refuseIdleOptions(
  { kernel, lambda, uncertainty }: ResolvedRankRlsOptions,
  given: readonly string[],
  valid: RankingLists | undefined,
): void {
  if (kernel === 'linear' && given.includes('kernelWidth')) refuseOption('kernelWidth', 'kernel rbf, laplace or polynomial')
  if (kernel === 'linear' && given.includes('basis')) refuseOption('basis', 'kernel rbf, laplace or polynomial')
  if (kernel === 'linear' && uncertainty) refuseOption('uncertainty', 'kernel rbf, laplace or polynomial')
  if (lambda === 0 && uncertainty) refuseOption('uncertainty', 'a lambda above 0')
  if (kernel !== 'polynomial' && given.includes('degree')) refuseOption('degree', 'kernel polynomial')
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (lambda !== undefined) refuseOption('earlyStop', 'a lambda that is left open')
}
