import { type ImagePatches, PATCH_SIDE, patchSize, pixelCount } from '../../data/images/imagePatches.ts'
import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'

/** The patches of a feature map as they stand in a model file. */
export function patchesToDocument({ shape, count, filters, offsets, low, high }: ImagePatches): Record<string, unknown> {
  const { channels, height, width } = shape
  return { shape: [channels, height, width], count, filters: encodeArray('f32', filters), offsets: encodeArray('f64', offsets), low, high }
}

/** `pixels` is the number of features that the model reads. */
export function patchesFromDocument(value: unknown, where: string, pixels: number, read: DocumentReader): ImagePatches {
  const parts = read.object(value, where, ['shape', 'count', 'filters', 'offsets', 'low', 'high'])
  const [channels, height, width] = read.int32(parts['shape'], `${where}.shape`, 3)
  const shape = { channels, height, width }
  if (height < PATCH_SIDE || width < PATCH_SIDE) {
    read.fail(`${where}.shape`, `images of ${height} x ${width} pixels are smaller than a patch`)
  }
  if (pixelCount(shape) !== pixels) {
    read.fail(`${where}.shape`, `images of ${channels} x ${height} x ${width} do not have the ${pixels} features of the model`)
  }
  const count = read.count(parts['count'], `${where}.count`, { atLeast: 1 })
  const low = read.number(parts['low'], `${where}.low`)
  return {
    shape,
    count,
    filters: read.float32(parts['filters'], `${where}.filters`, patchSize(shape) * count),
    offsets: read.float64(parts['offsets'], `${where}.offsets`, count),
    low,
    high: read.number(parts['high'], `${where}.high`, { atLeast: low }),
  }
}
