/** Where the best value of an option is the least or the greatest that was tried: a better one may lie beyond it. */
import { twoDigits } from '../numeric/twoDigits.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { namedOption } from '../problems/namedOption.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { TrialOptions } from '../trainers/common/trialOptions.ts'
import { type MethodName, methodOf } from '../trainers/methods.ts'

export interface GridEdge {
  readonly option: string
  readonly value: number
  readonly end: 'least' | 'greatest'
  /** What to try next, as far as the option may have it. */
  readonly beyond: readonly number[]
}

interface Trial {
  readonly options: TrialOptions
  readonly score: number
}

/** Of fewer values the best one always lies at an end. */
const fewest = 3

/** Options with several numbers tried; those whose next value is just as good, or not allowed, are left out. */
export function gridEdges(method: MethodName, best: Trial, trials: readonly Trial[]): GridEdge[] {
  const table: OptionTable = methodOf(method).options
  return Object.entries(best.options).flatMap(([option, value]): GridEdge[] => {
    const tried = [...new Set(trials.map(({ options }) => options[option]))]
      .filter((each) => typeof each === 'number')
      .sort((a, b) => a - b)
    const place = tried.indexOf(value as number)
    if (tried.length < fewest || typeof value !== 'number' || (place !== 0 && place !== tried.length - 1)) return []
    const next = tried[place === 0 ? 1 : place - 1]
    if (trials.some((other) => other.score === best.score && isWith(other.options, best.options, option, next))) return []
    const beyond = valuesBeyond(value, next).filter((each) => isAllowed(table, { ...best.options, [option]: each }))
    return beyond.length === 0 ? [] : [{ option, value, end: place === 0 ? 'least' : 'greatest', beyond }]
  })
}

export function edgeText({ option, value, end, beyond }: GridEdge): string {
  return `${namedOption(option)} ${twoDigits(value)} is the ${end} value that was tried, so a ${end === 'least' ? 'smaller' : 'greater'} one may be better: try ${beyond.join(' and ')} too.`
}

/** Two more steps of the same factor, or of the same length where there is none. */
function valuesBeyond(value: number, next: number): number[] {
  const steps = value > 0 && next > 0 ? [value * (value / next), value * (value / next) ** 2] : [2 * value - next, 3 * value - 2 * next]
  return steps.map((step) =>
    Number.isInteger(value) && Number.isInteger(next) && Math.abs(step) >= 1 ? Math.round(step) : twoDigits(step),
  )
}

/** The same setting but for one option. */
function isWith(options: TrialOptions, others: TrialOptions, option: string, value: number): boolean {
  return Object.keys(others).every((name) => options[name] === (name === option ? value : others[name]))
}

function isAllowed(table: OptionTable, options: TrialOptions): boolean {
  try {
    resolveUncheckedOptions(table, options)
    return true
  } catch (error) {
    if (error instanceof RankwrightError) return false
    throw error
  }
}
