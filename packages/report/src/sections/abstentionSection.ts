import type { AbstainReport } from '@rankwright/core'
import type { Chart } from '../charts/chart.ts'
import { lineChart } from '../charts/lineChart.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { counted, decimals, grouped, percent, readable } from '../text/shown.ts'

/** What the section needs of a report: it may have come through JSON. */
export type ToldAbstention = Pick<AbstainReport, 'rule' | 'table' | 'curve'> & {
  readonly reliability?: NonNullable<Extract<AbstainReport, { rule: 'list' }>['reliability']>
  readonly chosen?: {
    readonly threshold: number
    readonly loss: number
    readonly abstained: number
    readonly cost?: number
    readonly lossWithout?: number
  }
  readonly known?: AbstainReport['known']
}

/** Risk against coverage, whether P is right, and what leaving things undecided costs. */
export function abstentionSection(
  report: ToldAbstention,
  sampled: { readonly lists: number; readonly of: number } | undefined,
  title = 'How sure it is',
): Section {
  const { rule, table, chosen, reliability } = report
  const left = rule === 'list' ? 'lists' : 'pairs'
  const drawn =
    sampled !== undefined && sampled.lists < sampled.of
      ? ` Measured on ${grouped(sampled.lists)} lists drawn from ${grouped(sampled.of)}.`
      : ''
  return {
    title,
    lead: `If the ${left} that the model is least sure of stay undecided, fewer of the others are wrong. Sureness is by ${ruleWords[rule]}.${drawn}`,
    parts: [
      ...figures([
        riskChart(report, left),
        ...(reliability === undefined ? [] : [reliabilityChart(reliability)]),
        ...lossCharts(table, left),
      ]),
      ...(chosen === undefined
        ? []
        : [
            tableHtml({
              label: 'The chosen threshold',
              columns: ['chosen threshold', 'loss', 'undecided', 'loss if all is decided'],
              rows: [[readable(chosen.threshold), decimals(chosen.loss, 4), percent(chosen.abstained), decimals(chosen.lossWithout, 4)]],
            }),
          ]),
      ...notes(
        report.known === undefined ? [] : ['The model knows some of these lists: on them it looks surer and better than on new ones.'],
      ),
    ],
  }
}

const ruleWords: Readonly<Record<AbstainReport['rule'], string>> = {
  distance: 'how far apart two items are',
  margin: 'the difference of two scores',
  probability: 'the probability that one item is better than the other',
  list: 'the confidence in a whole list',
}

function riskChart({ curve, rule }: ToldAbstention, left: string): Chart {
  const rules = [...new Set(curve.map((point) => point.rule))]
  return lineChart({
    title: 'Risk and coverage',
    x: { name: `share of ${left} that are answered`, domain: [0, 1] },
    y: { name: rule === 'list' ? 'risk of the answered lists' : 'share of wrong pairs among the answered' },
    series: rules.map((name) => ({
      name,
      points: curve.filter((point) => point.rule === name).map(({ coverage, risk }) => ({ x: coverage, y: risk })),
    })),
    note:
      rule === 'list'
        ? 'The surest lists are answered first.'
        : 'The surest pairs are answered first. Pairs are pooled over lists, so long lists count more.',
  })
}

function reliabilityChart({ bins, error, lists, pairs }: NonNullable<ToldAbstention['reliability']>): Chart {
  return lineChart({
    title: 'Is the probability right?',
    x: { name: 'probability that is said', domain: [0.5, 1] },
    y: { name: 'share that is right', domain: [0.4, 1] },
    diagonal: 'a probability that is right',
    series: [{ name: 'pairs', points: bins.map(({ said, right }) => ({ x: said, y: right })), dots: true }],
    note: `On the diagonal what is said is right. The mean distance to it is ${decimals(error)}; ${counted(pairs, 'pair')} of ${counted(lists, 'list')}.`,
  })
}

/** The loss against the threshold, a line for each cost. */
function lossCharts(table: ToldAbstention['table'], left: string): Chart[] {
  const costs = [...new Set(table.map(({ cost }) => cost))]
  if (new Set(table.map(({ threshold }) => threshold)).size < 3) return []
  return [
    lineChart({
      title: 'Loss by threshold',
      x: { name: 'threshold' },
      y: { name: 'loss' },
      series: costs.slice(0, 6).map((cost) => ({
        name: `cost ${readable(cost)}`,
        points: table.filter((cell) => cell.cost === cost).map(({ threshold, loss }) => ({ x: threshold, y: loss })),
        dots: true,
      })),
      note: `Loss is the share of wrong ${left} plus the cost times the share that is left undecided.`,
    }),
  ]
}
