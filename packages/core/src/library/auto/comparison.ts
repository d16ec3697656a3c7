import { bootstrapInterval } from '../../evaluation/bootstrap.ts'
import { metricDifference } from '../../evaluation/metricDifference.ts'

/** What lists show: one number for each, NaN where a list does not count or was not measured. */
export type ListValues = Float64Array

export interface PairedDifference {
  readonly mean: number
  /** Standard error of the mean. */
  readonly error: number
  /** Lists that both were measured on. */
  readonly lists: number
}

/** One less another, list by list. */
export function pairedDifference(one: ListValues, other: ListValues, weights?: ArrayLike<number>): PairedDifference {
  let [lists, weight, sum] = [0, 0, 0]
  for (let list = 0; list < one.length; list++) {
    const difference = metricDifference(one[list], other[list])
    if (Number.isNaN(difference)) continue
    const share = weights?.[list] ?? 1
    lists++
    weight += share
    sum += share * difference
  }
  const mean = sum / weight
  let squares = 0
  for (let list = 0; list < one.length; list++) {
    const difference = metricDifference(one[list], other[list])
    if (Number.isNaN(difference)) continue
    const apart = (weights?.[list] ?? 1) * (difference - mean)
    squares += apart * apart
  }
  return { mean, lists, error: lists < 2 ? Infinity : (Math.sqrt(squares) / weight) * Math.sqrt(lists / (lists - 1)) }
}

/** Fewer lists say nothing about what is hopeless. */
const fewestLists = 20
/** Of a normal distribution, 0.5 % on each side: many settings are compared. */
const standardErrors = 2.576

/** Whether one is worse than another beyond chance, where greater values are better. */
export function isHopeless(one: ListValues, other: ListValues, weights?: ArrayLike<number>): boolean {
  const { mean, error, lists } = pairedDifference(one, other, weights)
  return lists >= fewestLists && mean + standardErrors * error < 0
}

/** Mean over the lists that count. */
export function meanOf(values: ListValues, weights?: ArrayLike<number>): number {
  let [sum, weight] = [0, 0]
  for (let list = 0; list < values.length; list++) {
    if (Number.isNaN(values[list])) continue
    sum += (weights?.[list] ?? 1) * values[list]
    weight += weights?.[list] ?? 1
  }
  return sum / weight
}

/** Mean and 95 % interval over the lists measured; undefined where there is none. */
export function summaryOf(
  values: ListValues,
  seed: number,
  weights?: ArrayLike<number>,
): { readonly value: number; readonly interval?: readonly [number, number] } | undefined {
  const counting = Array.from(values.keys()).filter((list) => !Number.isNaN(values[list]))
  const value = meanOf(values, weights)
  if (counting.length === 0 || Number.isNaN(value)) return undefined
  const own = Float64Array.from(counting, (list) => values[list])
  const interval = bootstrapInterval(own, { seed, ...(weights && { weights: Float64Array.from(counting, (list) => weights[list]) }) })
  return { value, ...(interval.every(Number.isFinite) && { interval: [interval[0], interval[1]] as const }) }
}
