/** Streams of ranked series. */

export { rankOf } from '../data/tables/rankOf.ts'
export { resumedFeed } from '../models/stream/resumedFeed.ts'
export { streamModel } from '../models/stream/streamModel.ts'
export { Adwin } from '../streaming/adwin.ts'
export { conjugateUpdate, type KernelSystem, kernelUpdate } from '../streaming/clusterUpdates.ts'
export { FedAgain, type FedSeriesState } from '../streaming/fedSeries.ts'
export type { ExpertReport, MixtureReport } from '../streaming/learner.ts'
export { type StreamLearnerName, streamLearnerNames, streamLearnerSummaries, streamLearnerTables } from '../streaming/learners.ts'
export { type OutcomeLikeFeature, OutcomeWatch } from '../streaming/outcomeWatch.ts'
export { PageHinkley, pageHinkleyDefaults } from '../streaming/pageHinkley.ts'
export { PairedDifference } from '../streaming/pairedDifference.ts'
export { prequentialMetrics } from '../streaming/prequential.ts'
export {
  RankingStream,
  type RankingStreamSettings,
  type RankingStreamState,
  type SeriesOutcome,
  type SkipReason,
} from '../streaming/rankingStream.ts'
export { type RivalStream, rivalStreams } from '../streaming/rivalStreams.ts'
export { type RankedSeries, type Series, utilitiesOfRanks } from '../streaming/series.ts'
export { type ReadSeriesOptions, seriesFrom } from '../streaming/seriesFrom.ts'
export { SeriesColumns, type SeriesTarget } from '../streaming/seriesOfList.ts'
export { type SeriesReading, seriesReading, seriesReadingNames } from '../streaming/seriesReading.ts'
export { type FeedOutcome, type PredictedSeries, StreamFeed, type StreamFeedSettings } from '../streaming/streamFeed.ts'
export type { StreamHistory } from '../streaming/streamHistory.ts'
export { learnerNameOf, type StreamOptions, streamOptions } from '../streaming/streamOptions.ts'
