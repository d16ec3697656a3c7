// A million series through one learner: memory, the size of its state and the time per series must not grow with what has gone before.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { wasmCompute } from '@rankwright/compute'
import { modelToJson, seededRandom } from '@rankwright/core'
import { RankingStream, streamModel, utilitiesOfRanks } from '@rankwright/core/streaming'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

const runtime = { compute: wasmCompute({ reserve: 64 << 20 }) }
const width = 5
const items = 10
const looks = [1e4, 1e5, 1e6]

export const title = `Streams: a million series of ${items} items with ${width} features, every item new to the learner`
export const rounds = 1
export const warmUp = false
export const cases = [
  { name: 'kernel, 8 clusters', options: { learner: 'kernel', clusters: 8 } },
  { name: 'rls', options: { learner: 'rls' } },
  { name: 'elo, 1000 items remembered', options: { learner: 'elo', remembered: 1000 } },
]
export const peers = []

export const variants = [
  {
    name: 'rankwright',
    run(_, { options }) {
      const random = seededRandom(1)
      const stream = new RankingStream({ runtime, options })
      const facts = {}
      const begin = performance.now()
      let from = begin
      let learned = 0
      for (const until of looks) {
        const first = learned
        for (; learned < until; learned++) stream.learn(seriesOf(random, learned))
        const each = ((performance.now() - from) * 1000) / (until - first)
        collectGarbage()
        const { heapUsed, rss } = process.memoryUsage()
        const state = modelToJson(streamModel(stream, 0)).length
        facts[`after ${until} series`] =
          `${(heapUsed / 1e6).toFixed(1)} MB of heap, ${(rss / 1e6).toFixed(0)} MB resident, state of ${state} characters, ${each.toFixed(1)} µs a series`
        from = performance.now()
      }
      return { seconds: (performance.now() - begin) / 1000, facts }
    },
  },
]

/** Made one at a time: a million of them would be what fills the memory. */
function seriesOf(random, number) {
  const features = new Float64Array(items * width)
  for (let at = 0; at < features.length; at++) features[at] = random.normal()
  const places = new Float64Array(items)
  for (let item = 0; item < items; item++) places[item] = random.normal() - features[item * width] - 0.5 * features[item * width + 1]
  const names = Array.from({ length: items }, (_, item) => String(number * items + item).padStart(8, '0'))
  return { id: String(number + 1), width, features, utilities: utilitiesOfRanks(places), items: names }
}
