import { expect, test } from 'vitest'
import { FeatureStore } from './featureStore.ts'

test('a first row that is unlike the others asks for no memory for all of them', () => {
  const rows = 2_000_000
  const store = new FeatureStore(() => rows)
  const columns = Uint32Array.from({ length: 20_000 }, (_, column) => column)
  store.add(columns.length, columns, new Float32Array(columns.length).fill(2), columns.length)
  const others = Uint32Array.of(5, 19_000)
  for (let row = 1; row < 1000; row++) store.add(2, others, Float32Array.of(1, row), 19_001)
  const features = store.finish(columns.length)
  if (features.kind !== 'sparse') throw new Error('sparse features were expected')
  expect(features.rowStarts).toEqual(Uint32Array.from({ length: 1001 }, (_, row) => (row === 0 ? 0 : 20_000 + 2 * (row - 1))))
  expect(features.columns.slice(19_998, 20_002)).toEqual(Uint32Array.of(19_998, 19_999, 5, 19_000))
  expect(features.values.at(-1)).toBe(999)
})
