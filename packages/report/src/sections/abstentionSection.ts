import type { AbstainReport } from '@rankwright/core'
import { calibratedText } from '@rankwright/core/abstention'
import { rowOf } from '@rankwright/core/models'
import { shownAtMost, shownChance } from '@rankwright/core/theory'
import type { Chart } from '../charts/chart.ts'
import { lineChart } from '../charts/lineChart.ts'
import type { Tile } from '../page/page.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { counted, decimals, grouped, percent, readable } from '../text/shown.ts'
import { riskWords, type ToldAbstention } from './toldAbstention.ts'

/** The numbers that matter most: of a threshold with a guarantee, of the best one for a cost, or of some coverages. */
export function abstentionTiles({ rule, chosen, guaranteed, curve }: ToldAbstention): Tile[] {
  const { leaves, words } = rowOf(rule)
  const undecided = leaves === 'lists' ? 'Left as they came' : 'Undecided'
  if (guaranteed !== undefined) {
    const { alpha, delta, threshold, tested, lists } = guaranteed
    const found = tested.find((each) => each.threshold === threshold)
    return [
      {
        name: 'Guaranteed risk',
        value: found === undefined ? 'none' : `≤ ${readable(shownAtMost(alpha))}`,
        remark:
          found === undefined
            ? `no ${words.threshold} passed at ${readable(shownAtMost(alpha))}`
            : `except with probability ${shownChance(delta)}`,
      },
      ...(found === undefined
        ? []
        : [
            { name: 'Threshold', value: readable(found.threshold), remark: words.threshold },
            {
              name: undecided,
              value: percent(1 - ('listCoverage' in found ? found.listCoverage : found.coverage)),
              remark: `of ${leaves}`,
            },
          ]),
      { name: 'Lists', value: grouped(lists), remark: 'tested on' },
    ]
  }
  if (chosen?.loss !== undefined && chosen.abstained !== undefined)
    return [
      {
        name: 'Chosen threshold',
        value: readable(chosen.threshold),
        remark: chosen.cost === undefined ? words.threshold : `${words.threshold}, at cost ${readable(chosen.cost)}`,
      },
      { name: undecided, value: percent(chosen.abstained), remark: `of ${leaves}` },
      {
        name: 'Loss',
        value: decimals(chosen.loss, 4),
        ...(chosen.lossWithout !== undefined && { remark: `${decimals(chosen.lossWithout, 4)} if all is decided` }),
      },
    ]
  return [1, 0.8, 0.5].flatMap((share) => {
    const point = curve.find((each) => each.rule === rule && each.coverage <= share + 1e-9 && each.coverage > share - 0.05)
    return point === undefined
      ? []
      : [
          {
            name: share === 1 ? 'If all is answered' : `If ${percent(point.coverage, 0)} is answered`,
            value: leaves === 'lists' ? decimals(point.risk, 4) : percent(point.risk),
            remark: leaves === 'lists' ? 'risk of the answered lists' : 'of the answered pairs are wrong',
          },
        ]
  })
}

/** Risk against coverage, whether P is right, and what leaving things undecided costs. */
export function abstentionSection(
  report: ToldAbstention,
  sampled: { readonly lists: number; readonly of: number } | undefined,
  title = 'How sure it is',
): Section {
  const { rule, chosen, reliability } = report
  const drawn =
    sampled !== undefined && sampled.lists < sampled.of
      ? ` Measured on ${grouped(sampled.lists)} lists drawn from ${grouped(sampled.of)}.`
      : ''
  const { leaves } = rowOf(rule)
  return {
    title,
    lead: `${leadWords(report)} Sureness is by ${ruleWords[rule]}.${drawn}`,
    parts: [
      ...figures([
        riskChart(report),
        ...(reliability === undefined ? [] : [reliabilityChart(reliability, report.calibratedOn)]),
        ...lossCharts(report),
      ]),
      ...(chosen?.loss === undefined
        ? []
        : [
            tableHtml({
              label: 'The chosen threshold',
              columns: ['chosen threshold', 'cost', 'loss', leaves === 'lists' ? 'as they came' : 'undecided', 'loss if all is decided'],
              rows: [
                [
                  readable(chosen.threshold),
                  readable(chosen.cost ?? Number.NaN),
                  decimals(chosen.loss, 4),
                  percent(chosen.abstained ?? Number.NaN),
                  decimals(chosen.lossWithout, 4),
                ],
              ],
            }),
          ]),
      ...notes([
        ...(chosen?.loss === undefined
          ? []
          : ['The threshold is the best one on these very lists, so its loss looks a little smaller than it will be on others.']),
        ...(report.known === undefined ? [] : ['The model knows some of these lists: on them it looks surer and better than on new ones.']),
      ]),
    ],
  }
}

