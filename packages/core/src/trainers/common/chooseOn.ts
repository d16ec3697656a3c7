/**
 * A choice by measurement: a value of an option from a grid, or the iteration at which a fit is best. The best candidate is taken, the first
 * among equals; a measurement that is not a finite number decides nothing. The notes say if the choice is doubtful.
 */

import { betterValues } from '../../metrics/metricDirection.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'

/** What is chosen, and by what. */
export interface Criterion extends Pick<TunedOption, 'option' | 'on' | 'metric' | 'triedFrom'> {
  /** Errors are to be small, metrics large. On validation data it is what the metric says. */
  readonly best?: 'largest' | 'smallest'
  /** For iterations: the most that could be made. There is no grid then, so no end of a grid to warn about. */
  readonly most?: number
}

/** The best candidate so far. `kept` is what belongs to it: a fit, weights. */
export interface Leader<Kept> {
  /** The value of the option. */
  readonly tried: number
  readonly measured: number
  readonly kept: Kept
}

export interface Chosen<Kept> extends Leader<Kept> {
  /** For the record of the training. */
  readonly tuned: TunedOption
  readonly notes: readonly string[]
}

/** A choice whose candidates come one after the other. */
export interface OpenChoice<Kept> {
  /** Whether this candidate leads now; only then is it kept. */
  offer(tried: number, measured: number, keep: () => Kept): boolean
  readonly leader: Leader<Kept> | undefined
  /** Candidates since the leader came. */
  readonly sinceLeader: number
  /** Ends the choice. It is an error when nothing was measured that could decide. */
  decide(): Chosen<Kept>
}

/** What one value of the option came to. */
export interface Candidate<Kept> {
  readonly measured: number
  readonly kept: Kept
}

/** Chooses from a grid: `candidateAt` gives the result of each value in turn, after a fit or at once. */
export function* chooseOn<Kept>(
  criterion: Criterion,
  grid: readonly number[],
  candidateAt: (value: number, index: number) => Training<Candidate<Kept>> | Candidate<Kept>,
): Training<Chosen<Kept>> {
  const choice = openChoice<Kept>(criterion)
  for (const [index, value] of grid.entries()) {
    const candidate = candidateAt(value, index)
    const { measured, kept } = 'measured' in candidate ? candidate : yield* candidate
    choice.offer(value, measured, () => kept)
    yield { stage: criterion.option, done: index + 1, total: grid.length, metrics: { [criterion.metric]: measured } }
  }
  return choice.decide()
}

export function openChoice<Kept>(criterion: Criterion): OpenChoice<Kept> {
  const { option, on, metric, triedFrom } = criterion
  const best = criterion.best ?? (on === 'valid' && betterValues(metric) === 'lesser' ? 'smallest' : 'largest')
  const tried: number[] = []
  const values: number[] = []
  let leader: Leader<Kept> | undefined
  let sinceLeader = 0
  return {
    offer(value, measured, keep) {
      sinceLeader++
      if (!Number.isFinite(measured)) return false
      tried.push(value)
      values.push(measured)
      const leads = leader === undefined || (best === 'largest' ? measured > leader.measured : measured < leader.measured)
      if (!leads) return false
      leader = { tried: value, measured, kept: keep() }
      sinceLeader = 0
      return true
    },
    get leader() {
      return leader
    },
    get sinceLeader() {
      return sinceLeader
    },
    decide() {
      if (leader === undefined)
        throw new RankwrightError(
          on === 'valid' ? { area: 'model', code: 'valid-decides-nothing', metric } : { area: 'model', code: 'training-diverged' },
        )
      return {
        ...leader,
        tuned: { option, on, metric, tried, ...(triedFrom && { triedFrom }), values },
        notes: choiceNotes(criterion, tried, values, leader),
      }
    },
  }
}

const places: Readonly<Record<TunedOption['on'], string>> = {
  valid: 'on the validation data',
  folds: 'on the folds',
  'left-out lists': 'on left-out lists',
  'left-out items': 'on left-out items',
  'training lists': 'on the training lists',
}

function choiceNotes(
  { option, on, metric, most }: Criterion,
  tried: readonly number[],
  values: readonly number[],
  { tried: taken, measured }: Leader<unknown>,
): string[] {
  const stopped = most === undefined ? [] : [`stopped by the validation data: ${metric} ${measured.toFixed(4)} after iteration ${taken}`]
  const equals = tried.filter((_, index) => values[index] === measured)
  if (equals.length > 1) {
    const shown = equals.length > 5 ? `${equals.slice(0, 5).join(', ')}, …` : equals.join(', ')
    return [
      ...stopped,
      `${equals.length} of ${tried.length} values of ${namedOption(option)} tie for the best ${places[on]} (${shown}); the first was taken`,
    ]
  }
  if (most !== undefined) {
    return taken < most
      ? stopped
      : [
          ...stopped,
          `${namedOption(option)} ${taken} was best ${places[on]}, and is the most allowed; allow more with ${namedOption(option)}`,
        ]
  }
  const [least, greatest] = [Math.min(...tried), Math.max(...tried)]
  if (tried.length < 2 || (taken !== least && taken !== greatest)) return []
  const [end, beyond] = taken === least ? ['smallest', 'smaller'] : ['largest', 'larger']
  return [`${namedOption(option)} ${taken} was best ${places[on]}, and is the ${end} tried; a ${beyond} one may be better: try one with it`]
}
