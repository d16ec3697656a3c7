/** How `auto` chose, as a short table: the best setting of each method. */
import type { AutoCandidate, AutoRecord } from '@rankwright/core/models'
import { flagName } from '@rankwright/core/options'
import { autoVerdict, bestOfEachMethod, budgetText, measuredOn, whyLeftOut } from '@rankwright/core/reports'
import { decimals, readable } from './terminal/numbers.ts'
import { textTable } from './terminal/textTable.ts'

export function leaderboardText(record: AutoRecord): string {
  const { chosen, metric, on, ensemble, candidates } = record
  if (on === 'nothing') return `${chosen} was taken without measuring`
  const isEnsemble = chosen === 'ensemble'
  const shareOf = (method: string) => candidates.reduce((sum, { method: own, weight = 0 }) => (own === method ? sum + weight : sum), 0)
  const shares = (share: number) => (isEnsemble ? [share === 0 ? '' : decimals(share, 2)] : [])
  const rows = bestOfEachMethod(candidates).map(({ method, options, state, value, interval }) => [
    method,
    value === undefined ? '' : decimals(value),
    intervalText(interval),
    ...shares(shareOf(method)),
    whyLeftOut[state] ?? optionsText(options),
  ])
  const together = ensemble === undefined ? [] : [['ensemble', decimals(ensemble.value), intervalText(ensemble.interval), ...shares(0), '']]
  const first = isEnsemble ? 0 : 1 // the one that was chosen leads
  const table = textTable(
    ['method', metric, '95 % interval', ...(isEnsemble ? ['share'] : []), 'best setting'],
    ['left', 'right', 'left', ...(isEnsemble ? ['right' as const] : []), 'left'],
    [...rows.slice(0, first), ...together, ...rows.slice(first)],
  )
  return `Chosen: ${isEnsemble ? 'an ensemble' : chosen}, by ${metric} on ${measuredOn(record)}\n\n${table}\n\n${verdict(record)}`
}

function optionsText(options: AutoCandidate['options']): string {
  return Object.entries(options)
    .map(([option, value]) => `${flagName(option)} ${typeof value === 'number' ? readable(value) : String(value)}`)
    .join(' ')
}

function intervalText(interval: AutoCandidate['interval']): string {
  return interval === undefined ? '' : `${decimals(interval[0])} to ${decimals(interval[1])}`
}

function verdict(record: AutoRecord): string {
  const { chosen, ensemble } = record
  const used = budgetText(record)
  if (ensemble === undefined) return `${autoVerdict(record)} ${used}; --budget S changes how much is tried.`
  return `${autoVerdict(record)}${chosen === 'ensemble' ? ' --single takes it.' : ''} ${used}.`
}
