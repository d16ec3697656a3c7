import type { OptionValue } from '../../models/common/optionValue.ts'
import type { DistanceNorm } from '../../numeric/compute/closePoints.ts'
import { onlyWith } from '../../options/condition.ts'
import { byData, byOptions, type OtherOptions } from '../../options/defaultRule.ts'
import type { OptionTable, ResolvedOn } from '../../options/optionTable.ts'
import { featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { surrogateOptions } from './surrogates.ts'

/** What the rules below depend on, besides the options. */
export interface AbstainingFacts {
  readonly valid: boolean
  /** Whether all rows lie in the unit ball of the norm as they are. */
  inUnitBall(norm: DistanceNorm): boolean
}

/** What turns images into features. */
const patchOptions = {
  patches: {
    kind: 'integer',
    atLeast: 1,
    atMost: 8192,
    leftOut: 'rows are taken as they are',
    doc: 'Rows are images: compares them with this many random patches of 6 x 6 pixels of the training images, whitened, and learns from that.',
  },
  imageShape: {
    kind: 'text',
    placeholder: 'CxHxW',
    default: '3x32x32',
    with: { patches: true },
    doc: 'Channels, rows and columns of the images that patches are taken from.',
  },
} as const satisfies OptionTable

/** The options of a network. */
export const networkOptions = {
  hidden: { kind: 'integer', default: 64, atLeast: 1, atMost: 65_536, doc: 'Hidden units.' },
  outputRadius: {
    kind: 'number',
    default: byOptions('50; 200 with patches', ({ patches }) => (patches === undefined ? 50 : 200)),
    above: 0,
    doc: 'Λ, the radius of the output weights in L1.',
  },
  biasRadius: {
    kind: 'number',
    default: byOptions('the radius, as the bounds need it', ({ radius }) => Number(radius)),
    atLeast: 0,
    doc: 'B, the greatest absolute value of a bias.',
  },
  optimiser: {
    kind: 'choice',
    default: 'sgd',
    of: ['sgd', 'adam'],
    doc: 'How the network is trained: gradient steps with Nesterov momentum, or Adam. Steps shrink along a cosine.',
  },
  step: {
    kind: 'number',
    default: byOptions('0.02 for sgd, 0.05 for adam', ({ optimiser }) => (optimiser === 'adam' ? 0.05 : 0.02)),
    above: 0,
    doc: 'Length of the first step, relative to the size that parameters have on the surface of their balls.',
  },
  batch: {
    kind: 'integer',
    default: byOptions('1024; 256 with patches', ({ patches }) => (patches === undefined ? 1024 : 256)),
    atLeast: 1,
    doc: 'Pairs per step, drawn afresh.',
  },
  momentum: { kind: 'number', default: 0.9, atLeast: 0, below: 1, with: { optimiser: 'sgd' }, doc: 'Nesterov momentum.' },
  weightDecay: {
    kind: 'number',
    default: 1e-4,
    atLeast: 0,
    doc: 'Each step takes this share, times the length of the step, off every parameter before it follows the gradient.',
  },
  augmentImages: {
    kind: 'text',
    placeholder: 'CxHxW',
    leftOut: 'rows are taken as they are',
    doc: 'Channels, rows and columns of images, such as 3x32x32: each image is shifted by up to 4 pixels and mirrored half of the time, whenever it is drawn.',
  },
} as const satisfies OptionTable

export const abstainingOptions = {
  scale: {
    ...featureMapOptions.scale,
    default: byData(
      'none where all rows lie in the unit ball, else or with patches min-max',
      ({ norm, patches }, { inUnitBall }: AbstainingFacts) =>
        patches === undefined && inUnitBall(norm as DistanceNorm) ? 'none' : 'min-max',
    ),
    doc: 'How features are scaled before they are brought into the unit ball.',
  },
  missing: {
    ...featureMapOptions.missing,
    default: byOptions('mean; zero with patches', ({ patches }) => (patches === undefined ? 'mean' : 'zero')),
  },
  ...patchOptions,
  ...surrogateOptions,
  setting: {
    kind: 'choice',
    default: 'pairwise',
    of: ['pairwise', 'bipartite'],
    doc: 'Whether pairs are labelled, by any two different grades, or items, as one of two classes.',
  },
  hypothesis: { kind: 'choice', default: 'linear', of: ['linear', 'network'], doc: 'Linear scores, or one hidden layer of rectifiers.' },
  norm: {
    kind: 'choice',
    default: '2',
    of: ['1', '2', 'inf'],
    doc: 'Norm of the unit ball that rows lie in and of distances; weights are bounded in its dual.',
  },
  radius: {
    kind: 'number',
    default: byData('1 for a network; 10 for linear scores, or with validation data chosen on it', radiusByData),
    above: 0,
    doc: 'W, the weight radius; of a network, that of each hidden unit.',
  },
  ...onlyWith({ hypothesis: 'network' }, networkOptions),
  iterations: {
    kind: 'integer',
    default: byOptions('3000 for linear scores, 1000 for a network', ({ hypothesis }) => (hypothesis === 'network' ? 1000 : 3000)),
    atLeast: 1,
    doc: 'Most iterations for one radius of linear scores, or steps of a network.',
  },
  tolerance: {
    kind: 'number',
    default: 1e-6,
    above: 0,
    below: 1,
    with: { hypothesis: 'linear' },
    doc: 'Ends the iterations of linear scores: the gap to the optimum, times twenty, relative to the objective, or to what zero weights leave to gain if that is less.',
  },
  seed: { ...seedOptions.seed, doc: 'Seed of the patches, and of the first network and the pairs that it learns from.' },
  earlyStop: {
    kind: 'text',
    default: 'pairwise-accuracy',
    placeholder: 'METRIC',
    doc: 'Metric that decides on the validation lists.',
  },
} as const satisfies OptionTable

function radiusByData({ hypothesis }: OtherOptions, { valid }: AbstainingFacts): number | undefined {
  if (hypothesis === 'network') return 1
  return valid ? undefined : 10
}

/** Every option as it is used. */
export type ChosenAbstainingOptions = ResolvedOn<typeof abstainingOptions>

/** The options that linear scores and networks record alike. */
export function commonOptions(options: ChosenAbstainingOptions): Record<string, OptionValue> {
  const { patches, imageShape, surrogate, steepness, setting, hypothesis, norm, seed } = options
  return {
    ...(patches !== undefined && { patches }),
    ...(imageShape !== undefined && { imageShape }),
    surrogate,
    ...(steepness !== undefined && { steepness }),
    setting,
    hypothesis,
    norm,
    seed,
  }
}
