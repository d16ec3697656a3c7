import { expect, test } from 'vitest'
import type { ImagePatches } from '../../data/images/imagePatches.ts'
import { documentReader } from '../../documents/documentReader.ts'
import { patchesFromDocument, patchesToDocument } from './patchesJson.ts'

const shape = { channels: 2, height: 6, width: 7 }
const patches: ImagePatches = {
  shape,
  count: 3,
  filters: Float32Array.from({ length: 216 }, (_, at) => Math.fround(Math.sin(at))),
  offsets: Float64Array.of(0.1, -2, 1e-9),
  low: -1,
  high: 0.5,
}
const stored = (): Record<string, unknown> => JSON.parse(JSON.stringify(patchesToDocument(patches)))
const read = (document: unknown) => patchesFromDocument(document, 'featureMap.patches', 84, documentReader('model.json'))

test('patches read back from a file to the bit', () => {
  expect(read(stored())).toEqual(patches)
})

test.each([
  [{ shape: [2, 7, 7] }, 'images of 2 x 7 x 7 do not have the 84 features of the model'],
  [{ shape: [7, 3, 4] }, 'images of 3 x 4 pixels are smaller than a patch'],
  [{ shape: [2, 6] }, 'featureMap.patches.shape'],
  [{ count: 4 }, 'featureMap.patches.filters'],
  [{ offsets: [1, 2] }, 'featureMap.patches.offsets'],
  [{ high: -3 }, 'featureMap.patches.high'],
  [{ stride: 1 }, 'featureMap.patches'],
])('a file with %j is refused by its place', (change, message) => {
  expect(() => read({ ...stored(), ...change })).toThrow(message)
})
