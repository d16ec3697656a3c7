import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { SeenRecord } from '../../data/lists/seenLists.ts'
import { RankingStream } from '../../streaming/rankingStream.ts'
import { featureFacts, type ModelFacts } from '../common/modelFacts.ts'
import type { ListKind } from '../common/modelKind.ts'
import { explainStream } from './explainStream.ts'
import { judgedSeries } from './judgedSeries.ts'
import { matchSeries } from './matchSeries.ts'
import { scoreStream } from './scoreStream.ts'
import { comparesNames, seriesSketches } from './seriesSketches.ts'
import { streamFromDocument, streamToDocument } from './streamJson.ts'
import type { StreamModel } from './streamModel.ts'

export const streamKind: ListKind<StreamModel> = {
  title: 'a stream learner',
  arrays: [],
  toDocument: streamToDocument,
  fromDocument: streamFromDocument,
  match: matchSeries,
  score: scoreStream,
  explain: explainStream,
  judged: judgedSeries,
  seen: seenBy,
  sketches: seriesSketches,
  // A missing value counts as the centre of its feature.
  missing: () => 'mean',
  facts,
}

function seenBy(model: StreamModel, lists: RankingLists | undefined): SeenRecord {
  const { seen, seenUnnamed } = model.state
  return { train: lists === undefined || comparesNames(model, lists) ? seen : (seenUnnamed ?? seen) }
}

function facts(model: StreamModel): ModelFacts {
  const { method, options, state } = model
  const { evaluation, chosenClusters } = RankingStream.resumed(state)
  const { first, last, skipped } = state
  const features = featureFacts(model)
  const prequential = finite(evaluation.means())
  return {
    method,
    options,
    features,
    parts: {
      series: evaluation.series,
      scored: evaluation.scored,
      skipped,
      ...(first !== undefined && { first }),
      ...(last !== undefined && { last }),
      ...(chosenClusters !== undefined && { clusters: chosenClusters }),
      prequential,
      window: finite(evaluation.windowMeans()),
      drift: evaluation.drifts,
    },
    sizes: [
      { count: features.length, of: 'feature' },
      { count: evaluation.series, of: 'series', plural: 'series' },
    ],
    figures: prequential,
    table: {
      headings: ['drift at series', 'id'],
      rows: evaluation.drifts.map(({ series, id }) => [series, id]),
      of: { of: 'drift' },
    },
  }
}

/** Without the metrics that no series has a value of. */
function finite(means: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(means).filter(([, mean]) => Number.isFinite(mean)))
}
