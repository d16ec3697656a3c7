import type { KeyedStreamsReport, StreamReport } from '@rankwright/core/reports'
import { streamLearnerSummaries, streamLearnerTables } from '@rankwright/core/streaming'
import { type Answer, command } from '../command.ts'
import { requireFolderOf } from '../outputFile.ts'
import { keyedStreams } from '../stream/keyedStreams.ts'
import { oneStream } from '../stream/oneStream.ts'
import { streamCommandOptions } from '../stream/streamCommandOptions.ts'
import { streamStart } from '../stream/streamStart.ts'

export const stream = command({
  summary: 'Learn from a stream of ranked series, one after the other.',
  inputs: { series: 'Lists in the order of the stream, one list per series; - for standard input, read as it comes.' },
  options: streamCommandOptions,
  variants: { option: 'learner', tables: streamLearnerTables, summaries: streamLearnerSummaries },
  example:
    'rankwright stream races.csv --learner kernel --against last,elo\ntail -f series.jsonl | rankwright stream - --format jsonl --state stream.json',
  async run({ series: path, options, variantOptions }, around): Promise<Answer<StreamReport | KeyedStreamsReport>> {
    if (options.state !== undefined) await requireFolderOf(options.state)
    const begin = await streamStart(options, variantOptions)
    return options.key === undefined ? oneStream(path, options, begin, around) : keyedStreams(path, options, begin, around)
  },
})
