/** Every loss that a trainer can ask others to sum, with some of its options. A new loss does not compile here before it has a sample. */
import type { CurvedLossSpec, ListLossSpec, LossSpec } from '@rankwright/core/losses'

/** Losses that stand for themselves. */
export const sampleListLosses: SamplesOf<ListLossSpec> = {
  listnet: [{ loss: 'listnet' }],
  listmle: [{ loss: 'listmle' }],
  'smoothed-dcg': [
    { loss: 'smoothed-dcg', sigma: 0.7, cutoff: 1 },
    { loss: 'smoothed-dcg', sigma: 0.7, cutoff: 3 },
  ],
  ranksvm: [
    { loss: 'ranksvm', hinge: 'plain', pairs: 'sum' },
    { loss: 'ranksvm', hinge: 'squared', pairs: 'mean' },
  ],
  ranknet: [
    { loss: 'ranknet', lambdaWeights: 'none', pairs: 'mean' },
    { loss: 'ranknet', lambdaWeights: 'none', pairs: 'sum' },
    { loss: 'ranknet', lambdaWeights: 'ndcg', cutoff: 2, pairs: 'sum' },
  ],
  'pairwise-exponential': [
    { loss: 'pairwise-exponential', pairs: 'mean' },
    { loss: 'pairwise-exponential', pairs: 'sum' },
  ],
  'pairwise-sigmoid': [{ loss: 'pairwise-sigmoid', steepness: 2, pairs: 'mean' }],
}

export const sampleLosses: SamplesOf<LossSpec> = {
  ...sampleListLosses,
  'smoothed-hinge': [{ loss: 'smoothed-hinge', width: 0.5, pairs: 'sum' }],
}

/** Losses whose curvature can be asked for. */
export const sampleCurvedLosses: SamplesOf<CurvedLossSpec> = {
  listmle: [{ loss: 'listmle' }],
  'smoothed-hinge': [{ loss: 'smoothed-hinge', width: 0.5, pairs: 'sum' }],
  ranksvm: [{ loss: 'ranksvm', hinge: 'squared', pairs: 'mean' }],
  ranknet: [{ loss: 'ranknet', lambdaWeights: 'none', pairs: 'sum' }],
  'pairwise-exponential': [{ loss: 'pairwise-exponential', pairs: 'mean' }],
}

type SamplesOf<Spec extends LossSpec> = { readonly [Name in Spec['loss']]: readonly Extract<Spec, { loss: Name }>[] }
