/** How `auto` chose, as a short table: the best setting of each method. */
import type { AutoCandidate, AutoRecord } from '@rankwright/core/models'
import { flagName } from '@rankwright/core/options'
import { counted, decimals, readable } from './terminal/numbers.ts'
import { textTable } from './terminal/textTable.ts'

export function leaderboardText(record: AutoRecord): string {
  const { chosen, metric, on, folds, lists, ensemble, candidates } = record
  if (on === 'nothing') return `${chosen} was taken without measuring`
  const where =
    on === 'valid' ? `${counted(lists, 'validation list')}` : `${counted(lists, 'list')}, each by models trained without it, ${folds} folds`
  const isEnsemble = chosen === 'ensemble'
  const shareOf = (method: string) => candidates.reduce((sum, { method: own, weight = 0 }) => (own === method ? sum + weight : sum), 0)
  const shares = (share: number) => (isEnsemble ? [share === 0 ? '' : decimals(share, 2)] : [])
  const rows = bestOfEach(candidates).map(({ method, options, state, value, interval }) => [
    method,
    value === undefined ? '' : decimals(value),
    intervalText(interval),
    ...shares(shareOf(method)),
    words[state] ?? optionsText(options),
  ])
  const together = ensemble === undefined ? [] : [['ensemble', decimals(ensemble.value), intervalText(ensemble.interval), ...shares(0), '']]
  const first = isEnsemble ? 0 : 1 // the one that was chosen leads
  const table = textTable(
    ['method', metric, '95 % interval', ...(isEnsemble ? ['share'] : []), 'best setting'],
    ['left', 'right', 'left', ...(isEnsemble ? ['right' as const] : []), 'left'],
    [...rows.slice(0, first), ...together, ...rows.slice(first)],
  )
  return `Chosen: ${isEnsemble ? 'an ensemble' : chosen}, by ${metric} on ${where}\n\n${table}\n\n${verdict(record)}`
}

const words: Readonly<Partial<Record<AutoCandidate['state'], string>>> = {
  dropped: 'dropped early: worse beyond chance',
  failed: 'could not be trained',
  unaffordable: 'not tried: beyond the budget',
}

/** The candidates are in order, the best first. */
function bestOfEach(candidates: readonly AutoCandidate[]): readonly AutoCandidate[] {
  const met = new Set<string>()
  return candidates.filter(({ method }) => met.size !== met.add(method).size)
}

function optionsText(options: AutoCandidate['options']): string {
  return Object.entries(options)
    .map(([option, value]) => `${flagName(option)} ${typeof value === 'number' ? readable(value) : String(value)}`)
    .join(' ')
}

function intervalText(interval: AutoCandidate['interval']): string {
  return interval === undefined ? '' : `${decimals(interval[0])} to ${decimals(interval[1])}`
}

function verdict({ chosen, ensemble, candidates, budget, spent }: AutoRecord): string {
  const single = candidates[0].method
  const used = `${readable(spent, 3)} of ${readable(budget)} reference seconds of work were used`
  if (ensemble === undefined) return `The single best method is ${single}. ${used}; --budget S changes how much is tried.`
  const gain = `${readable(ensemble.gain, 2)} ± ${readable(ensemble.error, 2)}`
  const isBetter = ensemble.gain > ensemble.error
  const found = isBetter
    ? `The ensemble is better than the best single method by ${gain} on lists that had no part in weighing it.`
    : `On lists that had no part in weighing it, the ensemble is not clearly better than the best single method (${gain}, its standard error). It is kept because with few lists it is mostly luck which single method looks best; several together depend less on it.`
  const why =
    chosen === 'ensemble'
      ? `${found} The single best method is ${single}: --single takes it.`
      : `On lists that had no part in weighing it, an ensemble is not clearly better than ${single} (${gain}, its standard error): ${single} is taken alone.`
  return `${why} ${used}.`
}
