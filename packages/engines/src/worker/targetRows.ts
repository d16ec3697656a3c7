/**
 * Target statistics of the rows of a table, in two steps between which Spark brings the rows of a category together.
 *
 * First the rows come as in `tableRows.ts`, and go out with their category, the place of their list in an order of all lists, and how much better than the mean of their
 * list they are.
 *
 *   column · category · rank · row · part · better
 *
 * Then these lines come, sorted by their first four fields, and go out with the statistic of the lists before theirs. The last line of a category has the row −1, and the
 * statistic of all its rows.
 *
 *   column · category · row · part · statistic
 */
import { numberText, type PartEncoding, partTargetRows, RunningStatistic, type TargetQuestion, tablePart } from '@rankwright/core/data'
import { separatorOf, TAB } from './fields.ts'
import { linesTogether } from './lineCutter.ts'
import { planOf } from './plan.ts'
import { type ReadPart, TableRowReader, type TableRowsPlan } from './tableRows.ts'

/** As operations of the worker. */
export const TARGET_ROWS = 'targetRows'
export const TARGET_STATISTICS = 'targetStatistics'

export interface TargetPlan extends TableRowsPlan, Pick<PartEncoding, 'grades'> {
  readonly columns: TargetQuestion['columns']
  /** How many there are in all. */
  readonly lists: number
}

/** Lines that go out as one text, since a stream takes long texts faster. */
const TOGETHER = 1000

/** A problem ends the worker: the same rows were read before. */
export async function* targetRows(input: AsyncIterable<Uint8Array>, bytes: Uint8Array): AsyncGenerator<string> {
  const plan = planOf<TargetPlan>(bytes)
  const reader = new TableRowReader(plan, { columns: plan.columns.map(({ name }) => name) })
  let separator: string | undefined
  for await (const together of linesTogether(input))
    for (const line of together) {
      separator ??= separatorOf(line)
      yield* rowsOf(plan, reader.add(line), separator)
    }
  yield* rowsOf(plan, reader.end(), separator ?? TAB)
}

function* rowsOf(plan: TargetPlan, read: ReadPart | undefined, separator: string): Generator<string> {
  if (read === undefined) return
  const { part, lists, texts } = read
  const before = plan.before[part]
  const table = tablePart(plan.reading, lists, texts, before.rows)
  let lines: string[] = []
  for (const { column, category, rank, row, better } of partTargetRows(plan.reading, table, plan, plan.columns, before, plan.lists)) {
    lines.push([column, category, rank, row, part, numberText(better)].join(separator))
    if (lines.length < TOGETHER) continue
    yield lines.join('\n')
    lines = []
  }
  if (lines.length > 0) yield lines.join('\n')
}

export async function* targetStatistics(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let separator = TAB
  let key = ''
  let [rank, known] = ['', 0]
  let statistic = new RunningStatistic()
  let lines: string[] = []
  const last = () => [key, -1, -1, numberText(statistic.value)].join(separator)
  for await (const together of linesTogether(input))
    for (const line of together) {
      separator = separatorOf(line)
      const [column, category, ownRank, row, part, better] = line.toString('latin1').split(separator)
      const ownKey = `${column}${separator}${category}`
      if (ownKey !== key) {
        if (key !== '') lines.push(last())
        key = ownKey
        rank = ''
        statistic = new RunningStatistic()
      }
      if (ownRank !== rank) {
        rank = ownRank
        known = statistic.value // of the lists before
      }
      statistic.add(Number(better))
      lines.push([key, row, part, numberText(known)].join(separator))
      if (lines.length < TOGETHER) continue
      yield lines.join('\n')
      lines = []
    }
  if (key !== '') lines.push(last())
  if (lines.length > 0) yield lines.join('\n')
}
