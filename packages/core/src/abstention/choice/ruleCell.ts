import type { AbstentionRule } from '../../rules/ruleTable.ts'

/** One cell of the table over costs and thresholds of a rule. */
export interface RuleCell {
  readonly rule: AbstentionRule['rule']
  readonly threshold: number
  readonly cost: number
  /** misranked + cost · abstained, the mean over the runs. */
  readonly loss: number
  /** Their standard deviation; 0 for one run. */
  readonly lossStd: number
  /** Share that is left undecided: of pairs, or of lists for the rule of whole lists. */
  readonly abstained: number
  /** Share that is answered and wrong; of lists, the mean share of wrong pairs, 0 for a list that is left as it came. */
  readonly misranked: number
}

/** What is judged in one run: pairs, or lists. */
export interface JudgedUnits {
  readonly confidence: Float64Array
  readonly wrong: Float64Array
}

export function ruleCell(
  runs: readonly JudgedUnits[],
  { rule, threshold, isAnswered }: { readonly rule: RuleCell['rule']; readonly threshold: number; readonly isAnswered: Answers },
  cost: number,
): RuleCell {
  const shares = runs.map(({ confidence, wrong }) => {
    let [misses, answered] = [0, 0]
    for (let unit = 0; unit < wrong.length; unit++) {
      if (!isAnswered(confidence[unit], threshold)) continue
      answered++
      misses += wrong[unit]
    }
    const [misranked, abstained] = [misses / wrong.length, 1 - answered / wrong.length]
    return { misranked, abstained, loss: misranked + cost * abstained }
  })
  const mean = (of: (share: (typeof shares)[number]) => number) => shares.reduce((sum, share) => sum + of(share), 0) / shares.length
  const loss = mean((share) => share.loss)
  const squares = shares.reduce((sum, share) => sum + (share.loss - loss) * (share.loss - loss), 0)
  return {
    rule,
    threshold,
    cost,
    loss,
    lossStd: shares.length === 1 ? 0 : Math.sqrt(squares / (shares.length - 1)),
    abstained: mean(({ abstained }) => abstained),
    misranked: mean(({ misranked }) => misranked),
  }
}

/** Whether something of this confidence is answered at a threshold. */
export type Answers = (confidence: number, threshold: number) => boolean
