import { finishLater, type ListModel } from '@rankwright/core'
import { fileOrder, numberText, runOfLists, runText } from '@rankwright/core/data'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import type { EngineReport, ScoreReport } from '@rankwright/core/reports'
import { writeScoreTable } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { engineOption, tellHeldMatch, withEngine } from '../engines.ts'
import { modelColumns } from '../modelColumns.ts'
import { readRanker, scoresOfModel } from '../scores.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const scoreOptions = {
  out: { kind: 'text', default: '-', placeholder: 'FILE', doc: 'Where the scores go; - is standard output.' },
  to: {
    kind: 'choice',
    of: ['lines', 'run', 'parquet'],
    default: 'lines',
    doc: 'What to write: one score a line in the order of the rows, a TREC run, which names lists and items, or a Parquet file with list, place in it, item and score.',
  },
  table: {
    kind: 'text',
    placeholder: 'NAME',
    leftOut: 'scores go to --out',
    doc: 'A table that scores go into, with --engine duckdb:FILE or spark://HOST:PORT: the list, the place of the row in it, and the score. On Spark also the item, if a table names it, and a path is a folder of Parquet files there.',
  },
  tag: { kind: 'text', default: 'rankwright', placeholder: 'NAME', with: { to: 'run' }, doc: 'The name of the run, in its last column.' },
  ...engineOption,
  ...dataOptions,
} as const satisfies OptionTable

type Options = Resolved<typeof scoreOptions>

const written = { lines: 'scores', run: 'run', parquet: 'scoresTable' } as const

export const score = command({
  summary: 'Print one score per row, in file order.',
  inputs: { model: 'Model file.', data: { doc: 'Rows to score: files, folders or patterns; a table may be without labels.', some: true } },
  options: scoreOptions,
  example:
    'rankwright score model.json test.txt --out scores.txt\nrankwright score model.json test.txt --to run --out mine.run\nrankwright score model.json judged --engine duckdb:shop.db --table scores\nrankwright score model.json shop.judged --engine spark://cluster:15002 --table shop.scores',
  elsewhere: {
    keep: 'it writes scores alone, in the order of the rows. rankwright rank --keep shows columns beside the items, and --json gives them with the scores.',
  },
  reads: ['model', 'data'],
  data: { data: 'test' },
  // Scores on standard output are the answer itself.
  writes: { out: (path, { options }) => (path === '-' ? [] : [{ path, holds: written[options.to] }]) },
  async run({ model, data, options }, around): Promise<Answer<ScoreReport>> {
    const ranker = await readRanker(model)
    const columns = modelColumns(ranker, options)
    if (options.to === 'parquet' && options.out === '-') throw new UsageError('Parquet goes into a file: give --out FILE.')
    if (options.table !== undefined && (options.engine === undefined || options.to !== 'lines' || options.out !== '-'))
      throw new UsageError('--table goes with --engine duckdb:FILE or spark://HOST:PORT, and without --to and --out.')
    if (options.engine !== undefined) return scoreOnEngine(options.engine, ranker, data, options, around)
    const lists = await readData(data, columns.options, around, columns.reading)
    const scores = scoresOfModel(ranker, lists, around)
    if (options.to === 'parquet') {
      await writeScoreTable({ ...lists, scores }, options.out, { outputs: around.outputs })
      return writtenTo(scores, options.out)
    }
    const inFileOrder = Float64Array.from(fileOrder(lists), (row) => scores[row])
    const pieces = () => (options.to === 'run' ? runText(runOfLists(lists, scores), options.tag) : linesOf(inFileOrder))
    if (options.out === '-') return { document: { rows: scores.length, scores: [...inFileOrder] }, text: pieces }
    await around.outputs.write(options.out, pieces())
    return writtenTo(scores, options.out)
  },
})

function writtenTo(scores: Float64Array, out: string, engine?: EngineReport): Answer<ScoreReport> {
  return {
    document: { rows: scores.length, out, ...(engine && { engine }) },
    text: () => `${counted(scores.length, 'score')} written to ${out}\n`,
  }
}

/** The rows stay where they are; their scores come here. */
function scoreOnEngine(
  name: string,
  ranker: ListModel,
  data: readonly string[],
  options: Options,
  outer: Surroundings,
): Promise<Answer<ScoreReport>> {
  if (options.to === 'run') throw new UsageError('A run names items, which engines do not keep: leave --to run or --engine out.')
  return withEngine(name, undefined, outer, async (engine, around) => {
    const columns = modelColumns(ranker, options)
    const { parts, lists } = await engine.pack(data, columns.options, columns.reading)
    if (parts.sorted && options.to === 'lines' && options.table === undefined)
      throw new UsageError(
        'Rows of a list stand apart, so their scores would not be in the order of the rows: sort the rows by list first, or write them with --to parquet.',
      )
    tellHeldMatch(ranker, lists, around)
    around.progress({ stage: 'scoring', done: 0 })
    const report = engine.report(parts)
    if (options.table !== undefined) {
      const { table } = options
      await engine.writeScores(table, parts, ranker, around.force)
      const rows = parts.sizes.reduce((sum, size) => sum + size.rows, 0)
      return { document: { rows, table, engine: report }, text: () => `${counted(rows, 'score')} written to the table ${table}\n` }
    }
    const scored = await finishLater(lists.ask('scoredLists', { model: ranker }))
    const { scores } = scored
    if (options.to === 'parquet') {
      await writeScoreTable(scored, options.out, { outputs: around.outputs })
      return writtenTo(scores, options.out, report)
    }
    if (options.out === '-') return { document: { rows: scores.length, scores: [...scores], engine: report }, text: () => linesOf(scores) }
    await around.outputs.write(options.out, linesOf(scores))
    return writtenTo(scores, options.out, report)
  })
}

/** One number per line, in pieces of some kilobytes. */
function* linesOf(scores: Float64Array): Generator<string> {
  for (let first = 0; first < scores.length; first += 4096) {
    yield `${Array.from(scores.subarray(first, first + 4096), numberText).join('\n')}\n`
  }
}
