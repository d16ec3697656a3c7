import { readFile } from 'node:fs/promises'
import { wasmCompute } from '@rankwright/compute'
import {
  type FeedOutcome,
  featureNamesOf,
  flagName,
  keyOfList,
  type OptionTable,
  PairedDifference,
  type Problem,
  prequentialMetrics,
  type RankingLists,
  RankingStream,
  type RankingStreamState,
  RankwrightError,
  type Resolved,
  SeriesColumns,
  StreamFeed,
  type StreamLearnerName,
  type StreamModel,
  type StreamOptions,
  streamLearnerNames,
  streamLearnerSummaries,
  streamLearnerTables,
  streamModel,
  streamOptions,
} from '@rankwright/core'
import { KeyedStreams, readSeries, readStreamState, withTemporaryFolder, writeStreamState } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readingOptions, tellNotes } from '../data.ts'
import { requireFolderOf } from '../outputFile.ts'
import { jsonText } from '../terminal/jsonText.ts'
import { readable } from '../terminal/numbers.ts'
import { StreamChart } from '../terminal/streamChart.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

/** One for all streams of the process. With room reserved its memory never moves, which V8 rewards: arrays need no check for having moved. */
const runtime = { compute: wasmCompute({ reserve: 64 << 20 }) }

const streamCommandOptions = {
  learner: { ...streamOptions.learner, doc: 'What learns; the learners are listed below.' },
  target: {
    kind: 'choice',
    default: 'rank',
    of: ['rank', 'utility'],
    doc: 'What labels are: ranks, where 1 is the best, or utilities, where greater is better.',
  },
  state: { kind: 'text', placeholder: 'FILE', doc: 'Where the state is kept; a run continues from there. With --key, a folder.' },
  saveEvery: {
    kind: 'integer',
    default: 100,
    atLeast: 1,
    doc: 'Most series between two saves. Each series is saved before its line is printed.',
  },
  initialWeights: {
    kind: 'text',
    placeholder: 'FILE',
    doc: 'JSON {"feature": weight, …}: expert weights, per standard deviation of each feature.',
  },
  against: { kind: 'texts', placeholder: 'LEARNERS', doc: 'Other learners to run and compare with, with their default options.' },
  metrics: {
    kind: 'texts',
    default: prequentialMetrics,
    placeholder: 'NAMES',
    doc: 'What to measure on each series before it is learned.',
  },
  drift: streamOptions.drift,
  window: streamOptions.window,
  key: { kind: 'text', placeholder: 'COLUMN', doc: 'Column that separates streams; each gets its own learner.' },
  streamsInMemory: {
    kind: 'integer',
    default: 1000,
    atLeast: 1,
    doc: 'With --key: streams in memory at a time; the others wait in their files.',
  },
  ...dataOptions,
} as const satisfies OptionTable

type StreamCommandOptions = Resolved<typeof streamCommandOptions>

export const stream = command({
  summary: 'Learn from a stream of ranked series, one after the other.',
  inputs: { series: 'Lists in the order of the stream, one list per series; - for standard input, read as it comes.' },
  options: streamCommandOptions,
  variants: { option: 'learner', tables: streamLearnerTables, summaries: streamLearnerSummaries },
  example:
    'rankwright stream races.csv --learner kernel --against last,elo\ntail -f series.jsonl | rankwright stream - --format jsonl --state stream.json',
  async run({ series: path, options, variantOptions }, around) {
    const { learner, drift, window } = options
    const asked = { learner, drift, window, ...variantOptions } as StreamOptions
    if (options.state !== undefined) await requireFolderOf(options.state)
    const weights = options.initialWeights === undefined ? undefined : await readWeights(options.initialWeights)
    const start = () => {
      const columns = new SeriesColumns(weights?.map(([name]) => name))
      const initialWeights = weights && Float64Array.from(weights, ([, weight]) => weight)
      return {
        stream: new RankingStream({
          runtime,
          options: asked,
          metrics: options.metrics,
          ...(initialWeights && { initialWeights }),
        }),
        columns,
      }
    }
    const check = ({ state }: StreamModel, file: string) => {
      if (weights !== undefined) throw new UsageError(`--initial-weights start a stream, and the one in ${file} has started already.`)
      requireSameOptions(file, state.options, asked)
    }
    return options.key === undefined
      ? oneStream(path, options, start, check, around)
      : keyedStreams(path, options, options.key, start, check, around)
  },
})

