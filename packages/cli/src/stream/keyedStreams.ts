import { keyOfList } from '@rankwright/core/data'
import { type KeyedStreamsReport, StreamTotals } from '@rankwright/core/reports'
import type { FeedOutcome } from '@rankwright/core/streaming'
import { KeyedStreams, withFileLock, withTemporaryFolder } from '@rankwright/node'
import type { Answer, Surroundings } from '../command.ts'
import { jsonText } from '../terminal/jsonText.ts'
import { UsageError } from '../usageError.ts'
import { seriesBatches } from './seriesBatches.ts'
import { SeriesOutput } from './seriesOutput.ts'
import type { StreamCommandOptions } from './streamCommandOptions.ts'
import { type StreamStart, streamRuntime } from './streamStart.ts'
import { keyedStreamsText } from './streamText.ts'

/** Learns from each key's series in a stream of their own. */
export async function keyedStreams(
  path: string,
  options: StreamCommandOptions,
  begin: StreamStart,
  around: Surroundings,
): Promise<Answer<KeyedStreamsReport>> {
  const { state, against } = options
  if (against !== undefined)
    throw new UsageError('--against compares learners on one stream; leave out --key, or run each learner by itself.')
  const run = (folder: string) => keyedStreamsIn(folder, path, options, begin, around)
  return state === undefined ? withTemporaryFolder(run) : withFileLock(state, () => run(state))
}

async function keyedStreamsIn(
  folder: string,
  path: string,
  options: StreamCommandOptions,
  begin: StreamStart,
  around: Surroundings,
): Promise<Answer<KeyedStreamsReport>> {
  const { target, state, learner } = options
  const most = options.streamsInMemory! // it has a value with --key
  const streams = new KeyedStreams({ folder, target, most, ...begin, runtime: streamRuntime })
  const totals = new StreamTotals()
  const output = new SeriesOutput(around)
  for await (const batch of seriesBatches(path, options, around)) {
    const outcomes: { key: string; outcome: FeedOutcome }[] = []
    for (const lists of batch) {
      const { key = '', list } = keyOfList(lists.listIds[0])
      const outcome = await streams.take(key, { ...lists, listIds: [list] })
      totals.add(key, outcome)
      outcomes.push({ key, outcome })
    }
    if (state !== undefined) await streams.save()
    if (!around.look.terminal) await output.lines(outcomes)
  }
  output.end()
  const report = totals.report(learner, streams.count, state)
  return { document: report, text: () => (around.look.terminal ? keyedStreamsText(report) : jsonText(report)) }
}
