import { type RowMapper, rowMapper } from '../data/features/featureMapApply.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { MappedCommon } from '../models/common/modelCommon.ts'
import { type DistanceNorm, distanceNorms } from '../numeric/compute/closePoints.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { RankwrightError } from '../problems/problem.ts'

/** The norm of distances: the model's own if it was trained to abstain, that of its feature ball if it has one, else L2. */
export function distanceNormOf({ options, featureMap }: Pick<MappedCommon, 'options' | 'featureMap'>): DistanceNorm {
  const own = distanceNorms.find((norm) => norm === options['norm'])
  if (own !== undefined) return own
  const { norm } = featureMap.ball
  return norm === 'l1' ? '1' : norm === 'inf' ? 'inf' : '2'
}

/** Numbers in the rows of one list: a gigabyte. */
const MOST_NUMBERS = 2 ** 28

/**
 * The mapped rows of one list, dense and row-major. The lists have the model's features. The result is valid until the next call.
 */
export function listPoints(
  { featureMap }: Pick<MappedCommon, 'featureMap'>,
  lists: RankingLists,
  compute: Compute = plainCompute,
): (list: number) => Float32Array {
  const { offsets } = lists
  let mapper: RowMapper | undefined
  let points = new Float32Array(0)
  return (list) => {
    const [first, last] = [offsets[list], offsets[list + 1]]
    const length = (last - first) * featureMap.width
    requireRoom(last - first, featureMap.width)
    mapper ??= rowMapper(featureMap, lists, compute)
    if (points.length < length) points = new Float32Array(length)
    mapper.dense(first, last, points)
    return points.subarray(0, length)
  }
}

/** Refuses lists that cannot be laid out, before the first of them is looked at. */
export function requireRoomForEach({ featureMap }: Pick<MappedCommon, 'featureMap'>, { offsets }: Pick<RankingLists, 'offsets'>): void {
  for (let list = 0; list + 1 < offsets.length; list++) requireRoom(offsets[list + 1] - offsets[list], featureMap.width)
}

function requireRoom(rows: number, width: number): void {
  if (rows * width <= MOST_NUMBERS) return
  throw new RankwrightError({ area: 'model', code: 'list-too-wide', rows, found: width, most: Math.floor(MOST_NUMBERS / rows) })
}
