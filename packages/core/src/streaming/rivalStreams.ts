import { arrayOf, fields, instanceOf, oneOf, requireArguments, texts } from '../arguments/shapes.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { AnytimeLead, type AnytimeLeadState } from './anytimeLead.ts'
import { type StreamLearnerName, streamLearnerNames } from './learners.ts'
import { PairedDifference, type PairedDifferenceState } from './pairedDifference.ts'
import { RankingStream, type RankingStreamState, type SeriesOutcome, streamRuntimeShape } from './rankingStream.ts'
import type { RankedSeries } from './series.ts'

/** Another learner on the series of a stream, to compare with. */
export interface RivalStream {
  readonly stream: RankingStream
  /** Tau of the stream's own learner minus that of this one. */
  readonly difference: PairedDifference
  /** Of their accuracies, for bounds at all times. */
  readonly lead: AnytimeLead
}

export interface RivalStreamState {
  readonly stream: RankingStreamState
  readonly difference: PairedDifferenceState
  readonly lead: AnytimeLeadState
}

export const rivalsShape = arrayOf(
  fields({ stream: instanceOf(RankingStream), difference: instanceOf(PairedDifference), lead: instanceOf(AnytimeLead) }),
  'what rivalStreams gives',
)

const shapes = { learners: arrayOf(oneOf(...streamLearnerNames)), metrics: texts, runtime: streamRuntimeShape }

/** Learners with their default options, each with a stream of its own. */
export function rivalStreams(
  learners: readonly StreamLearnerName[],
  metrics: readonly string[],
  runtime: Pick<Runtime, 'compute'>,
): RivalStream[] {
  requireArguments({ learners, metrics, runtime }, shapes)
  return learners.map((learner) => ({
    stream: new RankingStream({ runtime, options: { learner }, metrics }),
    difference: new PairedDifference(),
    lead: new AnytimeLead(),
  }))
}

/** Rivals that go on from where they were put away. */
export function resumedRivals(states: readonly RivalStreamState[], runtime?: Pick<Runtime, 'compute'>): RivalStream[] {
  return states.map(({ stream, difference, lead }) => ({
    stream: RankingStream.resumed(stream, runtime),
    difference: new PairedDifference(difference),
    lead: new AnytimeLead(lead),
  }))
}

export function rivalState({ stream, difference, lead }: RivalStream): RivalStreamState {
  return { stream: stream.state(), difference: difference.state(), lead: lead.state() }
}

/** Gives a series that a stream has learned to its rivals. Each of them ranks the series before it learns it. */
export function learnBeside(rivals: readonly RivalStream[], series: RankedSeries, own: SeriesOutcome, measured = true): void {
  for (const { stream, difference, lead } of rivals) {
    const other = stream.learn(series, measured)
    if (own.kind !== 'learned' || other.kind !== 'learned') continue
    difference.add(own.metrics['kendall-tau'], other.metrics['kendall-tau'])
    lead.add(own.accuracy, other.accuracy)
  }
}
