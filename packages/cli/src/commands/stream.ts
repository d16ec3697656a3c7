import { readFile } from 'node:fs/promises'
import {
  flagName,
  type OptionTable,
  PairedDifference,
  type Problem,
  prequentialMetrics,
  type RankedSeries,
  RankingStream,
  RankwrightError,
  SeriesColumns,
  type SeriesOutcome,
  type StreamLearnerName,
  type StreamOptions,
  seriesOfList,
  streamLearnerNames,
  streamLearnerSummaries,
  streamLearnerTables,
  streamOptions,
  streamStateToJson,
} from '@rankwright/core'
import { readSeries, readStreamState, writeStreamState } from '@rankwright/node'
import { command, type Surroundings } from '../command.ts'
import { dataOptions, readingOptions, tellNotes } from '../data.ts'
import { requireFolderOf } from '../outputFile.ts'
import { jsonText } from '../terminal/jsonText.ts'
import { readable } from '../terminal/numbers.ts'
import { StreamChart } from '../terminal/streamChart.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const streamCommandOptions = {
  learner: { ...streamOptions.learner, doc: 'What learns; the learners are told below.' },
  target: {
    kind: 'choice',
    default: 'rank',
    of: ['rank', 'utility'],
    doc: 'What labels are: places, 1 the best, or utilities, greater the better.',
  },
  state: {
    kind: 'text',
    placeholder: 'FILE',
    doc: 'Where the learner is kept; a run goes on from there, and skips the series it has learned.',
  },
  saveEvery: {
    kind: 'integer',
    default: 100,
    atLeast: 1,
    doc: 'Most series between two saves; what has come by then is saved before it is told.',
  },
  initialWeights: {
    kind: 'text',
    placeholder: 'FILE',
    doc: 'JSON {"feature": weight, …}: what experts think a standard deviation of each feature is worth.',
  },
  against: { kind: 'texts', placeholder: 'LEARNERS', doc: 'Learners to run beside, with their default options, and to compare with.' },
  metrics: {
    kind: 'texts',
    default: prequentialMetrics,
    placeholder: 'NAMES',
    doc: 'What to measure on each series before it is learned.',
  },
  drift: streamOptions.drift,
  window: streamOptions.window,
  ...dataOptions,
} as const satisfies OptionTable

export const stream = command({
  summary: 'Learn from a stream of ranked series, one after the other.',
  inputs: { series: 'Lists in the order of the stream, one list a series; - for standard input, read as it comes.' },
  options: streamCommandOptions,
  variants: { option: 'learner', tables: streamLearnerTables, summaries: streamLearnerSummaries },
  example:
    'rankwright stream races.csv --learner kernel --against last,elo\ntail -f series.jsonl | rankwright stream - --format jsonl --state stream.json',
  async run({ series: path, options, variantOptions }, around) {
    const { learner, drift, window, target, saveEvery, metrics } = options
    const asked = { learner, drift, window, ...variantOptions } as StreamOptions
    if (options.state !== undefined) await requireFolderOf(options.state)
    const stored = options.state === undefined ? undefined : await readStreamState(options.state)
    const columns = new SeriesColumns(stored?.featureNames)
    if (stored !== undefined && options.initialWeights !== undefined)
      throw new UsageError('--initial-weights start a stream; the one in --state has started already.')
    const initialWeights = options.initialWeights === undefined ? undefined : await readWeights(options.initialWeights, columns)
    if (stored !== undefined) requireSameOptions(options.state as string, stored.state.options, asked)
    const main =
      stored === undefined
        ? new RankingStream({ options: asked, metrics, ...(initialWeights && { initialWeights }) })
        : RankingStream.resumed(stored.state)
    const rivals = (options.against ?? []).map((name) => rivalOf(name, metrics))
    const chart = around.json || !around.look.terminal ? undefined : new StreamChart(around.look.columns)
    const feed = new Feed(main, rivals, columns, options.state, chart, around)

    const notes: Problem[] = []
    const reading = { ...readingOptions(path, options, around), ranks: target === 'rank', onNote: (note: Problem) => notes.push(note) }
    for await (const lists of readSeries(path, reading))
      for (let at = 0; at < lists.length; at += saveEvery)
        await feed.take(lists.slice(at, at + saveEvery).map((list) => seriesOfList(list, target, columns)))
    tellNotes(notes, around)
    feed.tellSkipped()
    const document = summary(main, rivals, options.state)
    return {
      document,
      text: (style) => (around.look.terminal ? summaryText(main, rivals, options.state, style) : jsonText(document)),
    }
  },
})

interface Rival {
  readonly name: StreamLearnerName
  readonly stream: RankingStream
  /** Tau of the main learner less the rival's. */
  readonly difference: PairedDifference
}

function rivalOf(name: string, metrics: readonly string[]): Rival {
  const learner = streamLearnerNames.find((known) => known === name)
  if (learner === undefined) throw new UsageError(`--against is "${name}"; give some of ${streamLearnerNames.join(', ')}.`)
  return { name: learner, stream: new RankingStream({ options: { learner }, metrics }), difference: new PairedDifference() }
}

/** Takes series in batches: learns them, saves the state that includes them, and only then tells of them. */
class Feed {
  readonly #main: RankingStream
  readonly #rivals: readonly Rival[]
  readonly #columns: SeriesColumns
  readonly #state: string | undefined
  readonly #chart: StreamChart | undefined
  readonly #around: Surroundings
  /** The last series learned before, when the input starts where the stream once started: up to it, everything is known. */
  #knownUpTo: string | undefined
  #begun = false
  #known = 0
  #skipped: { readonly id: string; readonly reason: string }[] = []

