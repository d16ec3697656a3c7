/** What is served, as metrics need it: one number per row, and what was left undecided. */
import { count, fields, number, oneOf, optional, requireArguments } from '../../arguments/shapes.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { ChosenRule } from '../../models/common/abstentionRule.ts'
import type { ListModel } from '../../models/model.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { AbstentionRule } from '../../rules/ruleTable.ts'
import { type TiePolicy, tiePolicies } from '../undecided.ts'
import { type ServedList, servedLists } from './servedLists.ts'
import { isAboutPairs, type Serving } from './servingOptions.ts'

export interface ServedScores {
  /** 0 for the first place of a list, −1 for the second …: the greatest first is the order that is served. No two of a list are equal. */
  readonly scores: Float64Array
  /** Per list, with a rule for whole lists: 1 if it was left as it came. */
  readonly asItCame?: Uint8Array
  /** Per list, with a rule for pairs: the share of its pairs that is undecided; NaN for a list without pairs. */
  readonly undecided?: Float64Array
  /** Per list: 1 if the order in which its items came had a say, because it was kept or because scores are equal. */
  readonly byFile: Uint8Array
}

/** What was served of some lists, for a report. */
export interface ServedReport {
  readonly rule: AbstentionRule
  /** With a rule for pairs: what became of runs of undecided items. */
  readonly ties?: TiePolicy
  readonly lists: number
  /** With a rule for whole lists: how many were left in the order they came in, which is that of the file. */
  readonly asTheyCame?: number
  /** With a rule for pairs: the share of the pairs of a list that is undecided, averaged over the lists. */
  readonly undecided?: number
}

/** `scores` are those of the model. */
export function servedScores(
  model: ListModel,
  lists: RankingLists,
  scores: Float64Array,
  serving: Serving,
  compute: Compute,
): ServedScores {
  const { offsets } = lists
  const served = servedLists(model, lists, scores, serving, compute)
  const listCount = offsets.length - 1
  const into = new Float64Array(scores.length)
  const asItCame = serving.rule !== undefined && !isAboutPairs(serving.rule) ? new Uint8Array(listCount) : undefined
  const undecided = isAboutPairs(serving.rule) ? new Float64Array(listCount) : undefined
  const byFile = new Uint8Array(listCount)
  for (let list = 0; list < listCount; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    const answer = served(list)
    for (const [place, item] of answer.order.entries()) into[first + item] = place === 0 ? 0 : -place
    if (asItCame && 'answered' in answer && !answer.answered) asItCame[list] = 1
    const pairs = ((last - first) * (last - first - 1)) / 2
    if (undecided && 'countPairs' in answer) undecided[list] = pairs === 0 ? Number.NaN : answer.countPairs() / pairs
    if (fileHasASay(answer, scores.subarray(first, last), serving.ties)) byFile[list] = 1
  }
  return { scores: into, ...(asItCame && { asItCame }), ...(undecided && { undecided }), byFile }
}

/** Of these lists, by their numbers; all if none are named. */
export function servedReport(
  { asItCame, undecided, byFile }: ServedScores,
  { rule, ties }: { readonly rule: ChosenRule; readonly ties: TiePolicy },
  among: readonly number[] = Array.from(byFile.keys()),
): ServedReport {
  const shares = undecided === undefined ? [] : among.map((list) => undecided[list]).filter((share) => !Number.isNaN(share))
  const { origin: _, ...stated } = rule
  return {
    rule: stated,
    ...(undecided && { ties }),
    lists: among.length,
    ...(asItCame && { asTheyCame: among.filter((list) => asItCame[list] === 1).length }),
    ...(undecided && { undecided: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length) }),
  }
}

const shapes = {
  report: fields({
    lists: count(),
    asTheyCame: optional(count()),
    undecided: optional(number({ atLeast: 0, atMost: 1 })),
    ties: optional(oneOf(...tiePolicies)),
  }),
}

/** Completes "the lists as rank serves them:". */
export function servedText(report: ServedReport): string {
  requireArguments({ report }, shapes)
  const { lists, asTheyCame, undecided, ties } = report
  if (asTheyCame !== undefined) return `${asTheyCame} of ${lists} left as they came`
  const share = `${(100 * (undecided ?? 0)).toFixed(1)} % of the pairs of a list undecided`
  switch (ties) {
    case 'keep':
      return `${share} and kept in the order they came where decided pairs allow it`
    case 'random':
      return `${share} and drawn at random where decided pairs allow it`
    default:
      return `${share} and shown by score`
  }
}

function fileHasASay(answer: ServedList, scores: Float64Array, ties: TiePolicy): boolean {
  switch (answer.by) {
    case 'score':
      return holdsEqual(scores)
    case 'whole list':
      return !answer.answered || holdsEqual(scores)
    case 'pairs':
      if (ties === 'random') return holdsEqual(scores) && answer.decidesEqual()
      return (ties === 'keep' && answer.runs.length > 0) || holdsEqual(scores)
  }
}

function holdsEqual(scores: Float64Array): boolean {
  return new Set(scores).size < scores.length
}
