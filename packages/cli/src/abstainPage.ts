/** What it costs and saves to leave things undecided, as a page to read: the same layout for every rule. */
import type { AbstainReport } from '@rankwright/core'
import {
  type ChosenRadius,
  type ChosenThreshold,
  calibratedText,
  type DistanceReport,
  guaranteeText,
  type ListReport,
  listRiskText,
  type Reliability,
  type RuleCell,
  type ScoreReport,
} from '@rankwright/core/abstention'
import { type AbstentionRule, type ChosenRule, rowOf } from '@rankwright/core/models'
import { ruleText } from './ruleText.ts'
import { counted, decimals, grouped, readable } from './terminal/numbers.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

export function abstainPage(report: AbstainReport, out: string | undefined, style: Style): string {
  const sections = [
    ...knownLines(report, style),
    ...(report.rule === 'distance'
      ? distanceSections(report, style)
      : report.rule === 'list'
        ? listSections(report, style)
        : scoreSections(report, style)),
    ...(report.stored === undefined ? heldOutLines(report) : out === undefined ? conditionLines(report.stored, style) : []),
    ...(report.stored && out !== undefined ? [ruleText(report.stored)] : []),
    ...(out === undefined ? [] : [`Model written to ${out}`]),
  ]
  return `${sections.join('\n\n')}\n`
}

/** What a guarantee rests on; where the rule is stored, its text has the same. */
function conditionLines({ origin }: ChosenRule, { bold }: Style): string[] {
  return origin.by === 'guarantee' ? [`${bold('Conditions')}\n${origin.conditions.map((each) => `  ${each}`).join('\n')}`] : []
}

/** Which lists were tested in vain. */
function heldOutLines({ heldOut }: AbstainReport): string[] {
  if (heldOut === undefined) return []
  const { given, seen, repeated } = heldOut
  return [
    ...(seen === 0 ? [] : [`${seen} of ${counted(given, 'list')} do not count: the model has seen them, or most of their rows`]),
    ...(repeated === 0
      ? []
      : [`${counted(repeated, 'list')} repeat another: counted once, and a threshold has to pass with and without them`]),
  ]
}

/** What is measured on lists that the model knows looks better than it is. */
function knownLines({ known, ...report }: AbstainReport, { bad }: Style): string[] {
  if (known === undefined) return []
  const { given, training, calibration } = known
  const usesCalibration = 'calibratedOn' in report && report.calibratedOn === 'the model'
  return [
    ...(training === 0
      ? []
      : [
          `${bad('The model was trained on')} ${training} of ${counted(given, 'list')}: there it looks better than it is. Give other lists.`,
        ]),
    ...(calibration === 0 || !usesCalibration
      ? []
      : [`${bad('P was calibrated on')} ${calibration} of ${counted(given, 'list')}: there it looks more right than it is.`]),
  ]
}

const normName = { 1: 'L1', 2: 'L2', inf: 'the maximum norm' } as const
const lossOfPairs = 'loss = wrong pairs + cost x undecided pairs, as shares of all pairs; mean ± standard deviation over the runs'

function distanceSections(report: DistanceReport, style: Style): string[] {
  const { norm, pairs, runs, bipartite, chosen } = report
  const { bold, dim } = style
  const drawn = `${bipartite ? `${grouped(pairs)} pairs of different labels` : counted(pairs, 'pair')} in each of ${counted(runs, 'run')}`
  return [
    `${bold(bipartite ? 'Conditional abstention loss' : 'Abstention loss')}: ${drawn}, distances in ${normName[norm]}\n${lossTable('radius', report.table)}`,
    ...(bipartite ? [`${bold('Abstention loss over all pairs')}, also those of one class\n${lossTable('radius', bipartite)}`] : []),
    ...(chosen ? [chosenRadiusText(chosen, style)] : []),
    ...guaranteedText(report, style),
    `${bold('Wrong among the answered pairs')}, pooled over lists\n${curveTable(report)}`,
    dim(lossOfPairs),
  ]
}

function scoreSections(report: ScoreReport, style: Style): string[] {
  const { rule, pairs, runs, chosen } = report
  const { bold, dim } = style
  const { words } = rowOf(rule)
  return [
    `${bold('Abstention loss')}: ${counted(pairs, 'pair')} in each of ${counted(runs, 'run')}, ${words.undecided}\n${lossTable(words.threshold, report.table)}`,
    ...(chosen ? [chosenText(chosen, rule, style)] : []),
    ...guaranteedText(report, style),
    `${bold('Wrong among the answered pairs')}, pooled over lists\n${curveTable(report)}`,
    ...reliabilitySections(report, style),
    dim(lossOfPairs),
  ]
}

