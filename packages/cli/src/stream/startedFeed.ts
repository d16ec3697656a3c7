import { availableCompute } from '@rankwright/compute'
import { RankingStream, rivalStreams, SeriesColumns, StreamFeed } from '@rankwright/core/streaming'
import type { StreamSettings } from './streamSettings.ts'

/** One for all streams of the process. With room reserved its memory never moves, and V8 need not check its arrays for having moved. */
export const streamRuntime = { compute: availableCompute({ reserve: 64 << 20 }) }

/** A stream that starts, with its rivals. `columns` are the features that experts weigh; the series add theirs. */
export function startedFeed(
  { options, target, metrics, against, reading, weights }: StreamSettings,
  columns: SeriesColumns = new SeriesColumns(weights?.map(([name]) => name)),
): StreamFeed {
  const initialWeights = weights && Float64Array.from(weights, ([, weight]) => weight)
  const stream = new RankingStream({ runtime: streamRuntime, options, metrics, ...(initialWeights && { initialWeights }) })
  return new StreamFeed(stream, { target, columns, rivals: rivalStreams(against, metrics, streamRuntime), reading })
}