  constructor(
    main: RankingStream,
    rivals: readonly Rival[],
    columns: SeriesColumns,
    state: string | undefined,
    chart: StreamChart | undefined,
    around: Surroundings,
  ) {
    this.#main = main
    this.#rivals = rivals
    this.#columns = columns
    this.#state = state
    this.#chart = chart
    this.#around = around
  }

  async take(series: readonly RankedSeries[]): Promise<void> {
    const outcomes: SeriesOutcome[] = []
    for (const one of series) if (!this.#isKnown(one.id)) outcomes.push(this.#learn(one))
    if (outcomes.length === 0) return
    if (this.#state !== undefined) await writeStreamState(this.#state, streamStateToJson(this.#main.state(), this.#columns.names))
    if (this.#around.json) return
    if (this.#chart === undefined) await this.#around.output(outcomes.map((outcome) => [...jsonText(line(outcome))].join('')).join(''))
    else {
      const drawn = this.#chart.update(outcomes, this.#main)
      if (drawn !== '') await this.#around.output(drawn)
    }
  }

  /** What was left out, in one remark. */
  tellSkipped(): void {
    if (this.#known > 0) this.#around.note(`note: the stream goes on after the ${this.#known} series that were learned before.`)
    for (const { id, reason } of this.#skipped.slice(0, 3)) this.#around.note(`note: series ${id} was left out: ${reason}.`)
    if (this.#skipped.length > 3) this.#around.note(`note: and ${this.#skipped.length - 3} more series.`)
  }

  #learn(series: RankedSeries): SeriesOutcome {
    const outcome = this.#main.learn(series)
    if (outcome.kind === 'skipped') this.#skipped.push({ id: outcome.id, reason: reasons[outcome.reason] })
    for (const { stream, difference } of this.#rivals) {
      const other = stream.learn(series)
      if (outcome.kind === 'learned' && other.kind === 'learned')
        difference.add(outcome.metrics['kendall-tau'], other.metrics['kendall-tau'])
    }
    return outcome
  }

  #isKnown(id: string): boolean {
    const { first, last } = this.#main
    if (!this.#begun) {
      this.#begun = true
      if (id === first) this.#knownUpTo = last
    }
    if (this.#knownUpTo === undefined) return false
    this.#known++
    if (id === this.#knownUpTo) this.#knownUpTo = undefined
    return true
  }
}

const reasons: Readonly<Record<Extract<SeriesOutcome, { kind: 'skipped' }>['reason'], string>> = {
  'not-after-the-last': 'its number is not above that of the series before it, so it was learned already or comes too late',
  'fewer-than-two-items': 'it has fewer than two items, so there is nothing to rank',
}

/** One line for each series: it is learned, and saved when there is a state file. */
function line(outcome: SeriesOutcome): Record<string, unknown> {
  if (outcome.kind === 'skipped') return { id: outcome.id, skipped: outcome.reason }
  return { series: outcome.number, id: outcome.id, ...outcome.metrics, ...(outcome.drifted && { drift: true }) }
}

function summary(main: RankingStream, rivals: readonly Rival[], state: string | undefined): Record<string, unknown> {
  const { evaluation, options, skipped } = main
  return {
    learner: options.learner,
    series: evaluation.series,
    scored: evaluation.scored,
    ...(skipped > 0 && { skipped }),
    prequential: evaluation.means(),
    window: evaluation.windowMeans(),
    drift: evaluation.drifts,
    ...(rivals.length > 0 && {
      against: rivals.map(({ name, stream, difference }) => ({
        learner: name,
        prequential: stream.evaluation.means(),
        ahead: difference.mean,
        interval: difference.interval,
      })),
    }),
    ...(state !== undefined && { state }),
  }
}

function summaryText(main: RankingStream, rivals: readonly Rival[], state: string | undefined, style: Style): string {
  const { evaluation, options } = main
  const { drifts } = evaluation
  const names = Object.keys(evaluation.means())
  const rows = [
    [style.bold(options.learner), ...names.map((name) => readable(evaluation.means()[name])), ''],
    ...rivals.map(({ name, stream, difference }) => [
      name,
      ...names.map((metric) => readable(stream.evaluation.means()[metric])),
      `${readable(difference.mean)} [${difference.interval.map((end) => readable(end)).join(', ')}]`,
    ]),
  ]
  const headings = ['learner', ...names, ...(rivals.length > 0 ? ['ahead in tau (95 %)'] : [])]
  const table = textTable(
    headings,
    headings.map((_, column) => (column === 0 ? 'left' : 'right')),
    rivals.length > 0 ? rows : rows.map((row) => row.slice(0, -1)),
  )
  const drift =
    drifts.length === 0
      ? 'No drift was seen.'
      : `Drift was seen at series ${drifts
          .slice(-10)
          .map(({ series, id }) => (String(series) === id ? id : `${series} (${id})`))
          .join(', ')}.`
  return `${evaluation.series} series, ${evaluation.scored} ranked before they were learned

${table}

${drift}
${
  state === undefined
    ? ''
    : `The state is in ${state}.
`
}`
}

/** A stream goes on as it began: an option that says otherwise is refused. */
function requireSameOptions(file: string, kept: StreamOptions, asked: StreamOptions): void {
  for (const [option, found] of Object.entries(asked)) {
    const before = (kept as Record<string, unknown>)[option]
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

async function readWeights(file: string, columns: SeriesColumns): Promise<Float64Array> {
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
  const weights = Object.entries(document).map(([name, weight]): [string, number] =>
    typeof weight === 'number' && Number.isFinite(weight)
      ? [name, weight]
      : refuse(`the weight of "${name}" is ${JSON.stringify(weight)}, not a number`),
  )
  columns.placesOf(weights.map(([name]) => name))
  return Float64Array.from(weights, ([, weight]) => weight)
}
