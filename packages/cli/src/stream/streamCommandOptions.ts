import { type OptionsOf, type OptionTable, type Resolved, tableOptions } from '@rankwright/core/options'
import { prequentialMetrics, streamOptions } from '@rankwright/core/streaming'
import { dataOptions, rawDataOptions } from '../data.ts'
import { reportOption } from '../reporting.ts'

const { sameLists: _, ...readingOneFile } = dataOptions
/** All series count the same. */
const { weight: __, ...columnsOfSeries } = tableOptions

/** Options of `stream`, beside those of the learner. */
export const streamCommandOptions = {
  learner: { ...streamOptions.learner, doc: 'What learns; the help says what each learner does.' },
  target: {
    kind: 'choice',
    default: 'rank',
    of: ['rank', 'utility'],
    doc: 'What labels are: ranks, where 1 is the best, or utilities, where greater is better.',
  },
  predict: {
    kind: 'flag',
    doc: 'Rank series that have no labels yet, and print the rankings. They are learned when they come again with labels.',
  },
  state: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'the state is not kept',
    doc: 'Where the state is kept; a run continues from there. With --key, a folder.',
  },
  saveEvery: {
    kind: 'integer',
    default: 100,
    atLeast: 1,
    doc: 'Most series between two saves. Each series is saved before its line is printed.',
  },
  initialWeights: {
    kind: 'text',
    placeholder: 'FILE',
    leftOut: 'weights start at 0',
    doc: 'JSON {"feature": weight, …}: expert weights, per standard deviation of each feature.',
  },
  against: {
    kind: 'texts',
    placeholder: 'LEARNERS',
    leftOut: 'no others are run',
    doc: 'Other learners to run and compare with, with their usual options.',
  },
  metrics: {
    kind: 'texts',
    default: prequentialMetrics,
    placeholder: 'NAMES',
    doc: 'What to measure on each series before it is learned.',
  },
  delta: {
    kind: 'number',
    default: 0.05,
    above: 0,
    below: 1,
    doc: 'How likely the lower bound on the accuracy may be wrong, at any time of the stream.',
  },
  ...reportOption,
  drift: streamOptions.drift,
  window: streamOptions.window,
  key: {
    kind: 'text',
    placeholder: 'COLUMN',
    leftOut: 'the one of the state, if it is a folder; otherwise all series are one stream',
    doc: 'Column that separates streams; each gets its own learner.',
  },
  orderBy: {
    kind: 'text',
    placeholder: 'COLUMN',
    leftOut: 'series come in the order of the file',
    doc: 'Column with the time or date of a series; the whole file is read and put in that order.',
  },
  streamsInMemory: {
    kind: 'integer',
    default: 1000,
    atLeast: 1,
    atMost: 1_000_000,
    with: { key: true },
    doc: 'Streams in memory at a time; the others wait in their files.',
  },
  warmUp: {
    kind: 'integer',
    atLeast: 1,
    atMost: 1_000_000,
    leftOut: '10 if some columns are not plain numbers; else the first series is not measured',
    doc: 'First series, which are learned and not measured. Encoders of text, categories and dates are fitted to them.',
  },
  ...readingOneFile,
  ...columnsOfSeries,
  schema: rawDataOptions.schema,
} as const satisfies OptionTable

export type StreamCommandOptions = Resolved<typeof streamCommandOptions>

/** The same as they were given, without defaults. */
export type GivenStreamOptions = OptionsOf<typeof streamCommandOptions>
