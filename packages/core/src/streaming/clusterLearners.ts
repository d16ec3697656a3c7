/** The three learners on clusters: linear, kernel and conjugate. They share one learner and differ in its form. */
import type { OptionTable, Resolved } from '../options/optionTable.ts'
import { refuseOption } from '../options/refuseOption.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { seedOptions } from '../options/sharedOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { ChosenClustersLearner, type ChosenClustersState, chosenClustersPart } from './chosenClustersLearner.ts'
import { type ClusterForm, type ClusterLearnerOptions, clusterLearnerPart } from './clusterLearner.ts'
import type { LearnerRow, LearnerStart } from './learner.ts'
import { centringOptions } from './onlineScaler.ts'
import { streamKernelNames } from './streamKernel.ts'

const linearOptions = {
  clusters: {
    kind: 'number-or-word',
    words: ['auto'],
    default: 64,
    atLeast: 1,
    atMost: 4096, // every item is compared with every cluster, and kernels take a matrix of clusters by clusters
    doc: 'Number of clusters of items; auto uses the number that ranked best recently.',
  },
  clusterBy: { kind: 'choice', default: 'features', of: ['features', 'features+rank'], doc: 'What clusters are made by.' },
  clusterWeights: {
    kind: 'choice',
    default: 'size',
    of: ['size', 'equal'],
    doc: 'How much a cluster counts: by the number of its items, or all alike.',
  },
  ...centringOptions,
  smoothingX: {
    kind: 'number',
    default: 0.8,
    atLeast: 0,
    below: 1,
    doc: "Share of a cluster's old centre that is kept with every series.",
  },
  smoothingR: {
    kind: 'number',
    default: 0.8,
    atLeast: 0,
    below: 1,
    doc: "Share of a cluster's old mean utility that is kept with every series.",
  },
  linearMeans: {
    kind: 'choice',
    default: 'series',
    of: ['series', 'smoothed'],
    doc: 'Cluster means that the linear weights are learned on: those of each series, or smoothed over time.',
  },
  linearWeight: {
    kind: 'number-or-word',
    words: ['auto'],
    default: 'auto',
    above: 0,
    doc: 'Alpha: how strongly the linear weights stay at their old values; auto uses what ranked best recently.',
  },
  ...seedOptions,
} as const satisfies OptionTable

const kernelOptions = {
  ...linearOptions,
  kernelWeight: {
    kind: 'number-or-word',
    words: ['auto'],
    default: 'auto',
    above: 0,
    doc: 'Beta: how strongly the kernel utility stays near the linear one; auto uses what ranked best recently.',
  },
  priorWeight: { kind: 'number', default: 0.001, above: 0, doc: 'Gamma: smoothness of the linear utility as the kernel sees it.' },
  kernel: { kind: 'choice', default: 'linear+rbf', of: streamKernelNames, doc: 'Kernel between items and centres.' },
  kernelWidth: {
    kind: 'number',
    above: 0,
    leftOut: 'the median distance of the centres, or for a polynomial the root of the number of features',
    doc: 'Width of the kernel.',
  },
  degree: { kind: 'integer', default: 2, atLeast: 1, atMost: 10, doc: 'Degree of the polynomial kernel.' },
} as const satisfies OptionTable

const conjugateOptions = {
  ...kernelOptions,
  dualWeight: { kind: 'number', default: 1000, above: 0, doc: 'Delta: how strongly the conjugate variables stay at their old values.' },
} as const satisfies OptionTable

type LinearOptions = Resolved<typeof linearOptions>
type KernelOptions = Resolved<typeof kernelOptions>

/** The numbers of clusters that `auto` chooses from. */
const automatic: readonly number[] = [4, 8, 16, 32, 64]
/** Weight of a series' utilities, which lie within 1 of each other, beside features of standard deviation 1. */
const rankWeight = 3

