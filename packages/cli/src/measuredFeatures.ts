/** What was measured of the features of a model on data, as text. */
import type { FeatureShape, PermutationImportance } from '@rankwright/core'
import type { ColumnFact, MeasuredFeatures } from '@rankwright/core/reports'
import { counted, decimals, readable } from './terminal/numbers.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

/** Nothing where nothing was measured. */
export function measuredSections(
  { importance, shapes }: MeasuredFeatures,
  columns: readonly ColumnFact[],
  top: number,
  out: string | undefined,
  style: Style,
): string {
  const sections = [
    ...(importance === undefined ? [] : [importanceText(importance, top, style)]),
    ...(importance === undefined || columns.length === 0 ? [] : [lossesText(columns, style)]),
    ...(shapes === undefined || out !== undefined ? [] : shapes.features.map((shape) => shapeText(shape, style))),
    ...(shapes === undefined || out === undefined ? [] : [`Shapes of ${counted(shapes.features.length, 'feature')} written to ${out}`]),
  ]
  return sections.map((section) => `\n${section}\n`).join('')
}

function importanceText(
  { metric, value, lists, repeats, shuffle, confidence, features }: PermutationImportance,
  top: number,
  style: Style,
): string {
  const shown = features.slice(0, top)
  const most = Math.max(...shown.map(({ loss }) => loss))
  const bar = (loss: number) => style.dim('█'.repeat(most > 0 && loss > 0 ? Math.round((20 * loss) / most) : 0))
  const table = textTable(
    ['feature', 'loss', `${readable(100 * confidence)} % interval`, ''],
    ['left', 'right', 'left', 'left'],
    shown.map(({ feature, loss, interval }) => [
      feature,
      decimals(loss),
      `${decimals(interval[0])} to ${decimals(interval[1])}`,
      bar(loss),
    ]),
  )
  const where = shuffle === 'data' ? 'among all rows' : 'within each list'
  const left = features.length - shown.length
  const rest = left > 0 ? `\n  ${style.dim(`and ${counted(left, 'feature')} more; --top N or --json shows them`)}` : ''
  return `${style.bold(`${metric} ${decimals(value)} on ${counted(lists, 'list')}; what it loses when a feature is shuffled ${where}, mean of ${counted(repeats, 'time')}`)}\n${table}${rest}`
}

/** Losses added up for each column of the table. */
function lossesText(columns: readonly ColumnFact[], style: Style): string {
  const sorted = columns.map(({ column, features, loss = 0 }) => ({ column, features, loss })).sort((a, b) => b.loss - a.loss)
  const most = Math.max(...sorted.map(({ loss }) => loss))
  const bar = (loss: number) => style.dim('█'.repeat(most > 0 && loss > 0 ? Math.round((20 * loss) / most) : 0))
  const rows = sorted.map(({ column, features, loss }) => [column, String(features), decimals(loss), bar(loss)])
  return `${style.bold('the same, added up for each column')}\n${textTable(['column', 'features', 'loss', ''], ['left', 'right', 'right', 'left'], rows)}`
}

function shapeText({ feature, points }: FeatureShape, style: Style): string {
  const scores = points.map(({ score }) => score)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  const bar = (score: number) => style.dim('█'.repeat(most > least ? 1 + Math.round((19 * (score - least)) / (most - least)) : 1))
  const rows = points.map(({ value, category, score, rows: count }) => [
    category ?? (Number.isNaN(value) ? 'missing' : readable(value)),
    readable(score),
    String(count),
    bar(score),
  ])
  return `${style.bold(`shape of ${feature}`)}\n${textTable(['value', 'mean score', 'rows', ''], ['right', 'right', 'right', 'left'], rows)}`
}