type Start = () => { readonly stream: RankingStream; readonly columns: SeriesColumns }
type Check = (stored: StreamModel, file: string) => void

async function oneStream(path: string, options: StreamCommandOptions, start: Start, check: Check, around: Surroundings): Promise<Answer> {
  const { target, state } = options
  const stored = state === undefined ? undefined : await readStreamState(state)
  if (stored !== undefined) check(stored, state as string)
  const { stream, columns } =
    stored === undefined
      ? start()
      : { stream: RankingStream.resumed(stored.state, runtime), columns: new SeriesColumns(featureNamesOf(stored)) }
  const feed = new StreamFeed(stream, target, columns)
  const rivals = (options.against ?? []).map((name) => rivalOf(name, options.metrics))
  const chart = around.json || !around.look.terminal ? undefined : new StreamChart(around.look.columns)
  const told = new Telling(around)
  for await (const batch of seriesFrom(path, options, around)) {
    const outcomes = batch.map((lists) => takeBeside(feed, rivals, lists))
    if (state !== undefined && outcomes.some(({ kind }) => kind !== 'known'))
      await writeStreamState(state, streamModel(feed.stream, feed.features))
    if (chart === undefined) await told.lines(outcomes.map((outcome) => ({ outcome })))
    else await told.picture(chart, outcomes, stream)
  }
  if (chart !== undefined) await around.output(chart.end(stream))
  told.end()
  if (options.initialWeights !== undefined)
    for (const name of columns.unmet) around.note(`note: ${options.initialWeights} weighs "${name}", which no series had.`)
  const document = summary(stream, rivals, state)
  return {
    document,
    text: (style) => (around.look.terminal ? summaryText(stream, rivals, state, style) : jsonText(document)),
  }
}

async function keyedStreams(
  path: string,
  options: StreamCommandOptions,
  key: string,
  start: Start,
  check: Check,
  around: Surroundings,
): Promise<Answer> {
  const { target, streamsInMemory: most, state, against } = options
  if (against !== undefined)
    throw new UsageError('--against compares learners on one stream; leave out --key, or run each learner by itself.')
  const run = async (folder: string): Promise<Answer> => {
    const streams = new KeyedStreams({ folder, target, most, start, check, runtime })
    const totals = new Totals()
    const told = new Telling(around)
    for await (const batch of seriesFrom(path, { ...options, key }, around)) {
      const outcomes: { key: string; outcome: FeedOutcome }[] = []
      for (const list of batch) {
        const { key: own = '', list: id } = keyOfList(list.listIds[0])
        const outcome = await streams.take(own, { ...list, listIds: [id] })
        totals.add(own, outcome)
        outcomes.push({ key: own, outcome })
      }
      if (state !== undefined) await streams.save()
      if (!around.look.terminal) await told.lines(outcomes)
    }
    told.end()
    const document = { learner: options.learner, streams: streams.count, ...totals.summary(), ...(state !== undefined && { state }) }
    return { document, text: () => (around.look.terminal ? totals.text(streams.count, state) : jsonText(document)) }
  }
  return state === undefined ? withTemporaryFolder(run) : run(state)
}

/** The series that have come, as many at a time as are saved together. */
async function* seriesFrom(path: string, options: StreamCommandOptions, around: Surroundings): AsyncGenerator<RankingLists[]> {
  const notes: Problem[] = []
  const { key } = options
  const reading = {
    ...readingOptions(path, options, around),
    ...(key !== undefined && { key }),
    ranks: options.target === 'rank',
    onNote: (note: Problem) => notes.push(note),
  }
  for await (const lists of readSeries(path, reading))
    for (let at = 0; at < lists.length; at += options.saveEvery) yield lists.slice(at, at + options.saveEvery)
  tellNotes(notes, around)
}

