// Learning from a stream, per observation: ours ranks, measures and learns every series; the peers learn their rows one by one.
import { RankingStream, seededRandom, utilitiesOfRanks } from '@rankwright/core'
import { wasmKernels } from '@rankwright/kernels'
import { writeArray } from './harness/arrays.mjs'

const runtime = { kernels: wasmKernels() }
const width = 20
const items = 50
const count = 400

export const title = `Streams: ${count} series of ${items} items with ${width} features, time per observation`
export const cases = [
  { name: '32 clusters', clusters: 32 },
  { name: '8 clusters', clusters: 8 },
  { name: '64 clusters', clusters: 64 },
  { name: '128 clusters', clusters: 128 },
  { name: '256 clusters', clusters: 256 },
]

export function setup(_, scratch) {
  const random = seededRandom(1)
  const series = Array.from({ length: count }, (_, n) => {
    const features = Float64Array.from({ length: items * width }, () => random.normal())
    const hidden = Float64Array.from({ length: items }, (_, item) => {
      let total = random.normal()
      for (let j = 0; j < width; j++) total += features[item * width + j] / (j + 1)
      return -total
    })
    return { id: String(n + 1), width, features, utilities: utilitiesOfRanks(hidden) }
  })
  const all = (part) => Float64Array.from(series.flatMap((one) => [...one[part]]))
  return {
    series,
    features: writeArray(`${scratch}/features.f64`, all('features')),
    utilities: writeArray(`${scratch}/utilities.f64`, all('utilities')),
  }
}

export const peerInput = ({ features, utilities }) => ({ features, utilities, width })

const peerNames = { River: 10, 'Vowpal Wabbit, text': 1 }
const ours = (learner, options = {}, when = () => true) => ({
  name: `rankwright ${learner}`,
  when,
  goals: learner === 'kernel' ? peerNames : {},
  run({ series }, { clusters }) {
    const onClusters = ['kernel', 'linear', 'conjugate'].includes(learner)
    const stream = new RankingStream({
      runtime,
      options: { learner, ...options, ...(onClusters && { clusters }) },
    })
    const begin = performance.now()
    for (const one of series) stream.learn(one)
    const seconds = (performance.now() - begin) / 1000
    return { seconds, facts: { 'observations a second': Math.round((count * items) / seconds) } }
  },
})

const first = ({ clusters }) => clusters === 32

export const variants = [
  ours('kernel', { kernel: 'rbf' }),
  ours('linear', {}, first),
  ours('conjugate', { kernel: 'rbf' }, first),
  ours('rls', {}, first),
  ours('ogd', {}, first),
]

export const peers = [
  { name: 'River', python: 'river_linear', when: first },
  { name: 'Vowpal Wabbit, text', python: 'vowpal_text', when: first },
  { name: 'Vowpal Wabbit, parsed', python: 'vowpal_examples', when: first },
]