function listSections(report: ListReport, style: Style): string[] {
  const { risk, cutoff, lists, of, chosen } = report
  const { bold, dim } = style
  const skipped = lists === of ? '' : `; ${of - lists} of ${of} have no two items with different labels and are left out`
  return [
    `${bold('Loss of leaving lists as they came')}: ${counted(lists, 'list')}${skipped}\n${lossTable('confidence', report.table)}`,
    ...(chosen ? [chosenText(chosen, 'list', style)] : []),
    ...guaranteedListsText(report, style),
    `${bold('The surest lists first')}\n${listCurveTable(report)}`,
    ...reliabilitySections(report, style),
    dim(`risk: ${listRiskText[risk](cutoff)}; loss = mean risk, 0 for lists that are left as they came, + cost x their share`),
  ]
}

/** Laid out as the paper's table: a row for each cost, a column for each threshold. */
function lossTable(name: string, table: readonly RuleCell[]): string {
  const costs = [...new Set(table.map(({ cost }) => cost))]
  const thresholds = [...new Set(table.map(({ threshold }) => threshold))]
  const drawn = table.some(({ rule }) => rule !== 'list')
  const at = (cost: number, threshold: number) => table.find((cell) => cell.cost === cost && cell.threshold === threshold)!
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`
  const lossAt = ({ loss, lossStd }: RuleCell) => (drawn ? `${percent(loss)} ± ${percent(lossStd)}` : percent(loss))
  const rows = [
    ...costs.map((cost) => [`cost ${readable(cost)}`, ...thresholds.map((threshold) => lossAt(at(cost, threshold)))]),
    [drawn ? 'undecided' : 'as they came', ...thresholds.map((threshold) => percent(at(costs[0], threshold).abstained))],
    ['wrong', ...thresholds.map((threshold) => percent(at(costs[0], threshold).misranked))],
  ]
  return textTable([name, ...thresholds.map((each) => readable(each))], ['left', ...thresholds.map(() => 'right' as const)], rows)
}

function chosenRadiusText(
  { cost, radius, loss, lossWithout, abstained, cautious, rivals, exact, pairs, of }: ChosenRadius,
  { bold }: Style,
): string {
  const rows = [
    ['radius', readable(radius), decimals(loss), decimals(abstained)],
    ['radius, cautious', readable(cautious.radius), decimals(cautious.loss), decimals(cautious.abstained)],
    ['margin of the scores', readable(rivals.margin.threshold), decimals(rivals.margin.loss), decimals(rivals.margin.abstained)],
    ['both, as shares', readable(rivals.combined.threshold), decimals(rivals.combined.loss), decimals(rivals.combined.abstained)],
    ['never abstaining', '', decimals(lossWithout), decimals(0)],
  ]
  const table = textTable(['abstain by', 'up to', 'loss', 'undecided'], ['left', 'right', 'right', 'right'], rows)
  return `${bold(`Best radius at cost ${readable(cost)}: ${readable(radius, 6)}`)}, ${chosenOn(exact, pairs, of)}\n${table}`
}

function chosenOn(exact: boolean, pairs: number, of: number): string {
  return exact ? `over all ${counted(pairs, 'pair')}` : `on a sample: ${counted(pairs, 'drawn pair')} of ${counted(of, 'pair')}`
}

function chosenText(chosen: NonNullable<ScoreReport['chosen']> | ChosenThreshold, rule: AbstentionRule['rule'], { bold }: Style): string {
  const { cost, threshold, loss, abstained, lossWithout, cautious } = chosen
  const rows = [
    ['best', readable(threshold), decimals(loss), decimals(abstained)],
    ['cautious', readable(cautious.threshold), decimals(cautious.loss), decimals(cautious.abstained)],
    ['never abstaining', '', decimals(lossWithout), decimals(0)],
  ]
  const { words, leaves } = rowOf(rule)
  const table = textTable(
    ['', words.reach, 'loss', leaves === 'lists' ? 'as they came' : 'undecided'],
    ['left', 'right', 'right', 'right'],
    rows,
  )
  const on = 'exact' in chosen ? `, ${chosenOn(chosen.exact, chosen.pairs, chosen.of)}` : ''
  return `${bold(`Best ${words.threshold} at cost ${readable(cost)}: ${readable(threshold, 6)}`)}${on}\n${table}`
}

function guaranteedText(report: ScoreReport | DistanceReport, { bold, good }: Style): string[] {
  const { guaranteed, rule } = report
  if (guaranteed === undefined) return []
  const { lists, of, threshold: best, tested } = guaranteed
  const found = tested.find(({ threshold }) => threshold === best)
  const silent =
    found === undefined || found.silentLists === 0
      ? ''
      : `\n  Lists that answer nothing count as 0 wrong, here ${found.silentLists} of ${counted(lists, 'list')}`
  const outcomes = { passed: good('yes'), 'answers nothing': 'answers nothing', failed: 'no', 'not tested': 'not tested' } as const
  const rows = tested.map(({ threshold, listCoverage, listRisk, silentLists, outcome }) => [
    readable(threshold),
    decimals(listCoverage),
    decimals(listRisk),
    String(silentLists),
    outcomes[outcome],
  ])
  const headings = [rowOf(rule).words.threshold, 'list coverage', 'list risk', 'silent lists', 'guaranteed']
  const table = textTable(headings, ['right', 'right', 'right', 'right', 'left'], rows)
  const judged =
    lists === of ? '' : `\n  Only lists with pairs to judge by count, also in the future: ${grouped(lists)} of these ${counted(of, 'list')}`
  return [
    `${bold(guaranteeText(report, readable)!)}${judged}${silent}\n${table}\n  list risk: wrong among the answered pairs of a list, mean over ${counted(lists, 'list')}, each counting once`,
  ]
}

function guaranteedListsText(report: ListReport, { bold, good }: Style): string[] {
  const { guaranteed, risk, cutoff } = report
  if (guaranteed === undefined) return []
  const rows = guaranteed.tested.map(({ threshold, answered, coverage, risk: mean, outcome }) => [
    readable(threshold),
    String(answered),
    decimals(coverage),
    answered === 0 ? '' : decimals(mean),
    outcome === 'passed' ? good('yes') : 'no',
  ])
  const table = textTable(['confidence', 'answered', 'share', 'risk', 'guaranteed'], ['right', 'right', 'right', 'right', 'left'], rows)
  return [
    `${bold(guaranteeText(report, readable)!)}\n${table}\n  risk: ${listRiskText[risk](cutoff)}, mean over the answered of ${counted(guaranteed.lists, 'list')}`,
  ]
}

const shares = [1, 0.8, 0.6, 0.4, 0.2]

function curveTable({ curve, areas }: Pick<DistanceReport, 'curve' | 'areas'> | Pick<ScoreReport, 'curve' | 'areas'>): string {
  const rows = areas.map(({ rule, area, interval }) => [
    rule,
    ...shares.map((share) => decimals(curve.find((point) => point.rule === rule && point.coverage <= share + 1e-9)?.risk)),
    decimals(area),
    interval.some(Number.isNaN) ? '' : `${decimals(interval[0])} to ${decimals(interval[1])}`,
  ])
  const headings = ['answered first by', ...shares.map((share) => `${100 * share} %`), 'area', '95 % interval']
  return textTable(headings, ['left', ...shares.map(() => 'right' as const), 'right', 'left'], rows)
}

function listCurveTable({ curve, cutoff }: ListReport): string {
  const rows = shares.flatMap((share) => {
    const point = curve.find(({ coverage }) => coverage <= share + 1e-9)
    if (point === undefined) return []
    const { threshold, coverage, risk, ndcg, ndcgAsTheyCame, ndcgOfAll } = point
    return [[decimals(coverage, 2), decimals(threshold, 3), ...[risk, ndcg, ndcgAsTheyCame, ndcgOfAll].map((each) => decimals(each))]]
  })
  const headings = ['answered', 'confidence', 'risk', `nDCG@${cutoff}`, 'as they came', 'of all lists']
  return textTable(
    headings,
    headings.map(() => 'right' as const),
    rows,
  )
}

function reliabilitySections(
  { reliability, calibratedOn }: { readonly reliability?: Reliability; readonly calibratedOn?: keyof typeof calibratedText },
  { bold }: Style,
): string[] {
  if (reliability === undefined || calibratedOn === undefined) return []
  const { error, bins, lists } = reliability
  const rows = bins.map(({ said, right }) => [decimals(said, 3), decimals(right, 3)])
  const table = textTable(['P said', 'right'], ['right', 'right'], rows)
  return [
    `${bold(`Is P right? Calibration error ${decimals(error)}`)}, ${counted(lists, 'list')}, ${calibratedText[calibratedOn]}\n${table}`,
  ]
}
