import { fields, instanceOf, oneOf, optional, requireArguments } from '../../arguments/shapes.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { FedAgain } from '../../streaming/fedSeries.ts'
import { RankingStream, streamRuntimeShape, streamStateShape } from '../../streaming/rankingStream.ts'
import { resumedRivals } from '../../streaming/rivalStreams.ts'
import { SeriesColumns } from '../../streaming/seriesOfList.ts'
import { StreamFeed } from '../../streaming/streamFeed.ts'
import { featureNamesOf } from '../common/modelFacts.ts'
import type { StreamModel } from './streamModel.ts'

const shapes = {
  model: fields({ kind: oneOf('stream'), state: streamStateShape }, 'the model of a stream, as streamModel and readModel give it'),
  runtime: optional(streamRuntimeShape),
  again: optional(instanceOf(FedAgain)),
}

/** A stream with its rivals that goes on from where it was put away. `again` is for a feed that is made anew in the middle of an input. */
export function resumedFeed(model: StreamModel, runtime?: Pick<Runtime, 'compute'>, again?: FedAgain): StreamFeed {
  requireArguments({ model, runtime, again }, shapes)
  const { state, target, fed, remembered, rivals = [], reading, encoders } = model
  return new StreamFeed(RankingStream.resumed(state, runtime), {
    target,
    columns: new SeriesColumns(featureNamesOf(model)),
    fed,
    remembered,
    rivals: resumedRivals(rivals, runtime),
    reading,
    encoders,
    ...(again && { again }),
  })
}
