/** A metric made ready to measure many lists: a name, its conventions, and a function of one ranked list. */
import type { Conventions } from './conventions.ts'
import type { MetricName } from './metricName.ts'
import { type MetricRow, metricTable } from './metricTable.ts'
import { type RunOrder, runOrderOf } from './rankedList.ts'

export interface Metric extends MetricName {
  readonly conventions: Conventions
  readonly runOrder: RunOrder
  readonly range: MetricRow['range']
  /** Values of lists are logarithms: see `MetricRow`. */
  readonly logarithms: boolean
  /** Values of lists are added up: see `MetricRow`. */
  readonly sums: boolean
  /** The value of a list on which the metric is undefined; NaN if the list is left out. */
  readonly whenUndefined: number
  readonly measure: ReturnType<MetricRow['measure']>
}

export function metricOf(name: MetricName, general: Conventions): Metric {
  const row = metricTable[name.family]
  const averages = general.ties === 'expected' || general.ties === 'together'
  const conventions: Conventions = row.worstOfTies && averages ? { ...general, ties: 'worst' } : general
  return {
    ...name,
    conventions,
    runOrder: runOrderOf(conventions.ties),
    range: row.range,
    logarithms: row.logarithms === true,
    sums: row.sums === true,
    whenUndefined: whenUndefined(row, conventions),
    measure: row.measure(name.cutoff, conventions, name.level ?? Number.NaN),
  }
}

/** `one` means as good as can be, which a metric without a greatest value cannot say: there the list counts 0. */
function whenUndefined({ whenUndefined: rule, range }: MetricRow, { emptyLists }: Conventions): number {
  if (rule === 'left-out' || emptyLists === 'skip') return Number.NaN
  return emptyLists === 'one' && range[1] < Infinity ? range[1] : range[0]
}
