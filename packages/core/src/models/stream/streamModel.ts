import { either, instanceOf, options, requireArguments, type Shape } from '../../arguments/shapes.ts'
import type { TableEncoders } from '../../data/encoders/tableEncoders.ts'
import type { FedSeriesState } from '../../streaming/fedSeries.ts'
import { RankingStream, type RankingStreamState } from '../../streaming/rankingStream.ts'
import type { RememberedSeriesState } from '../../streaming/rememberedSeries.ts'
import { type RivalStream, type RivalStreamState, rivalState } from '../../streaming/rivalStreams.ts'
import type { SeriesTarget } from '../../streaming/seriesOfList.ts'
import type { SeriesReading } from '../../streaming/seriesReading.ts'
import { feedShapes, StreamFeed } from '../../streaming/streamFeed.ts'
import type { ListCommon } from '../common/modelCommon.ts'
import type { OptionValue } from '../common/optionValue.ts'

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
  readonly encoders?: TableEncoders | undefined
}

const {
  target: targetShape,
  fed: fedShape,
  remembered: rememberedShape,
  rivals: rivalsShape,
  reading: readingShape,
  encoders: encodersShape,
} = feedShapes
const surroundingOptions = options({
  target: targetShape,
  fed: fedShape,
  remembered: rememberedShape,
  rivals: rivalsShape,
  reading: readingShape,
  encoders: encodersShape,
})

const surroundings: Shape = (argument, value) => {
  if (!(value instanceof StreamFeed)) surroundingOptions(argument, value)
}

const shapes = {
  stream: instanceOf(RankingStream),
  features: either('names of features, or how many there are', (value) =>
    Array.isArray(value)
      ? value.every((name) => typeof name === 'string') && Object.keys(value).length === value.length
      : Number.isSafeInteger(value) && Number(value) >= 0,
  ),
  surroundings,
}

/** `features` names the columns of the series, in their order, or says how many there are. */
export function streamModel(stream: RankingStream, features: StreamModel['features'], surroundings: StreamSurroundings = {}): StreamModel {
  requireArguments({ stream, features, surroundings }, shapes)
  const { target = 'utility', fed, remembered, rivals = [], reading, encoders } = surroundings
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
    ...(encoders && { encoders }),
  }
}

/** Options that were left out and have no default are absent. */
export function withoutGaps(options: Readonly<Record<string, OptionValue | undefined>>): Record<string, OptionValue> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]): [string, OptionValue][] => (value === undefined ? [] : [[name, value]])),
  )
}
