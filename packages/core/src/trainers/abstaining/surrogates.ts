/** The surrogates of the abstention loss as losses of lists: the mean over the pairs of a list. */
import { type SurrogateName, surrogateNames } from '../../losses/abstentionLoss.ts'
import type { ListLossSpec } from '../../losses/lossSpec.ts'
import type { OptionTable, Resolved } from '../../options/optionTable.ts'

/** What the loss depends on. */
export const surrogateOptions = {
  surrogate: {
    kind: 'choice',
    default: 'exponential',
    of: surrogateNames,
    doc: 'Loss that replaces wrong pairs in training.',
  },
  steepness: { kind: 'number', default: 1, above: 0, with: { surrogate: 'sigmoid' }, doc: 'Steepness k of the sigmoid, 1 − tanh(kt).' },
} as const satisfies OptionTable

const losses: { readonly [Name in SurrogateName]: (steepness: number | undefined) => ListLossSpec } = {
  hinge: () => ({ loss: 'ranksvm', hinge: 'plain', pairs: 'mean' }),
  exponential: () => ({ loss: 'pairwise-exponential', pairs: 'mean' }),
  sigmoid: (steepness) => ({ loss: 'pairwise-sigmoid', steepness: steepness!, pairs: 'mean' }),
}

export function surrogateLoss({ surrogate, steepness }: Resolved<typeof surrogateOptions>): ListLossSpec {
  return losses[surrogate](steepness)
}
