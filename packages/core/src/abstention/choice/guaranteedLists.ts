/**
 * A threshold for whole lists with a guarantee: among the lists that are answered, the mean of a risk is at most alpha, except with
 * probability delta over the draw of these lists. Those that are answered are independent draws from the lists that will be answered, so
 * they alone are tested.
 *
 * The thresholds of a grid that was fixed beforehand are tested in a fixed sequence from the most to the least cautious. Near the cautious end
 * few lists are answered and nothing can be shown, so the sequence must not end there: it is the fallback form of fixed-sequence
 * testing (Wiens 2003, "A fixed sequence Bonferroni procedure for testing multiple endpoints"). Each of K thresholds has delta/K of its
 * own, and one that passes hands all that it had on to the next. That any threshold passes wrongly has probability at most delta.
 */
import { groupsAmong, onceEach, riskIsAtMost } from '../riskIsAtMost.ts'

export interface GuaranteedLists {
  readonly alpha: number
  readonly delta: number
  /** Lists with two items of different labels, those that repeat another left out; the guarantee is about such lists. */
  readonly lists: number
  /** From the most to the least cautious. */
  readonly tested: readonly TestedLists[]
  /** The least cautious threshold that passed; absent if none did. */
  readonly threshold?: number
}

export interface TestedLists {
  readonly threshold: number
  /** How many lists are answered, and their share. */
  readonly answered: number
  readonly coverage: number
  /** The mean risk of these; NaN if there are none. */
  readonly risk: number
  /** The probability with which this threshold may have passed wrongly. */
  readonly level: number
  readonly outcome: 'passed' | 'failed'
}

/** One number for each list. */
export interface ConfidentLists {
  /** Which lists they are. */
  readonly lists: Uint32Array
  readonly confidence: Float64Array
  readonly risk: Float64Array
}

/** `first` has, for every list, the place of the first that is equal to it; without it no list repeats another. */
export function guaranteedLists(
  { lists, confidence, risk }: ConfidentLists,
  thresholds: readonly number[],
  { alpha, delta, first }: { readonly alpha: number; readonly delta: number; readonly first?: Uint32Array | undefined },
): GuaranteedLists {
  const grid = [...new Set(thresholds)].sort((a, b) => b - a)
  const groups = groupsAmong(lists, first)
  const all = groups === undefined ? lists.length : new Set(groups).size
  let handedOn = 0
  const tested = grid.map((threshold): TestedLists => {
    const isAnswered = (_: number, list: number) => confidence[list] >= threshold
    const [own, ownGroups] = [risk.filter(isAnswered), groups?.filter(isAnswered)]
    const level = delta / grid.length + handedOn
    const passed = riskIsAtMost(own, ownGroups, alpha, level)
    handedOn = passed ? level : 0
    const once = onceEach(own, ownGroups)
    return {
      threshold,
      answered: once.length,
      coverage: once.length / all,
      risk: once.reduce((sum, each) => sum + each, 0) / once.length,
      level,
      outcome: passed ? 'passed' : 'failed',
    }
  })
  const best = tested.findLast(({ outcome }) => outcome === 'passed')
  return { alpha, delta, lists: all, tested, ...(best && { threshold: best.threshold }) }
}
