import { statSync } from 'node:fs'
import type { KeyedStreamsReport, StreamReport } from '@rankwright/core/reports'
import { streamLearnerSummaries, streamLearnerTables } from '@rankwright/core/streaming'
import { type Answer, command } from '../command.ts'
import { keyedStreams } from '../stream/keyedStreams.ts'
import { oneStream } from '../stream/oneStream.ts'
import { streamCommandOptions } from '../stream/streamCommandOptions.ts'
import { askedSettings } from '../stream/streamSettings.ts'
import { UsageError } from '../usageError.ts'

export const stream = command({
  summary: 'Learn from a stream of ranked series, one after the other.',
  inputs: { series: 'Lists in the order of the stream, one list per series; - for standard input, read as it comes.' },
  options: streamCommandOptions,
  variants: { option: 'learner', tables: streamLearnerTables, summaries: streamLearnerSummaries },
  example:
    'rankwright stream races.csv --learner kernel --against last,elo\ntail -f series.jsonl | rankwright stream - --format jsonl --state stream.json',
  reads: ['series', 'initialWeights', 'schema'],
  // The state is written again and again, each time as a whole; here it is only compared with the inputs.
  writes: {
    report: 'report',
    state: (path, { options }) => {
      if (path === '-') throw new UsageError('--state is read and written again, so it cannot be standard output; give the name of a file.')
      return options.key === undefined && !isFolder(path) ? [{ path, holds: 'anything' }] : [{ folder: path, files: [] }]
    },
  },
  force: false,
  async run({ series: path, options, given, variantOptions }, around): Promise<Answer<StreamReport | KeyedStreamsReport>> {
    const asked = await askedSettings(options, given, variantOptions)
    const { key, state } = options
    const keyed = key !== undefined || (state !== undefined && isFolder(state))
    return keyed ? keyedStreams(path, options, asked, around) : oneStream(path, options, asked, around)
  },
})

/** Streams with keys are kept in a folder, and know their key. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
