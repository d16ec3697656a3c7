import type { GuaranteedThreshold } from '../guaranteedThreshold.ts'
import type { GuaranteedLists } from './guaranteedLists.ts'
import type { CalibratedOn } from './testedOn.ts'
import type { UnseenLists } from './unseenLists.ts'

export interface GuaranteeBasis {
  readonly calibratedOn?: CalibratedOn | undefined
  readonly thresholdsGiven: boolean
  /** Whether pairs were given to judge by. */
  readonly byPreferences: boolean
}

/** What a guarantee rests on, as whole sentences: all that a reader has to know beside the number. */
export function guaranteeConditions(
  guaranteed: GuaranteedThreshold | (GuaranteedLists & { readonly of: number }),
  { independent, unseen }: Pick<UnseenLists, 'independent' | 'unseen'>,
  { calibratedOn, thresholdsGiven, byPreferences }: GuaranteeBasis,
): string[] {
  return [
    ...populationOf(guaranteed),
    independent.text,
    unseen.text,
    ...(byPreferences ? ['The pairs given stand for labels, so a list that the model has seen may be known by its rows alone.'] : []),
    ...(calibratedOn === 'half of the lists' ? ['P was calibrated on the other half of the lists.'] : []),
    ...(thresholdsGiven ? ['The thresholds given were fixed before these lists were looked at.'] : []),
  ]
}

/** Which lists the guarantee is about, and what a list counts for that is not answered. */
function populationOf({ lists, of, threshold, tested }: GuaranteedThreshold | (GuaranteedLists & { readonly of: number })): string[] {
  const found = tested.find((each) => each.threshold === threshold)
  const judged = lists === of ? [] : [`Only lists with two items to tell apart count, also in the future: ${lists} of these ${of}.`]
  if (found === undefined) return judged
  if ('answered' in found) return [...judged, `The mean is over lists that are answered, here ${found.answered} of ${lists}.`]
  return [
    ...judged,
    ...(found.silentLists === 0 ? [] : [`A list that answers nothing counts as 0, here ${found.silentLists} of ${lists}.`]),
  ]
}
