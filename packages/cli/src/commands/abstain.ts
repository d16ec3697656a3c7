import { type AbstainReport, abstain as measure } from '@rankwright/core'
import { abstainOptions, type ChosenRadius, type GuaranteedRadius } from '@rankwright/core/abstention'
import { requireMapped } from '@rankwright/core/models'
import { readModel, readPreferredPairs, runtimeFor } from '@rankwright/node'
import { type Answer, command } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { counted, decimals, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export const abstain = command({
  summary: 'Show what it costs and saves to leave close pairs undecided.',
  inputs: { model: 'Model file.', data: 'Labelled lists to take pairs from.' },
  options: {
    ...abstainOptions,
    preferences: {
      kind: 'text',
      placeholder: 'FILE',
      leftOut: 'pairs are those of different labels',
      doc: 'CSV of pairs, list,preferred,other: judge by these pairs of items of DATA, whose labels are then ignored.',
    },
    ...dataOptions,
  },
  usage: ['MODEL DATA --costs C,… --radii R,…', 'MODEL DATA --choose --cost C', 'MODEL DATA --guarantee ALPHA --radii R,…'],
  example:
    'rankwright abstain model.json test.txt --radii 0,0.3,0.5 --costs 0.1,0.3 --norm inf --pairs 10000 --runs 3\nrankwright abstain model.json vali.txt --choose --cost 0.1',
  async run({ model: path, data, options }, around): Promise<Answer<AbstainReport>> {
    const { costs, radii, norm, pairs, runs, seed, choose, cost, guarantee, delta } = options
    const model = requireMapped(await readModel(path), path)
    const { preferences: file } = options
    const lists = await readData(data, options, around, { unlabelled: file !== undefined })
    const preferences = file === undefined ? {} : { preferences: await readPreferredPairs(file, lists) }
    around.progress({ stage: 'drawing pairs', done: 0 })
    const { runtime, close } = runtimeFor()
    try {
      const report = measure(
        model,
        lists,
        { costs, radii, norm, pairs, runs, seed, choose, cost, guarantee, delta, ...preferences },
        runtime,
      )
      return { document: report, text: (style) => reportText(report, style) }
    } finally {
      close()
    }
  },
})

function reportText(report: AbstainReport, style: Style): string {
  const { norm, pairs, runs, chosen, guaranteed } = report
  const { bold, dim } = style
  const sections = [
    `${bold('Abstention loss')}: ${counted(pairs, 'pair')} in each of ${counted(runs, 'run')}, distances in ${normName[norm]}\n${lossTable(report)}`,
    ...(chosen ? [chosenText(chosen, style)] : []),
    ...(guaranteed ? [guaranteedText(guaranteed, style)] : []),
    `${bold('Wrong among the answered pairs')}, pooled over lists\n${curveTable(report)}`,
    dim('loss = wrong pairs + cost x undecided pairs, as shares of all pairs; mean ± standard deviation over the runs'),
  ]
  return `${sections.join('\n\n')}\n`
}

const normName = { 1: 'L1', 2: 'L2', inf: 'the maximum norm' } as const

/** Laid out as the paper's table: a row for each cost, a column for each radius. */
function lossTable({ table }: AbstainReport): string {
  const costs = [...new Set(table.map(({ cost }) => cost))]
  const radii = [...new Set(table.map(({ radius }) => radius))]
  const at = (cost: number, radius: number) => table.find((cell) => cell.cost === cost && cell.radius === radius)!
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`
  const rows = [
    ...costs.map((cost) => [
      `cost ${readable(cost)}`,
      ...radii.map((radius) => `${percent(at(cost, radius).loss)} ± ${percent(at(cost, radius).lossStd)}`),
    ]),
    ['undecided', ...radii.map((radius) => percent(at(costs[0], radius).abstained))],
    ['wrong', ...radii.map((radius) => percent(at(costs[0], radius).misranked))],
  ]
  return textTable(['radius', ...radii.map((radius) => readable(radius))], ['left', ...radii.map(() => 'right' as const)], rows)
}

function chosenText(
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
  const on = exact ? `over all ${counted(pairs, 'pair')}` : `on a sample: ${counted(pairs, 'drawn pair')} of ${counted(of, 'pair')}`
  return `${bold(`Best radius at cost ${readable(cost)}: ${readable(radius, 6)}`)}, ${on}\n${table}`
}

function guaranteedText({ alpha, delta, lists, radius, tested }: GuaranteedRadius, { bold, good }: Style): string {
  const found = tested.find(({ threshold }) => threshold === radius)
  const head =
    found === undefined
      ? `No radius guarantees a list risk of at most ${readable(alpha)}; give more lists, larger radii or a larger share`
      : `With radius ${readable(found.threshold)}, at most ${readable(alpha)} of the answered pairs of a list are wrong on average, except with probability ${readable(delta)}`
  const silent =
    found === undefined || found.silentLists === 0
      ? ''
      : `\n  Lists that answer nothing count as 0 wrong, here ${found.silentLists} of ${counted(lists, 'list')}`
  const outcomes = { passed: good('yes'), failed: 'no', 'not tested': 'not tested' } as const
  const rows = tested.map(({ threshold, listCoverage, listRisk, silentLists, outcome }) => [
    readable(threshold),
    decimals(listCoverage),
    decimals(listRisk),
    String(silentLists),
    outcomes[outcome],
  ])
  const headings = ['radius', 'list coverage', 'list risk', 'silent lists', 'guaranteed']
  const table = textTable(headings, ['right', 'right', 'right', 'right', 'left'], rows)
  return `${bold(head)}${silent}\n${table}\n  list risk: wrong among the answered pairs of a list, mean over ${counted(lists, 'list')}, each counting once`
}

function curveTable({ curve, areas }: AbstainReport): string {
  const shares = [1, 0.8, 0.6, 0.4, 0.2]
  const rows = areas.map(({ rule, area, interval }) => [
    rule,
    ...shares.map((share) => decimals(curve.filter((point) => point.rule === rule && point.coverage <= share + 1e-9)[0]?.risk)),
    decimals(area),
    interval.some(Number.isNaN) ? '' : `${decimals(interval[0])} to ${decimals(interval[1])}`,
  ])
  const headings = ['answered first by', ...shares.map((share) => `${100 * share} %`), 'area', '95 % interval']
  return textTable(headings, ['left', ...shares.map(() => 'right' as const), 'right', 'left'], rows)
}
