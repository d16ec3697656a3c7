/** What a guarantee of an abstention says, or why there is none, as one sentence for the terminal and for pages. */
import { rowOf } from '../../rules/ruleTable.ts'
import { shownAtMost, shownChance } from '../../theory/shown.ts'
import type { GuaranteedThreshold } from '../guaranteedThreshold.ts'
import type { AbstainReport } from './abstain.ts'

/** `number` writes a threshold. Undefined if no guarantee was asked for. */
export function guaranteeText(report: Pick<AbstainReport, 'rule' | 'guaranteed'>, number: (value: number) => string): string | undefined {
  const { rule, guaranteed } = report
  if (guaranteed === undefined) return undefined
  const { alpha, delta, threshold } = guaranteed
  const { leaves, words, atLeast } = rowOf(rule)
  const most = shownAtMost(alpha)
  if (threshold === undefined)
    return leaves === 'lists'
      ? `No ${words.threshold} guarantees a risk of at most ${most}; give more lists or a larger share`
      : `No ${words.threshold} that answers anything guarantees a list risk of at most ${most}; ${nextStep(guaranteed as GuaranteedThreshold, words.threshold, atLeast, number)}`
  const what =
    leaves === 'lists'
      ? `the risk of the answered lists is at most ${most} on average`
      : `at most ${most} of the answered pairs of a list are wrong on average`
  return `With ${words.threshold} ${number(threshold)}, ${what}, except with probability ${shownChance(delta)}`
}

/** Where those that answer nothing pass, others have to be tried; else the lists are too few, or the model is not good enough. */
function nextStep({ tested }: GuaranteedThreshold, name: string, leastThreshold: number, number: (value: number) => string): string {
  const isSilent = tested.every(({ outcome }) => outcome === 'answers nothing')
  const least = Math.min(...tested.map(({ threshold }) => threshold))
  if (isSilent && least <= leastThreshold)
    return `even ${number(least)}, the least there is, leaves every pair undecided: the model cannot tell the items of these lists apart`
  const larger = name === 'radius' ? 'larger radii' : 'larger thresholds'
  return isSilent ? 'all of them leave every pair undecided: give smaller ones' : `give more lists, ${larger} or a larger share`
}
