import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { StreamLearnerName } from './learners.ts'
import { PairedDifference } from './pairedDifference.ts'
import { RankingStream } from './rankingStream.ts'
import type { FeedOutcome, StreamFeed } from './streamFeed.ts'

/** Another learner on the series of a stream, to compare with. */
export interface RivalStream {
  readonly learner: StreamLearnerName
  readonly stream: RankingStream
  /** Tau of the stream's own learner minus that of this one. */
  readonly difference: PairedDifference
}

/** Learners with their default options, each with a stream of its own. */
export function rivalStreams(
  learners: readonly StreamLearnerName[],
  metrics: readonly string[],
  runtime: Pick<Runtime, 'compute'>,
): RivalStream[] {
  return learners.map((learner) => ({
    learner,
    stream: new RankingStream({ runtime, options: { learner }, metrics }),
    difference: new PairedDifference(),
  }))
}

/** Feeds a list to a stream and to its rivals. Each of them ranks the series before it learns it. */
export function takeBeside(feed: StreamFeed, rivals: readonly RivalStream[], lists: RankingLists): FeedOutcome {
  const others: (number | undefined)[] = []
  const outcome = feed.take(lists, (series) => {
    for (const { stream } of rivals) {
      const other = stream.learn(series)
      others.push(other.kind === 'learned' ? other.metrics['kendall-tau'] : undefined)
    }
  })
  if (outcome.kind === 'learned')
    for (const [index, { difference }] of rivals.entries()) difference.add(outcome.metrics['kendall-tau'], others[index] ?? Number.NaN)
  return outcome
}
