import type { StepFunctions } from '../../models/steps/steps.ts'
import type { BinnedColumn } from './binnedColumn.ts'
import type { WeakRanker } from './weakRanker.ts'

/** A weak ranker with its weight α. */
export interface Round extends WeakRanker {
  readonly alpha: number
}

/** The sum of the rounds: one step function for each feature that has a round, moved so that its mean over the training rows is 0. */
export function boostedSteps(columns: readonly BinnedColumn[], rounds: readonly Round[]): StepFunctions {
  const byPlace = new Map<number, Round[]>()
  for (const round of rounds) byPlace.set(round.place, [...(byPlace.get(round.place) ?? []), round])
  const places = Array.from(byPlace.keys()).sort((a, b) => a - b)
  const starts = [0]
  const thresholds: number[] = []
  const levels: number[] = []
  const missing: number[] = []
  for (const place of places) {
    const own = stepsOf(columns[place], byPlace.get(place) ?? [])
    thresholds.push(...own.thresholds)
    levels.push(...own.levels)
    missing.push(own.missing)
    starts.push(thresholds.length)
  }
  return {
    columns: Uint32Array.from(places, (place) => columns[place].column),
    starts: Uint32Array.from(starts),
    thresholds: Float32Array.from(thresholds),
    levels: Float64Array.from(levels),
    missing: Float64Array.from(missing),
  }
}

function stepsOf({ thresholds, counts }: BinnedColumn, rounds: readonly Round[]) {
  const last = counts.length - 2
  const rises = new Float64Array(last + 1) // rises[k]: from bin k to bin k + 1
  let missing = 0
  for (const { bin, missingAbove, alpha } of rounds) {
    if (bin < last) rises[bin] += alpha
    if (missingAbove) missing += alpha
  }
  const rows = counts.reduce((sum, count) => sum + count, 0)
  let [level, sum] = [0, counts[last + 1] * missing]
  for (let bin = 0; bin <= last; bin++) {
    sum += counts[bin] * level
    level += rises[bin]
  }
  const mean = sum / rows
  const kept: number[] = []
  const levels = [-mean]
  level = 0
  for (let bin = 0; bin < last; bin++) {
    if (rises[bin] === 0) continue
    level += rises[bin]
    kept.push(thresholds[bin])
    levels.push(level - mean)
  }
  return { thresholds: kept, levels, missing: missing - mean }
}
