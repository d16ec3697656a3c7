import type { AutoCandidate, AutoRecord } from '../models/common/autoRecord.ts'

/** What was measured of one setting on all lists, or of the ensemble. */
export interface AutoEntry {
  /** A method, or `ensemble`. */
  readonly method: string
  readonly options: AutoCandidate['options']
  readonly metric: string
  readonly value: number
  /** NaN where there are too few lists for one. */
  readonly interval: readonly [number, number]
  /** Its weight in the ensemble. */
  readonly weight?: number
}

/** A setting that was not measured on all lists, and why. */
export type AutoLeftOut = Pick<AutoCandidate, 'method' | 'options' | 'state'>

export interface AutoReport {
  readonly chosen: string
  readonly leaderboard: readonly AutoEntry[]
  readonly auto: Omit<AutoRecord, 'candidates' | 'chosen'> & { readonly leftOut: readonly AutoLeftOut[] }
}

/** How `auto` chose, as `train` tells it. */
export function autoReport({ chosen, candidates, ...auto }: AutoRecord): AutoReport {
  const { metric, ensemble } = auto
  const unknown = [Number.NaN, Number.NaN] as const
  const entries = candidates.flatMap(({ state, value, interval = unknown, ...own }): AutoEntry[] =>
    state !== 'measured' || value === undefined ? [] : [{ ...own, metric, value, interval }],
  )
  const { value, interval } = ensemble ?? {}
  const together: AutoEntry[] =
    value === undefined || interval === undefined ? [] : [{ method: 'ensemble', options: {}, metric, value, interval }]
  const first = chosen === 'ensemble' ? 0 : 1 // the one that was chosen leads
  const leftOut = candidates.filter(({ state }) => state !== 'measured').map(({ method, options, state }) => ({ method, options, state }))
  return { chosen, leaderboard: [...entries.slice(0, first), ...together, ...entries.slice(first)], auto: { ...auto, leftOut } }
}
