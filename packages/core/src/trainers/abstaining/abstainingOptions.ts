import { surrogateNames } from '../../losses/abstentionLoss.ts'
import type { OptionTable } from '../../options/optionTable.ts'
import { featureMapOptions } from '../../options/sharedOptions.ts'
import { linearRankerOptions } from '../linear/linearRankerOptions.ts'

const { default: _, ...scale } = featureMapOptions.scale
const { default: __, ...iterations } = linearRankerOptions.iterations

export const abstainingOptions = {
  scale: {
    ...scale,
    doc: 'How features are scaled before they are brought into the unit ball; when left out, none where all rows lie in it, else min-max.',
  },
  missing: featureMapOptions.missing,
  surrogate: { kind: 'choice', default: 'exponential', of: surrogateNames, doc: 'What stands for wrong pairs in training.' },
  steepness: { kind: 'number', above: 0, doc: 'Steepness k of the sigmoid, 1 − tanh(kt); 1 when left out.' },
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
    above: 0,
    doc: 'W, the radius of the weights, of a network those of each hidden unit; when left out, of linear scores chosen on the validation data, or 10 without any; of a network 1.',
  },
  hidden: { kind: 'integer', atLeast: 1, doc: 'Hidden units of a network; 64 when left out.' },
  outputRadius: { kind: 'number', above: 0, doc: 'Λ, the radius of the output weights of a network in L1; 50 when left out.' },
  biasRadius: {
    kind: 'number',
    atLeast: 0,
    doc: 'B, the most that a bias of a network may be; the radius when left out, which the bounds need.',
  },
  optimiser: {
    kind: 'choice',
    of: ['sgd', 'adam'],
    doc: 'How a network is trained: gradient steps with Nesterov momentum, or Adam; sgd when left out. Steps shrink along a cosine.',
  },
  step: {
    kind: 'number',
    above: 0,
    doc: 'First step of a network, in units of the size of its weights; 0.02 for sgd, 0.05 for adam when left out.',
  },
  batch: { kind: 'integer', atLeast: 1, doc: 'Pairs per step of a network, drawn afresh; 1024 when left out.' },
  momentum: { kind: 'number', atLeast: 0, below: 1, doc: 'Nesterov momentum of sgd; 0.9 when left out.' },
  weightDecay: { kind: 'number', atLeast: 0, doc: 'Weight of the squared norm of the weights of a network; 1e-4 when left out.' },
  augmentImages: {
    kind: 'text',
    placeholder: 'CxHxW',
    doc: 'Rows are images of so many channels, rows and columns, such as 3x32x32: a network sees each moved by up to 4 pixels either way, and mirrored every other time.',
  },
  iterations: {
    ...iterations,
    doc: 'Most iterations for one radius of linear scores, 3000 when left out; steps of a network, 1000 when left out.',
  },
  tolerance: {
    kind: 'number',
    above: 0,
    below: 1,
    doc: 'Ends the iterations of linear scores: the gap to the optimum relative to the objective, times twenty; 1e-6 when left out.',
  },
  earlyStop: {
    kind: 'text',
    default: 'pairwise-accuracy',
    placeholder: 'METRIC',
    doc: 'Metric that decides on the validation lists.',
  },
  seed: { kind: 'integer', atLeast: 0, doc: 'Seed of a network: its first weights and its pairs; 1 when left out.' },
} as const satisfies OptionTable

/** What only the one or the other hypothesis makes use of. */
export const linearOnly: readonly string[] = ['tolerance']
export const networkOnly: readonly string[] = [
  'hidden',
  'outputRadius',
  'biasRadius',
  'optimiser',
  'step',
  'batch',
  'momentum',
  'weightDecay',
  'augmentImages',
  'seed',
]
