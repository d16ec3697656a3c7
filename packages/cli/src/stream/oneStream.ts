import { type StreamReport, streamReport } from '@rankwright/core/reports'
import { type FeedOutcome, resumedFeed, SeriesColumns, streamModel } from '@rankwright/core/streaming'
import { readStreamState, withFileLock, writeStreamState } from '@rankwright/node'
import type { Answer, Surroundings } from '../command.ts'
import { addReport, fileTitle } from '../reporting.ts'
import { jsonText } from '../terminal/jsonText.ts'
import { StreamChart } from '../terminal/streamChart.ts'
import { seriesBatches } from './seriesBatches.ts'
import { SeriesOutput } from './seriesOutput.ts'
import { startedFeed, streamRuntime } from './startedFeed.ts'
import type { StreamCommandOptions } from './streamCommandOptions.ts'
import { type AskedSettings, continuedSettings } from './streamSettings.ts'
import { streamText } from './streamText.ts'

/** Learns from all series in one stream, beside its rivals. */
export async function oneStream(
  path: string,
  options: StreamCommandOptions,
  asked: AskedSettings,
  around: Surroundings,
): Promise<Answer<StreamReport>> {
  const { state } = options
  const learn = () => learned(path, options, asked, around)
  return state === undefined ? learn() : withFileLock(state, learn)
}

async function learned(
  path: string,
  options: StreamCommandOptions,
  asked: AskedSettings,
  around: Surroundings,
): Promise<Answer<StreamReport>> {
  const { state } = options
  const stored = state === undefined ? undefined : await readStreamState(state)
  const settings = state === undefined || stored === undefined ? asked.start : continuedSettings(asked, stored, state)
  const columns = new SeriesColumns(settings.weights?.map(([name]) => name))
  const feed = stored === undefined ? startedFeed(settings, columns) : resumedFeed(stored, streamRuntime)
  const { stream } = feed
  const chart = around.json || !around.look.terminal ? undefined : new StreamChart(around.look.columns, options.delta)
  const output = new SeriesOutput(around)
  for await (const batch of seriesBatches(path, options, settings, around)) {
    const outcomes: FeedOutcome[] = []
    let failure: { readonly error: unknown } | undefined
    try {
      for (const lists of batch) outcomes.push(feed.take(lists))
    } catch (error) {
      failure = { error } // what came before it is saved and printed first
    }
    if (state !== undefined && outcomes.some(({ kind }) => kind === 'learned' || kind === 'skipped'))
      await writeStreamState(state, streamModel(stream, feed.features, feed), around.files)
    if (chart === undefined) await output.lines(outcomes.map((outcome) => ({ outcome })))
    else await output.chart(chart, outcomes, stream)
    if (failure !== undefined) throw failure.error
  }
  if (chart !== undefined) await around.output(chart.end(stream))
  output.end()
  if (stored === undefined)
    for (const name of columns.unmet) around.note(`note: ${options.initialWeights} weighs "${name}", which no series had.`)
  const report = streamReport(stream, feed.rivals, { ...(state !== undefined && { state }), delta: options.delta, ...output.predicted })
  // Lines of series came before this one, so it leaves out the history, which `--json` has.
  await addReport(options.report, () => ({ kind: 'stream', name: fileTitle(path), report }), around)
  const { history: _, ...rest } = report
  return { document: report, text: (style) => (around.look.terminal ? streamText(report, style) : jsonText(rest)) }
}
