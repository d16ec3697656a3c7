/** How `auto` chose, in words: one wording for the terminal and for pages. */
import { betterValues } from '../metrics/metricDirection.ts'
import type { AutoCandidate, AutoRecord, CandidateState } from '../models/common/autoRecord.ts'

/** Of each method its best setting. Candidates are in order, the best first. */
export function bestOfEachMethod(candidates: readonly AutoCandidate[]): AutoCandidate[] {
  const met = new Set<string>()
  return candidates.filter(({ method }) => met.size !== met.add(method).size)
}

/** Why a setting was not measured on all lists; nothing where it was. */
export const whyLeftOut: Readonly<Partial<Record<CandidateState, string>>> = {
  dropped: 'dropped early: worse beyond chance',
  failed: 'could not be trained',
  unaffordable: 'not tried: beyond the budget',
}

/** What the methods were measured on. */
export function measuredOn({ on, lists, folds }: AutoRecord): string {
  const counted = `${String(lists).replaceAll(/\B(?=(\d{3})+$)/g, ',')} ${on === 'valid' ? 'validation ' : ''}${lists === 1 ? 'list' : 'lists'}`
  return on === 'valid' ? counted : `${counted}, each by models trained without it, ${folds} folds`
}

/** Why the chosen one was taken rather than an ensemble, or the other way round. */
export function autoVerdict({ metric, chosen, ensemble, candidates }: AutoRecord): string {
  const single = candidates[0].method
  if (ensemble === undefined) return `The single best method is ${single}.`
  const gain = `${rounded(ensemble.gain)} ± ${rounded(ensemble.error)}`
  if (chosen !== 'ensemble')
    return `On lists that had no part in weighing it, an ensemble is not clearly better than ${single} (${gain}, its standard error): ${single} is taken alone.`
  const [ahead, behind] = betterValues(metric) === 'lesser' ? [ensemble.value, candidates[0].value] : [candidates[0].value, ensemble.value]
  const seeming =
    ahead !== undefined && behind !== undefined && ahead > behind
      ? ` In the table ${single} has the better value, because its setting was picked on the same lists.`
      : ''
  const found =
    ensemble.gain > ensemble.error
      ? `The ensemble is better than the best single method by ${gain} on lists that had no part in weighing it.${seeming}`
      : `On lists that had no part in weighing it, the ensemble is not clearly better than the best single method (${gain}, its standard error). It is kept because with few lists it is mostly luck which single method looks best; several together depend less on it.`
  return `${found} The single best method is ${single}.`
}

/** How much of the allowance of work was used. */
export function budgetText({ budget, spent }: Pick<AutoRecord, 'budget' | 'spent'>): string {
  return `${Number(spent.toPrecision(3))} of ${budget} reference seconds of work were used`
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(2)))
}
