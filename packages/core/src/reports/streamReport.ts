import { arrayOf, fields, madeBy, number, options, requireArguments, text } from '../arguments/shapes.ts'
import type { MixtureReport } from '../streaming/learner.ts'
import type { StreamLearnerName } from '../streaming/learners.ts'
import { boundedMetric } from '../streaming/prequential.ts'
import type { RankingStream } from '../streaming/rankingStream.ts'
import type { RivalStream } from '../streaming/rivalStreams.ts'
import type { StreamHistory } from '../streaming/streamHistory.ts'
import type { PredictedReport } from './seriesReport.ts'

type Means = Readonly<Record<string, number>>

/** What `stream` prints at the end. */
export interface StreamReport {
  readonly learner: StreamLearnerName
  /** With clusters left to the learner: how many answer now. */
  readonly clusters?: number
  readonly series: number
  /** Series that were ranked before they were learned. */
  readonly scored: number
  /** Series that were left out, if there are any. */
  readonly skipped?: number
  /** Means over all series, each measured before it was learned; and over the latest ones. */
  readonly prequential: Means
  readonly window: Means
  /** How many the latest ones are at most. */
  readonly windowSize: number
  /** With probability 1 − delta, at all times at once: the accuracy to be expected, in the mean over the series so far, is at least `lower`. */
  readonly bound: { readonly metric: typeof boundedMetric; readonly lower: number; readonly delta: number }
  /** Of a learner that mixes experts. */
  readonly mixture?: MixtureReport
  readonly drift: readonly { readonly series: number; readonly id: string }[]
  /** What watched for drift. */
  readonly detector: RankingStream['options']['drift']
  /** What a chart needs: at most 200 points of the series of this run. */
  readonly history: StreamHistory
  readonly against?: readonly RivalReport[]
  /** Series without labels, ranked. */
  readonly predicted?: readonly PredictedReport[]
  /** The file that the stream is kept in. */
  readonly state?: string
}

/** A learner that saw the same series. */
export interface RivalReport {
  readonly learner: StreamLearnerName
  readonly prequential: Means
  /** Tau of the stream's learner minus that of this one, with a 95 % interval. */
  readonly ahead: number
  readonly interval: readonly [number, number]
  /** The same in pairwise accuracy, with an interval that holds at all times at once. */
  readonly anytime: { readonly metric: typeof boundedMetric; readonly interval: readonly [number, number]; readonly delta: number }
}

/** What is known of streams besides. */
export const aboutStreams = options({ state: text, predicted: arrayOf(fields({ id: text })), delta: number({ above: 0, atMost: 1 }) })

const streamShapes = {
  stream: madeBy('new RankingStream', 'evaluation', 'options'),
  rivals: arrayOf(madeBy('RivalStream', 'stream', 'difference', 'lead')),
  about: aboutStreams,
}

export function streamReport(
  stream: RankingStream,
  rivals: readonly RivalStream[] = [],
  about: Pick<StreamReport, 'state' | 'predicted'> & { readonly delta?: number } = {},
): StreamReport {
  requireArguments({ stream, rivals, about }, streamShapes)
  const { state, predicted, delta = 0.05 } = about
  const { evaluation, options: chosen, skipped, chosenClusters, mixture } = stream
  return {
    learner: chosen.learner,
    ...(chosenClusters !== undefined && { clusters: chosenClusters }),
    series: evaluation.series,
    scored: evaluation.scored,
    ...(skipped > 0 && { skipped }),
    prequential: evaluation.means(),
    window: evaluation.windowMeans(),
    windowSize: chosen.window,
    bound: { metric: boundedMetric, lower: evaluation.lowerAccuracy(delta), delta },
    ...(mixture !== undefined && { mixture }),
    drift: evaluation.drifts,
    detector: chosen.drift,
    history: stream.history(delta),
    ...(rivals.length > 0 && { against: rivals.map((rival) => rivalReport(rival, delta)) }),
    ...(predicted !== undefined && { predicted }),
    ...(state !== undefined && { state }),
  }
}

function rivalReport({ stream, difference, lead }: RivalStream, delta: number): RivalReport {
  return {
    learner: stream.options.learner,
    prequential: stream.evaluation.means(),
    ahead: difference.mean,
    interval: difference.interval,
    anytime: { metric: boundedMetric, interval: lead.interval(delta), delta },
  }
}
