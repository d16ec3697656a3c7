import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { nodeKinds } from '../../models/elm/hiddenNodes.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { resolveOptions } from '../../options/resolveOptions.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import type { TrainingLists } from '../../work/heldLists.ts'

/** What a fit takes once the sums are there. */
export const ridgeOptions = {
  lambda: {
    kind: 'number-or-word',
    words: ['auto'],
    atLeast: 0,
    doc: 'Weight of the penalty ‖β‖²; auto takes the one with the least error on left-out lists, in closed form. When left out, chosen on the validation data, or auto without any.',
  },
  ...earlyStopOptions,
  uncertainty: {
    kind: 'flag',
    doc: 'Keep in the model what intervals around scores need; the file then grows with the square of the nodes.',
  },
} as const satisfies OptionTable

export const elmRankOptions = {
  ...featureMapOptions,
  nodes: {
    kind: 'integer',
    atLeast: 1,
    atMost: 8192,
    doc: 'How many hidden nodes to draw; when left out, 1000 for up to 5,000 rows and 300 beyond.',
  },
  node: { kind: 'choice', default: 'relu', of: nodeKinds, doc: 'What a hidden node computes; fourier approximates an RBF kernel.' },
  steepness: {
    kind: 'number',
    above: 0,
    doc: 'How far what goes into a node spreads over the data, as a standard deviation; when left out, chosen on the validation data, or 1 without any.',
  },
  nodeScale: {
    kind: 'number',
    above: 0,
    doc: 'Range of the draws, instead of one that follows from the spread of the data and the steepness.',
  },
  centre: {
    kind: 'choice',
    default: 'list',
    of: ['list', 'global'],
    doc: 'Compare items within their list, or all rows with each other.',
  },
  pairs: {
    kind: 'choice',
    default: 'mean',
    of: ['sum', 'mean'],
    doc: 'Whether each list counts with the sum over its pairs or with their mean.',
  },
  precision: {
    kind: 'choice',
    default: 'double',
    of: ['double', 'mixed'],
    doc: 'mixed multiplies in single precision and adds up in double, in training and in scoring: about half the time, and about five digits of the weights.',
  },
  ...ridgeOptions,
  ...seedOptions,
} as const satisfies OptionTable

export type ElmRankOptions = OptionsOf<typeof elmRankOptions> & { readonly valid?: TrainingLists }

export type RidgeOptions = OptionsOf<typeof ridgeOptions> & { readonly valid?: RankingLists }

/** Every option as it is used. Few rows are soon fitted with many nodes, and are the better for it. */
export function usedOptions(options: OptionsOf<typeof elmRankOptions>, { labels }: RankingLists): UsedElmRankOptions {
  const { nodes = labels.length <= 5000 ? 1000 : 300, ...others } = resolveOptions(elmRankOptions, options)
  return { ...others, nodes }
}

export type UsedElmRankOptions = Resolved<typeof elmRankOptions> & { readonly nodes: number }

/** Refuses options that would have no effect. */
export function refuseIdleOptions(
  { centre, lambda }: Pick<UsedElmRankOptions, 'centre' | 'lambda'>,
  given: readonly string[],
  valid: RankingLists | undefined,
): void {
  if (given.includes('pairs') && centre === 'global') refuseOption('pairs', 'centre list')
  if (given.includes('steepness') && given.includes('nodeScale')) refuseOption('steepness', 'a nodeScale that is left out')
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (lambda !== undefined) refuseOption('earlyStop', 'a lambda that is left open')
}
