import type { OptionTable } from '../options/optionTable.ts'
import { seedOptions } from '../options/sharedOptions.ts'
import { streamLossNames } from './onlineGradientLearner.ts'
import { driftDetectors } from './prequential.ts'
import { streamKernelNames } from './streamKernel.ts'

export const streamLearnerNames = ['linear', 'kernel', 'conjugate', 'ogd', 'rls', 'elo', 'last', 'mean-rank', 'feature-sum'] as const

export type StreamLearnerName = (typeof streamLearnerNames)[number]

/** Options of the learners. Which learner heeds which: see `heeded`. */
export const streamOptions = {
  learner: {
    kind: 'choice',
    default: 'kernel',
    of: streamLearnerNames,
    doc: 'linear, kernel and conjugate learn on clusters; ogd and rls on the items; elo rates them; last, mean-rank and feature-sum are what to beat.',
  },
  clusters: {
    kind: 'number-or-word',
    words: ['auto'],
    default: 32,
    atLeast: 1,
    doc: 'Groups of items; auto keeps the number that ranks best of late.',
  },
  clusterBy: { kind: 'choice', default: 'features', of: ['features', 'features+rank'], doc: 'What makes items alike.' },
  retireAfter: {
    kind: 'integer',
    default: 0,
    atLeast: 0,
    doc: 'Series without members after which a group may move to strange items; 0 for never.',
  },
  centre: {
    kind: 'choice',
    default: 'series',
    of: ['series', 'running'],
    doc: "Features are centred by their series' means, or by the means so far.",
  },
  smoothingX: { kind: 'number', default: 0.8, atLeast: 0, below: 1, doc: "Share of a group's old centre that stays with every series." },
  smoothingR: { kind: 'number', default: 0.8, atLeast: 0, below: 1, doc: "Share of a group's old mean utility that stays." },
  linearWeight: { kind: 'number', default: 30, above: 0, doc: 'Alpha: how strongly linear weights hold on to what they were.' },
  kernelWeight: { kind: 'number', default: 1, above: 0, doc: 'Beta: how strongly the kernel utility holds on to the linear one.' },
  priorWeight: { kind: 'number', default: 0.1, above: 0, doc: 'Gamma: smoothness of the linear utility as the kernel sees it.' },
  dualWeight: { kind: 'number', default: 1000, above: 0, doc: 'Delta: how strongly the conjugate variables hold on to what they were.' },
  kernel: { kind: 'choice', default: 'linear+rbf', of: streamKernelNames, doc: 'Kernel between items and centres.' },
  kernelWidth: {
    kind: 'number',
    above: 0,
    doc: 'Width of the kernel; left out, the median distance of the centres, or for a polynomial the root of the number of features.',
  },
  degree: { kind: 'integer', default: 2, atLeast: 1, atMost: 10, doc: 'Degree of the polynomial kernel.' },
  loss: { kind: 'choice', default: 'ranknet', of: streamLossNames, doc: 'Loss of ogd.' },
  step: { kind: 'number', above: 0, doc: 'Step of ogd (1 when left out), or the most an Elo rating moves in one series (64).' },
  forgetting: { kind: 'number', default: 0.95, above: 0, atMost: 1, doc: 'Share of the past that stays in rls with every series.' },
  remembered: { kind: 'integer', default: 100000, atLeast: 1, doc: 'Items that elo, last and mean-rank remember.' },
  drift: { kind: 'choice', default: 'adwin', of: driftDetectors, doc: 'Detector that listens to the prequential error.' },
  window: { kind: 'integer', default: 50, atLeast: 1, atMost: 10000, doc: 'Series in the windowed means.' },
  ...seedOptions,
} as const satisfies OptionTable