export const linearOnClusters: LearnerRow<typeof linearOptions, ChosenClustersState> = {
  summary: 'A linear utility, learned on clusters of items.',
  options: linearOptions,
  takesInitialWeights: true,
  needsItems: false,
  checkOptions: requireWholeClusters,
  make: (options, start) => learnerOf({ kind: 'linear' }, options, start),
  state: (options) => stateOf({ kind: 'linear' }, options),
}

export const kernelOnClusters: LearnerRow<typeof kernelOptions, ChosenClustersState> = {
  summary: 'A kernel utility on clusters, held near the linear one.',
  options: kernelOptions,
  takesInitialWeights: true,
  needsItems: false,
  checkOptions: checkKernelOptions,
  make: (options, start) => learnerOf({ kind: 'kernel', ...kernelForm(options) }, options, start),
  state: (options) => stateOf({ kind: 'kernel', ...kernelForm(options) }, options),
}

export const conjugateOnClusters: LearnerRow<typeof conjugateOptions, ChosenClustersState> = {
  summary: 'A kernel utility on clusters, recursive in its conjugate variables.',
  options: conjugateOptions,
  takesInitialWeights: true,
  needsItems: false,
  checkOptions: checkKernelOptions,
  make: (options, start) => learnerOf(conjugateForm(options), options, start),
  state: (options) => stateOf(conjugateForm(options), options),
}

function learnerOf(form: ClusterForm, options: LinearOptions, start: LearnerStart<ChosenClustersState>): ChosenClustersLearner {
  const { centre, smoothingX, smoothingR, seed, clusterWeights, linearMeans, linearWeight } = options
  const { initialWeights, state, runtime } = start
  const learner = {
    form,
    centring: centre,
    smoothingX,
    smoothingR,
    rankWeight: options.clusterBy === 'features' ? 0 : rankWeight,
    seed,
    clusterWeights,
    linearMeans,
    linearWeight,
    initialWeights,
  }
  return new ChosenClustersLearner(sizesOf(options), learner, state, runtime)
}

/** A learner of all three utilities with the usual options. */
export function clusterFamilyOptions(given: {
  readonly most: number
  readonly centre: LinearOptions['centre']
  readonly seed: number
  readonly initialWeights: Float64Array | undefined
}): ClusterLearnerOptions {
  const { most, centre, seed, initialWeights } = given
  const options = resolveUncheckedOptions(conjugateOptions, {})
  const { smoothingX, smoothingR, clusterWeights, linearMeans, linearWeight, dualWeight } = options
  const form = { kind: 'all', ...kernelForm(options), dualWeight } as const
  const weights = { clusterWeights, linearMeans, linearWeight, initialWeights }
  return { most, form, centring: centre, smoothingX, smoothingR, rankWeight: 0, seed, ...weights }
}

function kernelForm({ kernelWeight, priorWeight, kernel, kernelWidth, degree }: KernelOptions) {
  return { kernelWeight, priorWeight, kernel, kernelWidth, degree }
}

function conjugateForm(options: Resolved<typeof conjugateOptions>): ClusterForm {
  return { kind: 'conjugate', ...kernelForm(options), dualWeight: options.dualWeight }
}

function stateOf(form: ClusterForm, options: LinearOptions) {
  return chosenClustersPart(sizesOf(options).length, clusterLearnerPart(form, options.linearWeight))
}

function sizesOf({ clusters }: LinearOptions): readonly number[] {
  return clusters === 'auto' ? automatic : [clusters]
}

function requireWholeClusters({ clusters }: LinearOptions): void {
  if (clusters === 'auto' || Number.isInteger(clusters)) return
  const allowed = 'a whole number of at least 1, or auto'
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'clusters', found: clusters, allowed })
}

function checkKernelOptions(options: KernelOptions, given: readonly string[]): void {
  requireWholeClusters(options)
  if (given.includes('degree') && options.kernel !== 'polynomial') refuseOption('degree', 'the polynomial kernel')
}
