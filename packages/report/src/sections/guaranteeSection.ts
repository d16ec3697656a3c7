import { guaranteeText } from '@rankwright/core/abstention'
import { rowOf } from '@rankwright/core/models'
import { notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { counted, decimals, grouped, percent, readable } from '../text/shown.ts'
import { riskWords, type ToldAbstention } from './toldAbstention.ts'

/** Which thresholds keep the risk that was asked for, and which do not. */
export function guaranteeSection(report: ToldAbstention): Section[] {
  const { rule, guaranteed, heldOut, stored, chosen } = report
  if (guaranteed === undefined) return []
  const { lists, tested, threshold: best } = guaranteed
  const { words, leaves } = rowOf(rule)
  const origin = stored?.origin ?? chosen?.origin
  return [
    {
      title: 'What is guaranteed',
      lead: `${guaranteeText(report, readable)}. Tested on ${counted(lists, 'list')}${heldOut !== undefined && heldOut.seen > 0 ? `; ${grouped(heldOut.seen)} of ${grouped(heldOut.given)} do not count, because the model has seen them, or most of their rows` : ''}.`,
      parts: [
        tableHtml({
          label: 'Thresholds that were tested',
          columns: [words.threshold, `answered ${leaves}`, 'risk', 'guaranteed'],
          rows: tested.map((each) => [
            `${readable(each.threshold)}`,
            percent('listCoverage' in each ? each.listCoverage : each.coverage),
            decimals('listRisk' in each ? each.listRisk : each.risk, 4),
            each.threshold === best ? 'yes: the least cautious one' : outcomeWords[each.outcome],
          ]),
        }),
        ...notes([
          leaves === 'lists'
            ? `Risk: ${riskWords(report)}, mean over the answered lists.`
            : 'Risk: the share of wrong pairs among the answered ones of a list, mean over lists. A list that answers nothing counts as 0.',
          ...((origin?.by === 'guarantee' && origin.conditions) || []),
        ]),
      ],
    },
  ]
}

export const outcomeWords = { passed: 'yes', 'answers nothing': 'answers nothing', failed: 'no', 'not tested': 'not tested' } as const
