import { number, optional, requireArguments, text } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'

/** Gzip data may always unpack to so many bytes, and to more where it is so many times as large as it is stored. */
const [always, times] = [256e6, 200]

/**
 * How many bytes compressed data of this size may become; `limit`, in megabytes, is what the user allows instead. `least` is what is
 * allowed in any case.
 */
export function unpackLimit(packedBytes: number, limit?: number, least = always): number {
  return limit === undefined ? Math.max(least, times * packedBytes) : limit * 1e6
}

const size = number({ atLeast: 0, infinite: true })
const limitShapes = {
  file: text,
  unpackedBytes: size,
  packedBytes: size,
  limit: optional(number({ above: 0, infinite: true })),
  least: optional(size),
}

/** Refuses data that becomes larger than it may: a few bytes can unpack to anything. */
export function obeyUnpackLimit(file: string, unpackedBytes: number, packedBytes: number, limit?: number, least?: number): void {
  requireArguments({ file, unpackedBytes, packedBytes, limit, least }, limitShapes)
  const most = unpackLimit(packedBytes, limit, least)
  if (unpackedBytes <= most) return
  throw new RankwrightError({ area: 'data', code: 'unpacks-too-far', at: { file }, most, packed: packedBytes })
}
