/** What a statement about lists as they are served rests on, beside what any held-out statement does. */
import { incomingOrder } from '../abstention/serving/incomingOrder.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { Answers } from '../evaluation/served.ts'
import type { RuleOrigin } from '../models/common/abstentionRule.ts'
import { namedOption } from '../problems/namedOption.ts'
import type { Assumption } from './certificate.ts'

export function servedAssumptions(
  { byFile, serving }: NonNullable<Answers['served']>,
  lists: Pick<RankingLists, 'labels' | 'offsets'>,
): Assumption[] {
  const among = Array.from(byFile.keys()).filter((list) => byFile[list] === 1)
  return [ruleFixedBefore(serving.rule.origin), ...(among.length === 0 ? [] : [sameOrderInUse(lists, among)])]
}

function ruleFixedBefore(origin: RuleOrigin): Assumption {
  const text = 'The rule was fixed before the held-out lists were seen'
  switch (origin.by) {
    case 'hand':
      return { text: `${text} (its threshold was given by hand, so only you know).`, holds: 'unknown' }
    case 'cost':
    case 'guarantee':
      return {
        text: `${text} (it was chosen on ${origin.lists} lists; held-out lists that are among them do not count).`,
        holds: 'unknown',
      }
  }
}

/** What was kept as it came depends on the order of the file. */
function sameOrderInUse(lists: Pick<RankingLists, 'labels' | 'offsets'>, among: readonly number[]): Assumption {
  const had = `that order had a say in ${among.length} of ${lists.offsets.length - 1} lists`
  const text = 'In use, items come in an order like that of the rows in the file'
  if (!incomingOrder(lists, among).sorted) return { text: `${text}: ${had}.`, holds: 'unknown' }
  const remedy = `Put the rows of each list in the order in which items come in use, or shuffle them. Or leave nothing in that order: ${namedOption({ ties: 'random' })} for a rule about pairs, or ${namedOption('decideAll')}.`
  return { text: `${text}: ${had} (there the best items stand first, which no order in use can know).`, holds: false, remedy }
}
