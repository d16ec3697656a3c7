// Learning from a stream, per observation. Ours ranks every series, measures tau-b and learns; River learns its rows one by one, or predicts
// each and learns it, and Vowpal Wabbit learns them from lines of text, or from rows that it parsed before the clock ran. No peer measures.
// The more clusters, the fewer series: what counts is the time of one. The last case compares `auto` with its experts, each in a stream of its own.

import { wasmCompute } from '@rankwright/compute'
import { seededRandom } from '@rankwright/core'
import { RankingStream, utilitiesOfRanks } from '@rankwright/core/streaming'
import { writeArray } from './harness/arrays.mjs'

const runtime = { compute: wasmCompute({ reserve: 64 << 20 }) }
const width = 20
const items = 50
const stretch = 20

export const title = `Streams: series of ${items} items with ${width} features`
/** One learner at a time: with several in one process the engine compiles for none of them. `--case` runs one by itself. */
export const cases = [
  ...['kernel', 'conjugate', 'linear'].map((learner) => ({
    name: `${learner}, 32 clusters, as in the paper`,
    learner,
    count: 1000,
    clusters: 32,
    form: 'paper',
  })),
  ...['kernel', 'conjugate', 'linear', 'rls', 'ogd'].map((learner) => ({
    name: `${learner}, 32 clusters`,
    learner,
    count: 1000,
    clusters: 32,
  })),
  { name: 'growth, 8 clusters', learner: 'kernel', count: 1000, clusters: 8 },
  { name: 'growth, 16 clusters', learner: 'kernel', count: 1000, clusters: 16 },
  { name: 'growth, 64 clusters', learner: 'kernel', count: 500, clusters: 64 },
  { name: 'growth, 128 clusters', learner: 'kernel', count: 200, clusters: 128 },
  { name: 'growth, 256 clusters', learner: 'kernel', count: 100, clusters: 256 },
  { name: 'mixing', learner: 'auto', count: 300 },
]
/** The learners on clusters as the paper has them: nothing is chosen while they run. */
const paper = { clusterWeights: 'equal', linearMeans: 'smoothed', linearWeight: 30 }
const onClusters = ['kernel', 'linear', 'conjugate']
/** Those that `auto` mixes. */
const experts = [
  ...[8, 32].flatMap((clusters) => onClusters.map((learner) => ({ learner, clusters }))),
  ...['ogd', 'rls', 'ridge', 'item-effects', 'elo', 'last', 'mean-rank', 'feature-sum'].map((learner) => ({ learner })),
]

export function setup({ count, learner }, scratch) {
  const random = seededRandom(1)
  const series = Array.from({ length: count }, (_, n) => {
    const features = Float64Array.from({ length: items * width }, () => random.normal())
    const hidden = Float64Array.from({ length: items }, (_, item) => {
      let total = random.normal()
      for (let j = 0; j < width; j++) total += features[item * width + j] / (j + 1)
      return -total
    })
    const names = learner === 'auto' ? { items: Array.from({ length: items }, (_, item) => `item ${item}`) } : {}
    return { id: String(n + 1), width, features, utilities: utilitiesOfRanks(hidden), ...names }
  })
  const all = (part) => Float64Array.from(series.flatMap((one) => [...one[part]]))
  return {
    series,
    features: writeArray(`${scratch}/features.f64`, all('features')),
    utilities: writeArray(`${scratch}/utilities.f64`, all('utilities')),
  }
}

export const peerInput = ({ features, utilities }) => ({ features, utilities, width })

const leastRatios = { 'River, learns': 10, 'Vowpal Wabbit, text': 1 }

const ours = (learner, options, wanted = leastRatios, form = undefined) => ({
  name: form === undefined ? `rankwright ${learner}` : `rankwright ${learner}, as in the paper`,
  when: (given) => given.learner === learner && given.form === form,
  leastRatios: wanted,
  /** A stream goes on for long: what is compiled while it runs is compiled before the clock does, and each run continues the stream. */
  prepare({ series }, given) {
    const stream = streamOf(learner, options, given)
    for (let time = 0; time < 8; time++) learnAll(stream, series)
    return { series, stream }
  },
  run({ series, stream }, given) {
    const begin = process.cpuUsage()
    const quickest = learnAll(stream, series)
    const { user, system } = process.cpuUsage(begin)
    return {
      facts: {
        [`observations a second in the quickest ${stretch} series in a row`]: Math.round((stretch * items * 1000) / quickest),
        'observations in a second of processor time': Math.round((given.count * items * 1e6) / (user + system)),
        'µs of processor time a series': ((user + system) / given.count).toFixed(1),
      },
    }
  },
})

function streamOf(learner, options, { clusters }) {
  return new RankingStream({
    runtime,
    metrics: ['kendall-tau'],
    options: { learner, ...options, ...(clusters !== undefined && onClusters.includes(learner) && { clusters }), drift: 'none' },
  })
}

/** Returns the milliseconds of the quickest stretch, which nobody disturbed. */
function learnAll(stream, series) {
  let quickest = Infinity
  for (let first = 0; first + stretch <= series.length; first += stretch) {
    const begin = performance.now()
    for (let at = first; at < first + stretch; at++) stream.learn(series[at])
    quickest = Math.min(quickest, performance.now() - begin)
  }
  return quickest
}

const first = ({ clusters }) => clusters === 32
const mixing = ({ learner }) => learner === 'auto'

export const variants = [
  ours('kernel', { kernel: 'rbf', kernelWeight: 1, ...paper }, leastRatios, 'paper'),
  ours('kernel', { kernel: 'rbf' }, {}),
  ours('conjugate', { kernel: 'rbf', kernelWeight: 1, ...paper }, leastRatios, 'paper'),
  ours('conjugate', { kernel: 'rbf' }, {}),
  ours('linear', paper, { ...leastRatios, 'River, learns': 12 }, 'paper'),
  ours('linear', {}, {}),
  ours('auto', {}, { 'its experts, one by one': 1 }),
  ours('rls', {}, { ...leastRatios, 'Vowpal Wabbit, parsed': 1 }),
  ours('ogd', {}, { ...leastRatios, 'Vowpal Wabbit, parsed': 1 }),
]

export const peers = [
  {
    name: 'its experts, one by one',
    when: mixing,
    prepare({ series }, given) {
      const streams = experts.map(({ learner, ...options }) => streamOf(learner, options, given))
      for (let time = 0; time < 8; time++) for (const stream of streams) learnAll(stream, series)
      return { series, streams }
    },
    run({ series, streams }) {
      for (const stream of streams) learnAll(stream, series)
    },
  },
  { name: 'River, learns', python: 'river_linear', when: first },
  { name: 'River, predicts and learns', python: 'river_both', when: first },
  { name: 'Vowpal Wabbit, text', python: 'vowpal_text', when: first },
  { name: 'Vowpal Wabbit, parsed', python: 'vowpal_examples', when: first },
]
