// Exported models in ONNX Runtime itself (scripts/onnxRuntime.mjs says which version), on rows from all over the training range and beyond it,
// with missing and infinite values. It has to agree with the model to 1e-6 of the spread of the scores.
import { rankingLists, seededRandom, train } from '@rankwright/core'
import { exportModel, type OnnxRunner } from '@rankwright/export'
import { describe, expect, test } from 'vitest'
import { onnxRuntime } from '../scripts/onnxRuntime.mjs'

const runtime = onnxRuntime()

const random = seededRandom(7)
const features = Array.from({ length: 60 }, () => [
  200 + 50 * random.uniform(),
  1 + random.uniform() * 4,
  random.uniform() < 0.2 ? Number.NaN : -3 - random.uniform(),
  random.integer(3),
])
const lists = rankingLists({
  features,
  labels: features.map(([price, rating, , stock]) => rating - price / 100 + stock),
  lists: features.map((_, row) => Math.floor(row / 6)),
})

const runner: OnnxRunner = {
  name: 'ONNX Runtime',
  async run(bytes, values, rows, width) {
    const session = await runtime!.InferenceSession.create(bytes)
    return (await session.run({ features: new runtime!.Tensor('float32', values, [rows, width]) }))['scores'].data
  },
}

const choices = (['none', 'min-max', 'standard', 'quantile'] as const).flatMap((scale) =>
  (['none', 'l1', 'l2', 'inf'] as const).map((featureBall) => ({ scale, featureBall })),
)

describe.skipIf(runtime === undefined)(
  `ONNX Runtime${runtime === undefined ? ' (skipped: onnxruntime-node cannot be had here)' : ''}`,
  () => {
    test.each(choices)('scores as the model does with $scale and the ball $featureBall', async (choice) => {
      for (const missing of ['zero', 'mean'] as const) {
        const model = train(lists, { method: 'least-squares', lambda: 1e-4, missing, ...choice })
        const { parity } = await exportModel(model, { to: 'onnx', probe: lists, onnxRunner: runner })
        expect(parity).toMatchObject({ checkedIn: 'ONNX Runtime', rows: 256 + 60 })
        expect(parity.maxDifference).toBeLessThanOrEqual(1e-6 * parity.spread)
      }
    })

    const elm = (['sigmoid', 'gaussian', 'relu', 'linear', 'fourier'] as const).map(
      (node) => ({ method: 'elmrank', node, nodes: 30 }) as const,
    )
    const kernel = (['rbf', 'laplace', 'polynomial'] as const).map((kind) => ({ method: 'rankrls', kernel: kind }) as const)
    test.each([...elm, ...kernel])('scores as the model does: %j', async (choice) => {
      const model = train(lists, { ...choice, lambda: 1e-3 })
      const { parity } = await exportModel(model, { to: 'onnx', probe: lists, onnxRunner: runner })
      expect(parity).toMatchObject({ checkedIn: 'ONNX Runtime', rows: 256 + 60 })
      expect(parity.maxDifference).toBeLessThanOrEqual(1e-6 * parity.spread)
    })
  },
)
