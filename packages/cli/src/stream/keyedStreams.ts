import type { StreamModel } from '@rankwright/core'
import { keyOfList } from '@rankwright/core/data'
import { type KeyedStreamsReport, StreamTotals } from '@rankwright/core/reports'
import { type FeedOutcome, learnerNameOf } from '@rankwright/core/streaming'
import { KeyedStreams, withFileLock, withTemporaryFolder } from '@rankwright/node'
import type { Answer, Surroundings } from '../command.ts'
import { jsonText } from '../terminal/jsonText.ts'
import { UsageError } from '../usageError.ts'
import { seriesBatches } from './seriesBatches.ts'
import { SeriesOutput } from './seriesOutput.ts'
import { startedFeed, streamRuntime } from './startedFeed.ts'
import { type StreamCommandOptions, streamCommandOptions } from './streamCommandOptions.ts'
import { type AskedSettings, continuedSettings } from './streamSettings.ts'
import { keyedStreamsText } from './streamText.ts'

/** Learns from each key's series in a stream of their own. */
export async function keyedStreams(
  path: string,
  options: StreamCommandOptions,
  asked: AskedSettings,
  around: Surroundings,
): Promise<Answer<KeyedStreamsReport>> {
  const { state, against } = options
  if (against !== undefined)
    throw new UsageError('--against compares learners on one stream; leave out --key, or run each learner by itself.')
  if (options.report !== undefined)
    throw new UsageError('--report is about one stream; leave out --key, or make a report of one of the states.')
  const run = (folder: string) => keyedStreamsIn(folder, path, options, asked, around)
  return state === undefined ? withTemporaryFolder(run) : withFileLock(state, () => run(state))
}

async function keyedStreamsIn(
  folder: string,
  path: string,
  options: StreamCommandOptions,
  asked: AskedSettings,
  around: Surroundings,
): Promise<Answer<KeyedStreamsReport>> {
  const { state } = options
  const most = options.streamsInMemory ?? streamCommandOptions.streamsInMemory.default // it has no value where the key comes from the states
  let settings = asked.start
  const check = (stored: StreamModel, file: string) => void continuedSettings(asked, stored, file)
  const streams = new KeyedStreams({
    folder,
    most,
    start: () => startedFeed(settings),
    check,
    runtime: streamRuntime,
    ...(around.files && { files: around.files }),
  })
  const before = await streams.anyStored()
  if (before !== undefined) settings = continuedSettings(asked, before.stored, before.file)
  if (settings.reading?.key === undefined)
    throw new UsageError(
      `${folder} is a folder without streams. Name the column that separates streams with --key, or give --state a file.`,
    )
  const totals = new StreamTotals()
  const output = new SeriesOutput(around)
  for await (const batch of seriesBatches(path, options, settings, around)) {
    const outcomes: { key: string; outcome: FeedOutcome }[] = []
    let failure: { readonly error: unknown } | undefined
    try {
      for (const lists of batch) {
        const { key = '', list } = keyOfList(lists.listIds[0])
        const outcome = await streams.take(key, { ...lists, listIds: [list] })
        totals.add(key, outcome)
        outcomes.push({ key, outcome })
      }
    } catch (error) {
      failure = { error } // what came before it is saved and printed first
    }
    if (state !== undefined) await streams.save()
    await output.lines(outcomes)
    if (failure !== undefined) throw failure.error
  }
  output.end()
  const report = totals.report(learnerNameOf(settings.options), streams.count, {
    ...(state !== undefined && { state }),
    delta: options.delta,
    ...output.predicted,
  })
  return { document: report, text: () => (around.look.terminal ? keyedStreamsText(report) : jsonText(report)) }
}
