import type { Compute } from '../../numeric/compute/compute.ts'
import { copyRow, type RankingLists } from '../lists/rankingLists.ts'
import { type ImagePatches, patchFeatureCount, patchFeatureNames, pixelCount } from './imagePatches.ts'
import { patchFeatures } from './patchFeatures.ts'

/** Images that are copied at a time. */
const IMAGES = 256

/** The features that patches give, of rows first .. last of lists of images, from the start of `into`. */
export function patchedRows(
  patches: ImagePatches,
  lists: RankingLists,
  first: number,
  last: number,
  compute: Compute,
  into: Float32Array,
): void {
  const [pixels, width] = [pixelCount(patches.shape), patchFeatureCount(patches)]
  if (lists.width !== pixels) throw new Error(`the lists have ${lists.width} features, the images of the map ${pixels}: match them first`)
  const block = new Float32Array(Math.min(IMAGES, last - first) * pixels)
  for (let from = first; from < last; from += IMAGES) {
    const count = Math.min(IMAGES, last - from)
    for (let row = 0; row < count; row++) copyRow(lists, from + row, block.subarray(row * pixels, (row + 1) * pixels))
    patchFeatures(patches, count, block, compute, into.subarray((from - first) * width, (from - first + count) * width))
  }
}

/** Lists of images with the features that patches give in place of pixels; yields how many rows are done. */
export function* patchedLists(patches: ImagePatches, lists: RankingLists, compute: Compute): Generator<number, RankingLists, void> {
  const rows = lists.labels.length
  const width = patchFeatureCount(patches)
  const values = new Float32Array(rows * width)
  for (let first = 0; first < rows; first += IMAGES) {
    const last = Math.min(rows, first + IMAGES)
    patchedRows(patches, lists, first, last, compute, values.subarray(first * width, last * width))
    yield last
  }
  return { ...lists, features: { kind: 'dense', values }, width, featureNames: patchFeatureNames(patches) }
}