/** What a reader can expect of leaving things undecided. */
function leadWords(report: ToldAbstention): string {
  return rowOf(report.rule).leaves === 'lists'
    ? `Lists that the model is not sure of can be left as they came. The risk of a list is ${riskWords(report)}.`
    : 'If the pairs that the model is least sure of stay undecided, fewer of the others should be wrong.'
}

const ruleWords: Readonly<Record<AbstainReport['rule'], string>> = {
  distance: 'how far apart two items are',
  margin: 'the difference of two scores',
  probability: 'the probability that one item is better than the other',
  list: 'the confidence in a whole list',
}

function riskChart({ curve, rule }: ToldAbstention): Chart {
  const { leaves } = rowOf(rule)
  const rules = [...new Set(curve.map((point) => point.rule))]
  return lineChart({
    title: 'Risk and coverage',
    x: { name: `share of ${leaves} that are answered`, domain: [0, 1] },
    y: { name: leaves === 'lists' ? 'risk of the answered lists' : 'share of wrong pairs among the answered' },
    series: rules.map((name) => ({
      name,
      points: curve.filter((point) => point.rule === name).map(({ coverage, risk }) => ({ x: coverage, y: risk })),
    })),
    note:
      leaves === 'lists'
        ? 'The surest lists are answered first.'
        : 'The surest pairs are answered first. Pairs are pooled over lists, so long lists count more.',
  })
}

function reliabilityChart(
  { bins, error, lists, pairs }: NonNullable<ToldAbstention['reliability']>,
  on: ToldAbstention['calibratedOn'],
): Chart {
  return lineChart({
    title: 'Is the probability right?',
    x: { name: 'probability that is said', domain: [0.5, 1] },
    y: { name: 'share that is right', domain: [0.4, 1] },
    diagonal: 'a probability that is right',
    series: [{ name: 'pairs', points: bins.map(({ said, right }) => ({ x: said, y: right })), dots: true }],
    note: `On the diagonal what is said is right. The mean distance to it is ${decimals(error)}; ${counted(pairs, 'pair')} of ${counted(lists, 'list')}${on === undefined ? '' : `, ${calibratedText[on]}`}.`,
  })
}

/** The loss against the threshold, a line for each cost. */
function lossCharts({ table, rule }: ToldAbstention): Chart[] {
  const { leaves, words } = rowOf(rule)
  const costs = [...new Set(table.map(({ cost }) => cost))]
  if (new Set(table.map(({ threshold }) => threshold)).size < 3) return []
  return [
    lineChart({
      title: 'Loss by threshold',
      x: { name: words.threshold === 'P' ? 'threshold of P' : `threshold: ${words.threshold}` },
      y: { name: 'loss' },
      series: costs.slice(0, 6).map((cost) => ({
        name: `cost ${readable(cost)}`,
        points: table.filter((cell) => cell.cost === cost).map(({ threshold, loss }) => ({ x: threshold, y: loss })),
        dots: true,
      })),
      note:
        leaves === 'lists'
          ? 'Loss is the mean risk, 0 for lists that are left as they came, plus the cost times their share.'
          : 'Loss is the share of wrong pairs plus the cost times the share that is left undecided.',
    }),
  ]
}
