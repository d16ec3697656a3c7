import { finishLater, type ListModel } from '@rankwright/core'
import { fileOrder, formatOfName, numberText, runOfLists, runText, scoreColumns, scoresCsv } from '@rankwright/core/data'
import type { OptionTable, Resolved } from '@rankwright/core/options'
import type { EngineReport, ScoreReport } from '@rankwright/core/reports'
import { writeScoreTable } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { engineOption, tellHeldMatch, withEngine } from '../engines.ts'
import { KeptCells, keepOption } from '../keptCells.ts'
import { modelColumns } from '../modelColumns.ts'
import { readRanker, scoresOfModel } from '../scores.ts'
import { counted } from '../terminal/numbers.ts'
import { UsageError } from '../usageError.ts'

const scoreOptions = {
  out: { kind: 'text', default: '-', placeholder: 'FILE', doc: 'Where the scores go; - is standard output.' },
  to: {
    kind: 'choice',
    of: ['lines', 'csv', 'run', 'parquet'],
    leftOut: 'lines; with --keep, csv, or parquet where --out is named so',
    doc: 'What to write: one score a line in the order of the rows, a CSV table in that order or a Parquet file, each with list, place in it, item and score, or a TREC run, which names lists and items.',
  },
  keep: keepOption('write beside the scores', 'none is written'),
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

const written = { lines: 'scores', csv: 'scoresTable', run: 'run', parquet: 'scoresTable' } as const

/** What is written: as told, or as the other options have it. */
function kindOf({ to, keep, out }: Options): keyof typeof written {
  if (to !== undefined) return to
  if (keep === undefined) return 'lines'
  return formatOfName(out) === 'parquet' ? 'parquet' : 'csv'
}

export const score = command({
  summary: 'Print one score per row, in file order.',
  inputs: { model: 'Model file.', data: { doc: 'Rows to score: files, folders or patterns; a table may be without labels.', some: true } },
  options: scoreOptions,
  example:
    'rankwright score model.json test.txt --out scores.txt\nrankwright score model.json today.csv --keep title,price --out scores.csv\nrankwright score model.json test.txt --to run --out mine.run\nrankwright score model.json judged --engine duckdb:shop.db --table scores\nrankwright score model.json shop.judged --engine spark://cluster:15002 --table shop.scores',
  reads: ['model', 'data'],
  data: { data: 'test' },
  // Scores on standard output are the answer itself.
  writes: { out: (path, { options }) => (path === '-' ? [] : [{ path, holds: written[kindOf(options)] }]) },
  async run({ model, data, options }, around): Promise<Answer<ScoreReport>> {
    const ranker = await readRanker(model)
    const columns = modelColumns(ranker, options)
    const kind = kindOf(options)
    if (kind === 'parquet' && options.out === '-') throw new UsageError('Parquet goes into a file: give --out FILE.')
    if (options.table !== undefined && (options.engine === undefined || kind !== 'lines' || options.out !== '-'))
      throw new UsageError('--table goes with --engine duckdb:FILE or spark://HOST:PORT, and without --to and --out.')
    if (options.keep !== undefined) refuseKept(options.keep, options)
    if (options.engine !== undefined) return scoreOnEngine(options.engine, ranker, data, options, around)
    const kept = new KeptCells(options.keep)
    const lists = await readData(data, columns.options, around, { ...columns.reading, ...kept.reading })
    const scores = scoresOfModel(ranker, lists, around)
    const table = { ...lists, scores, kept: kept.columns }
    if (kind === 'parquet') {
      await writeScoreTable(table, options.out, { format: kind, outputs: around.outputs })
      return writtenTo(scores, options.out)
    }
    const inFileOrder = Float64Array.from(fileOrder(lists), (row) => scores[row])
    const pieces = {
      lines: () => linesOf(inFileOrder),
      csv: () => scoresCsv(table),
      run: () => runText(runOfLists(lists, scores), options.tag),
    }[kind]
    if (options.out === '-') {
      const keep = Object.fromEntries(kept.columns.map(({ name, cells }) => [name, cells.map((cell) => cell ?? null)]))
      return { document: { rows: scores.length, scores: [...inFileOrder], ...(options.keep && { keep }) }, text: pieces }
    }
    await around.outputs.write(options.out, pieces())
    return writtenTo(scores, options.out)
  },
})

/** Throws where the columns to keep have no place. */
function refuseKept(keep: readonly string[], { to, table, engine }: Options): void {
  if (to === 'lines' || to === 'run') throw new UsageError(`--keep goes with --to csv or parquet: --to ${to} has no place for columns.`)
  if (table !== undefined || engine !== undefined)
    throw new UsageError(
      'Columns stay on the engine: leave --keep out, and join the scores with the table there, by list and item or place.',
    )
  const own = keep.find((name) => scoreColumns.includes(name))
  if (own !== undefined)
    throw new UsageError(`A table of scores has a column "${own}" of its own: leave it out of --keep, or rename that of the data.`)
}

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
  const kind = kindOf(options)
  if (kind === 'run') throw new UsageError('A run names items, which engines do not keep: leave --to run or --engine out.')
  return withEngine(name, undefined, outer, async (engine, around) => {
    const columns = modelColumns(ranker, options)
    if (options.table !== undefined) await engine.requireTable(options.table, data)
    const { parts, lists } = await engine.pack(data, columns.options, columns.reading)
    if (parts.sorted && kind === 'lines' && options.table === undefined)
      throw new UsageError(
        'Rows of a list stand apart, or have no order (as those of a query on Spark), so their scores would not be in the order of the rows: sort files and tables by list first, or write the scores with --to parquet or --table.',
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
    if (kind === 'parquet') {
      await writeScoreTable(scored, options.out, { format: kind, outputs: around.outputs })
      return writtenTo(scores, options.out, report)
    }
    const pieces = () => (kind === 'csv' ? scoresCsv(scored) : linesOf(scores))
    if (options.out === '-') return { document: { rows: scores.length, scores: [...scores], engine: report }, text: pieces }
    await around.outputs.write(options.out, pieces())
    return writtenTo(scores, options.out, report)
  })
}

/** One number per line, in pieces of some kilobytes. */
function* linesOf(scores: Float64Array): Generator<string> {
  for (let first = 0; first < scores.length; first += 4096) {
    yield `${Array.from(scores.subarray(first, first + 4096), numberText).join('\n')}\n`
  }
}
