import { bootstrapInterval } from '../../evaluation/bootstrap.ts'
import { metricDifference } from '../../evaluation/metricDifference.ts'
import type { GroupsOfLists } from '../../recognition/groupsOfCopies.ts'

/** What lists show: one number for each, NaN where a list does not count or was not measured. */
export type ListValues = Float64Array

export interface PairedDifference {
  readonly mean: number
  /** Standard error of the mean. */
  readonly error: number
  /** Different lists that both were measured on. */
  readonly lists: number
}

/** One less another, list by list. Copies of a list vary together, so each group of them counts as one for the error. */
export function pairedDifference(one: ListValues, other: ListValues, groups: GroupsOfLists, weights?: ArrayLike<number>): PairedDifference {
  const differences = Float64Array.from(one, (value, list) => metricDifference(value, other[list]))
  const measured = groups.map((group) => group.filter((list) => !Number.isNaN(differences[list]))).filter((group) => group.length > 0)
  let [weight, sum] = [0, 0]
  for (const list of measured.flat()) {
    const share = weights?.[list] ?? 1
    weight += share
    sum += share * differences[list]
  }
  const mean = sum / weight
  let squares = 0
  for (const group of measured) {
    const apart = group.reduce((total, list) => total + (weights?.[list] ?? 1) * (differences[list] - mean), 0)
    squares += apart * apart
  }
  const lists = measured.length
  return { mean, lists, error: lists < 2 ? Infinity : (Math.sqrt(squares) / weight) * Math.sqrt(lists / (lists - 1)) }
}

/** Fewer lists say nothing about what is hopeless. */
const fewestLists = 20
/** Of a normal distribution, 0.5 % on each side: many settings are compared. */
const standardErrors = 2.576

/** Whether one is worse than another beyond chance, where greater values are better. */
export function isHopeless(one: ListValues, other: ListValues, groups: GroupsOfLists, weights?: ArrayLike<number>): boolean {
  const { mean, error, lists } = pairedDifference(one, other, groups, weights)
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

/** Mean and 95 % interval over the lists measured, those of a group together; undefined where there is none. */
export function summaryOf(
  values: ListValues,
  seed: number,
  groups: GroupsOfLists,
  weights?: ArrayLike<number>,
): { readonly value: number; readonly interval?: readonly [number, number] } | undefined {
  const value = meanOf(values, weights)
  if (Number.isNaN(value)) return undefined
  const counting = groups.map((group) => group.filter((list) => !Number.isNaN(values[list]))).filter((group) => group.length > 0)
  const weightOf = (group: readonly number[]) => group.reduce((sum, list) => sum + (weights?.[list] ?? 1), 0)
  const own = Float64Array.from(counting, (group) => {
    if (group.length === 1) return values[group[0]]
    const weight = weightOf(group)
    return weight === 0 ? 0 : group.reduce((sum, list) => sum + (weights?.[list] ?? 1) * values[list], 0) / weight
  })
  const areEqual = weights === undefined && counting.every((group) => group.length === 1)
  const interval = bootstrapInterval(own, { seed, ...(!areEqual && { weights: Float64Array.from(counting, weightOf) }) })
  return { value, ...(interval.every(Number.isFinite) && { interval: [interval[0], interval[1]] as const }) }
}
