import { modelToJson, seededRandom } from '@rankwright/core'
import { RankingStream, streamLearnerNames, streamModel, utilitiesOfRanks } from '@rankwright/core/streaming'
import { expect, test } from 'vitest'
import { wasmCompute } from './wasmCompute.ts'

const random = seededRandom(5)
/** Of changing length; a feature appears in mid-stream and some values are missing. */
const series = Array.from({ length: 30 }, (_, n) => {
  const count = 5 + (n % 7) * 9
  const width = n < 12 ? 6 : 7
  const features = Float64Array.from({ length: count * width }, () => (random.uniform() < 0.05 ? Number.NaN : random.normal()))
  const places = Float64Array.from({ length: count }, (_, item) => random.normal() - (features[item * width] || 0))
  return { id: String(n + 1), width, features, utilities: utilitiesOfRanks(places), items: Array.from({ length: count }, (_, i) => `${i}`) }
})

const kernels = ['rbf', 'laplace', 'polynomial', 'linear+rbf'] as const
const settings = [
  ...streamLearnerNames.map((learner) => ({ learner })),
  ...kernels.map((kernel) => ({ learner: 'kernel' as const, kernel, clusters: 17 })),
  { learner: 'conjugate' as const, clusters: 'auto' as const },
]

test.each(settings)('a stream learned on WebAssembly is that of the plain primitives to the bit: %o', (options) => {
  const [plain, wasm] = [new RankingStream({ options }), new RankingStream({ options, runtime: { compute: wasmCompute() } })]
  for (const one of series) {
    expect(wasm.rank(one)).toEqual(plain.rank(one))
    plain.learn(one)
    wasm.learn(one)
  }
  expect(modelToJson(streamModel(wasm, 0))).toBe(modelToJson(streamModel(plain, 0)))
})
