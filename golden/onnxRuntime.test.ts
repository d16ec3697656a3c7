// Exported models in ONNX Runtime itself (scripts/onnxRuntime.mjs says which version), on rows from all over the training range and beyond it,
// with missing and infinite values. It has to agree with the model to 1e-6 of the spread of the scores.
import { sampleTrees } from '@rankwright/contracts'
import { rankingLists, seededRandom, type TreesModel, train } from '@rankwright/core'
import { exportModel, type OnnxRunner } from '@rankwright/export'
import { readLists } from '@rankwright/node'
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
  async run(bytes, values, rows, width, texts) {
    const session = await runtime!.InferenceSession.create(bytes)
    const columns = Object.entries(texts).map(([name, own]) => [name, new runtime!.Tensor('string', [...own], [rows, 1])])
    const given = width === 0 ? {} : { features: new runtime!.Tensor('float32', values, [rows, width]) }
    return (await session.run({ ...Object.fromEntries(columns), ...given }))['scores'].data
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

    const tables = {
      'categories and a date': 'brand,kind,maker,price,added',
      'categories alone': 'brand,kind,maker',
      'columns with the names of tensors': 'features,low,scores,price',
    }
    const texts = Object.entries(tables).flatMap(([what, header]) =>
      [
        { choice: { method: 'listnet' } as const, reading: {} },
        { choice: { method: 'lambdamart', trees: 10 } as const, reading: {} },
        { choice: { method: 'lambdamart', trees: 10 } as const, reading: { categoryEncoding: 'codes' } as const },
      ].map((own) => ({ what, header, ...own })),
    )
    test.each(texts)('takes categories as texts: $what, $choice.method $reading', async ({ header, choice, reading }) => {
      const cells: Readonly<Record<string, () => string>> = {
        price: () => `$${(90 * random.uniform()).toFixed(2)}`,
        added: () => `2026-03-${10 + random.integer(20)}`,
        maker: () => `m${random.integer(60)}`,
      }
      const category = () => ['Acme', 'Zoë', 'b c', 'N/A', ''][random.integer(5)]
      const rows = Array.from({ length: 400 }, (_, row) =>
        [`q${row >> 3}`, random.integer(3), ...header.split(',').map((name) => (cells[name] ?? category)())].join(),
      )
      const csv = new TextEncoder().encode(`query,label,${header}\n${rows.join('\n')}\n`)
      const model = train(await readLists(csv, { name: 'table.csv', ...reading }), choice)
      const { parity, limits } = await exportModel(model, { to: 'onnx', onnxRunner: runner })
      expect(limits.join()).toContain('as texts')
      expect(parity.checkedIn).toBe('ONNX Runtime')
      expect(parity.rows).toBeGreaterThan(256)
      expect(parity.maxDifference).toBeLessThanOrEqual(1e-6 * parity.spread)
      if ('categoryEncoding' in reading) expect((model as TreesModel).categorical.length).toBeGreaterThan(5)
    })

    test.each([1, 2, 3])('sends categories as trees do that split on sets of them, seed %i', async (seed) => {
      const model = {
        ...train(lists, { method: 'rankboost', iterations: 2 }),
        ...sampleTrees(seed, { trees: 20, leaves: 20, width: 4, categorical: 0.7 }),
      }
      const { parity } = await exportModel(model, { to: 'onnx', probe: lists, onnxRunner: runner })
      expect(parity.checkedIn).toBe('ONNX Runtime')
      expect(parity.maxDifference).toBeLessThanOrEqual(1e-6 * parity.spread)
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