interface Rival {
  readonly name: StreamLearnerName
  readonly stream: RankingStream
  /** Tau of the main learner less the rival's. */
  readonly difference: PairedDifference
}

function rivalOf(name: string, metrics: readonly string[]): Rival {
  const learner = streamLearnerNames.find((known) => known === name)
  if (learner === undefined) throw new UsageError(`--against is "${name}"; give some of ${streamLearnerNames.join(', ')}.`)
  return { name: learner, stream: new RankingStream({ runtime, options: { learner }, metrics }), difference: new PairedDifference() }
}

/** The rivals see the same series, each before it learns it. */
function takeBeside(feed: StreamFeed, rivals: readonly Rival[], lists: RankingLists): FeedOutcome {
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

/** Tells of series as they are done: a line each, or a picture. What was passed over is told in the end. */
class Telling {
  readonly #around: Surroundings
  #known = 0
  readonly #skipped: { readonly id: string; readonly reason: string }[] = []
  #skippedCount = 0

  constructor(around: Surroundings) {
    this.#around = around
  }

  async lines(outcomes: readonly { readonly key?: string; readonly outcome: FeedOutcome }[]): Promise<void> {
    let text = ''
    for (const { key, outcome } of outcomes) {
      this.#count(outcome)
      if (outcome.kind === 'known') continue
      const own = key === undefined ? {} : { key }
      const line =
        outcome.kind === 'skipped'
          ? { ...own, id: outcome.id, skipped: outcome.reason }
          : { ...own, series: outcome.number, id: outcome.id, ...outcome.metrics, ...(outcome.drifted && { drift: true }) }
      for (const piece of jsonText(line)) text += piece
    }
    if (!this.#around.json && text !== '') await this.#around.output(text)
  }

  async picture(chart: StreamChart, outcomes: readonly FeedOutcome[], stream: RankingStream): Promise<void> {
    for (const outcome of outcomes) this.#count(outcome)
    const drawn = chart.update(outcomes, stream)
    if (drawn !== '') await this.#around.output(drawn)
  }

  end(): void {
    const { note } = this.#around
    if (this.#known > 0) note(`note: ${this.#known} series had been learned before; the stream went on after them.`)
    for (const { id, reason } of this.#skipped) note(`note: series ${id} was left out: ${reason}.`)
    if (this.#skippedCount > this.#skipped.length) note(`note: and ${this.#skippedCount - this.#skipped.length} more series.`)
  }

  #count(outcome: FeedOutcome): void {
    if (outcome.kind === 'known') this.#known++
    if (outcome.kind !== 'skipped') return
    this.#skippedCount++
    if (this.#skipped.length < 3) this.#skipped.push({ id: outcome.id, reason: skipReasons[outcome.reason] })
  }
}

const skipReasons: Readonly<Record<Extract<FeedOutcome, { kind: 'skipped' }>['reason'], string>> = {
  'not-after-the-last': 'its number is not above that of the series before it, so it was learned already or comes too late',
  'fewer-than-two-items': 'it has fewer than two items, so there is nothing to rank',
}

/** Means over all series of many streams. */
class Totals {
  #series = 0
  #scored = 0
  readonly #sums = new Map<string, { sum: number; count: number }>()
  readonly #drifts: { readonly key: string; readonly series: number; readonly id: string }[] = []

  add(key: string, outcome: FeedOutcome): void {
    if (outcome.kind !== 'learned') return
    this.#series++
    if (outcome.scores !== undefined) this.#scored++
    if (outcome.drifted) this.#drifts.push({ key, series: outcome.number, id: outcome.id })
    for (const [name, value] of Object.entries(outcome.metrics)) {
      const total = this.#sums.get(name) ?? { sum: 0, count: 0 }
      if (!Number.isNaN(value)) this.#sums.set(name, { sum: total.sum + value, count: total.count + 1 })
      else this.#sums.set(name, total)
    }
  }

  summary() {
    const prequential = Object.fromEntries([...this.#sums].map(([name, { sum, count }]) => [name, sum / count]))
    return { series: this.#series, scored: this.#scored, prequential, drift: this.#drifts }
  }

  text(streams: number, state: string | undefined): string {
    const { series, scored, prequential } = this.summary()
    const rows = Object.entries(prequential).map(([name, value]) => [name, readable(value)])
    return `${series} series of ${streams} streams, ${scored} ranked before they were learned\n\n${textTable(['metric', 'mean'], ['left', 'right'], rows)}\n${state === undefined ? '' : `\nThe states are in ${state}.\n`}`
  }
}

function summary(stream: RankingStream, rivals: readonly Rival[], state: string | undefined): Record<string, unknown> {
  const { evaluation, options, skipped } = stream
  return {
    learner: options.learner,
    ...(stream.chosenClusters !== undefined && { clusters: stream.chosenClusters }),
    series: evaluation.series,
    scored: evaluation.scored,
    ...(skipped > 0 && { skipped }),
    prequential: evaluation.means(),
    window: evaluation.windowMeans(),
    drift: evaluation.drifts,
    ...(rivals.length > 0 && {
      against: rivals.map(({ name, stream: other, difference }) => ({
        learner: name,
        prequential: other.evaluation.means(),
        ahead: difference.mean,
        interval: difference.interval,
      })),
    }),
    ...(state !== undefined && { state }),
  }
}

function summaryText(stream: RankingStream, rivals: readonly Rival[], state: string | undefined, style: Style): string {
  const { evaluation, options } = stream
  const { drifts } = evaluation
  const names = Object.keys(evaluation.means())
  const rows = [
    [style.bold(options.learner), ...names.map((name) => readable(evaluation.means()[name])), ''],
    ...rivals.map(({ name, stream: other, difference }) => [
      name,
      ...names.map((metric) => readable(other.evaluation.means()[metric])),
      `${readable(difference.mean)} [${difference.interval.map((end) => readable(end)).join(', ')}]`,
    ]),
  ]
  const headings = ['learner', ...names, ...(rivals.length > 0 ? ['ahead in tau (95 %)'] : [])]
  const table = textTable(
    headings,
    headings.map((_, column) => (column === 0 ? 'left' : 'right')),
    rows.map((row) => row.slice(0, headings.length)),
  )
  const places = drifts.slice(-10).map(({ series, id }) => (String(series) === id ? id : `${series} (${id})`))
  const drift = places.length === 0 ? 'No drift was detected.' : `Drift was detected at series ${places.join(', ')}.`
  const kept = state === undefined ? '' : `The state is in ${state}.\n`
  const clusters = stream.chosenClusters === undefined ? '' : `, recently on ${stream.chosenClusters} clusters`
  return `${evaluation.series} series, ${evaluation.scored} ranked before they were learned${clusters}\n\n${table}\n\n${drift}\n${kept}`
}

/** A stream goes on as it began: an option that says otherwise is refused. */
function requireSameOptions(file: string, kept: RankingStreamState['options'], asked: StreamOptions): void {
  for (const [option, found] of Object.entries(asked)) {
    const before = kept[option]
    if (before === found) continue
    throw new RankwrightError({
      area: 'stream',
      code: 'state-of-other-options',
      at: { file },
      option: `--${flagName(option)}`,
      found: String(found),
      kept: before === undefined ? 'at its default' : String(before),
    })
  }
}

async function readWeights(file: string): Promise<readonly (readonly [string, number])[]> {
  const refuse = (reason: string): never => {
    throw new RankwrightError({ area: 'stream', code: 'weights-not-numbers', at: { file }, reason })
  }
  let document: unknown
  try {
    document = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuse('this is not JSON')
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return refuse('this is not an object')
  return Object.entries(document).map(([name, weight]) =>
    typeof weight === 'number' && Number.isFinite(weight)
      ? ([name, weight] as const)
      : refuse(`the weight of "${name}" is ${JSON.stringify(weight)}, not a number`),
  )
}
