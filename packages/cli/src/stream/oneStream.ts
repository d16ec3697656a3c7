import { featureNamesOf } from '@rankwright/core/models'
import { type StreamReport, streamReport } from '@rankwright/core/reports'
import {
  type FedSeriesState,
  RankingStream,
  rivalStreams,
  SeriesColumns,
  StreamFeed,
  type StreamLearnerName,
  streamLearnerNames,
  streamModel,
  takeBeside,
} from '@rankwright/core/streaming'
import { readStreamState, withFileLock, writeStreamState } from '@rankwright/node'
import type { Answer, Surroundings } from '../command.ts'
import { jsonText } from '../terminal/jsonText.ts'
import { StreamChart } from '../terminal/streamChart.ts'
import { UsageError } from '../usageError.ts'
import { seriesBatches } from './seriesBatches.ts'
import { SeriesOutput } from './seriesOutput.ts'
import type { StreamCommandOptions } from './streamCommandOptions.ts'
import { type StreamStart, streamRuntime } from './streamStart.ts'
import { streamText } from './streamText.ts'

/** Learns from all series in one stream, beside its rivals. */
export async function oneStream(
  path: string,
  options: StreamCommandOptions,
  begin: StreamStart,
  around: Surroundings,
): Promise<Answer<StreamReport>> {
  const { state } = options
  const learn = () => learned(path, options, begin, around)
  return state === undefined ? learn() : withFileLock(state, learn)
}

async function learned(
  path: string,
  options: StreamCommandOptions,
  begin: StreamStart,
  around: Surroundings,
): Promise<Answer<StreamReport>> {
  const { target, state, metrics } = options
  const { stream, columns, fed } = await startedOrStored(state, begin)
  const feed = new StreamFeed(stream, target, columns, fed)
  const rivals = rivalStreams((options.against ?? []).map(learnerCalled), metrics, streamRuntime)
  const chart = around.json || !around.look.terminal ? undefined : new StreamChart(around.look.columns)
  const output = new SeriesOutput(around)
  for await (const batch of seriesBatches(path, options, around)) {
    const outcomes = batch.map((lists) => takeBeside(feed, rivals, lists))
    if (state !== undefined && outcomes.some(({ kind }) => kind !== 'known'))
      await writeStreamState(state, streamModel(feed.stream, feed.features, feed))
    if (chart === undefined) await output.lines(outcomes.map((outcome) => ({ outcome })))
    else await output.chart(chart, outcomes, stream)
  }
  if (chart !== undefined) await around.output(chart.end(stream))
  output.end()
  if (options.initialWeights !== undefined)
    for (const name of columns.unmet) around.note(`note: ${options.initialWeights} weighs "${name}", which no series had.`)
  const report = streamReport(stream, rivals, state)
  return { document: report, text: (style) => (around.look.terminal ? streamText(report, style) : jsonText(report)) }
}

type Begun = ReturnType<StreamStart['start']> & { readonly fed?: FedSeriesState | undefined }

async function startedOrStored(state: string | undefined, { start, check }: StreamStart): Promise<Begun> {
  const stored = state === undefined ? undefined : await readStreamState(state)
  if (state === undefined || stored === undefined) return start()
  check(stored, state)
  const stream = RankingStream.resumed(stored.state, streamRuntime)
  return { stream, columns: new SeriesColumns(featureNamesOf(stored)), fed: stored.fed }
}

function learnerCalled(name: string): StreamLearnerName {
  const learner = streamLearnerNames.find((known) => known === name)
  if (learner === undefined) throw new UsageError(`--against is "${name}"; give some of ${streamLearnerNames.join(', ')}.`)
  return learner
}
