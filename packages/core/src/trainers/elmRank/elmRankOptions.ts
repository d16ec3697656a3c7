import { nodeKinds } from '../../models/elm/hiddenNodes.ts'
import { byData, type OtherOptions, unlessValidated } from '../../options/defaultRule.ts'
import type { OptionsOf, OptionTable, ResolvedOn } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import type { HeldLists, TrainingLists } from '../../work/heldLists.ts'

/** What a fit takes once the sums are there. */
export const ridgeOptions = {
  lambda: {
    kind: 'number-or-word',
    words: ['auto'],
    default: unlessValidated('auto'),
    atLeast: 0,
    doc: 'Weight of the penalty ‖β‖²; auto uses the one with the smallest error on left-out lists, in closed form.',
  },
  ...earlyStopOptions,
  uncertainty: {
    kind: 'flag',
    doc: 'Keep what intervals of margins need; the file grows with the square of the nodes.',
  },
} as const satisfies OptionTable

export const elmRankOptions = {
  ...featureMapOptions,
  nodes: {
    kind: 'integer',
    default: byData('1000 for up to 20,000 rows, growing with their cube root to 2000 for 160,000 and more', nodesByData),
    atLeast: 1,
    atMost: 8192,
    doc: 'How many hidden nodes to draw.',
  },
  node: { kind: 'choice', default: 'relu', of: nodeKinds, doc: 'What a hidden node computes; fourier approximates an RBF kernel.' },
  steepness: {
    kind: 'number',
    default: byData('1; with validation data, chosen on it together with lambda, except for relu and linear nodes', steepnessByData),
    above: 0,
    doc: 'Standard deviation of the input of a node over the data.',
  },
  nodeScale: {
    kind: 'number',
    above: 0,
    leftOut: 'it follows from the spread of the data and the steepness',
    doc: 'Range of the draws.',
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

export type RidgeOptions = OptionsOf<typeof ridgeOptions> & { readonly valid?: TrainingLists }

export type ResolvedElmRankOptions = ResolvedOn<typeof elmRankOptions>

/** By default, however few the rows. */
export const fewestNodes = 1000

/**
 * The greatest multiple of a hundred whose cube is at most 50,000 times the rows, within 1000 .. 2000. The sums over the rows take
 * rows × nodes² multiplications, so 2 · 10¹² for 500,000 rows, and four matrices of nodes² numbers.
 */
function nodesByData(_: OtherOptions, { rows }: { readonly rows: number }): number {
  let hundreds = fewestNodes / 100
  while (hundreds < 20 && (hundreds + 1) * (hundreds + 1) * (hundreds + 1) <= rows / 20) hundreds++
  return 100 * hundreds
}

/** A steeper relu or linear node is a multiple of the same node, which lambda makes up for. */
function steepnessByData({ node, nodeScale, lambda }: OtherOptions, { valid }: { readonly valid: boolean }): number | undefined {
  const bends = node !== 'relu' && node !== 'linear'
  return valid && lambda === undefined && bends && nodeScale === undefined ? undefined : 1
}

/** Throws for options that would have no effect. */
export function refuseIdleOptions(
  { centre, lambda }: Pick<ResolvedElmRankOptions, 'centre' | 'lambda'>,
  given: readonly string[],
  valid: HeldLists | undefined,
): void {
  if (given.includes('pairs') && centre === 'global') refuseOption('pairs', namedOption({ centre: 'list' }))
  if (given.includes('steepness') && given.includes('nodeScale')) refuseOption('steepness', `no ${namedOption('nodeScale')}`)
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (lambda !== undefined) refuseOption('earlyStop', `no ${namedOption('lambda')}`)
}
