import type { FedSeriesState } from '../../streaming/fedSeries.ts'
import type { RankingStream, RankingStreamState } from '../../streaming/rankingStream.ts'
import type { RememberedSeriesState } from '../../streaming/rememberedSeries.ts'
import { type RivalStream, type RivalStreamState, rivalState } from '../../streaming/rivalStreams.ts'
import type { SeriesTarget } from '../../streaming/seriesOfList.ts'
import type { SeriesReading } from '../../streaming/seriesReading.ts'
import type { ListCommon, OptionValue } from '../common/modelCommon.ts'

/** The saved state of a stream as a model: it ranks lists as series and learns nothing, until the stream continues from it. */
export interface StreamModel extends ListCommon {
  readonly kind: 'stream'
  readonly method: 'stream'
  /** What the labels of its series are: places, where 1 is the best, or utilities, where greater is better. */
  readonly target: SeriesTarget
  /** All there is to go on from. */
  readonly state: RankingStreamState
  /** What a `StreamFeed` has fed to the stream, if it was one, and the series that it would not learn again. */
  readonly fed?: FedSeriesState
  readonly remembered?: RememberedSeriesState
  /** Other learners that run beside it. */
  readonly rivals?: readonly RivalStreamState[]
  /** The columns that its series were read from. */
  readonly reading?: SeriesReading
}

/** What a model keeps of a stream beside the stream itself: a `StreamFeed` has all of it. */
export interface StreamSurroundings {
  readonly target?: SeriesTarget
  readonly fed?: FedSeriesState
  readonly remembered?: RememberedSeriesState
  readonly rivals?: readonly RivalStream[]
  readonly reading?: SeriesReading | undefined
}

/** `features` names the columns of the series, in their order, or says how many there are. */
export function streamModel(
  stream: RankingStream,
  features: StreamModel['features'],
  { target = 'utility', fed, remembered, rivals = [], reading }: StreamSurroundings = {},
): StreamModel {
  return {
    kind: 'stream',
    method: 'stream',
    options: withoutGaps(stream.options),
    features,
    target,
    state: stream.state(),
    ...(fed && { fed }),
    ...(remembered && { remembered }),
    ...(rivals.length > 0 && { rivals: rivals.map(rivalState) }),
    ...(reading && { reading }),
  }
}

/** Options that were left out and have no default are absent. */
export function withoutGaps(options: Readonly<Record<string, OptionValue | undefined>>): Record<string, OptionValue> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]): [string, OptionValue][] => (value === undefined ? [] : [[name, value]])),
  )
}
