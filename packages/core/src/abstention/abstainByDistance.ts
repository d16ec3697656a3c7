/**
 * The loss of a model that may abstain: a table over abstention radii and costs (Table 1 of Mao, Mohri & Zhong 2023), the best radius
 * for a cost, risk against coverage, and a radius with a guarantee. Pairs are drawn among rows with different labels in the same list, or
 * among those given; distances are those of mapped rows.
 */
import { allPairs, countPairs, type DrawnPairs, drawPairs, everyPair, givenPairs, labelPairs } from '../data/lists/labelPairs.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { Model } from '../models/model.ts'
import { requireMapped } from '../models/requireModel.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import { seededRandom } from '../numeric/random.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { type AbstainCell, abstainCell } from './abstainCell.ts'
import { abstainOptions, requireFewDrawn } from './abstainOptions.ts'
import { type ChosenRadius, chosenRadius } from './chosenRadius.ts'
import { type GuaranteedThreshold, guaranteedThreshold, type ListRisks } from './guaranteedThreshold.ts'
import { type JudgedPairs, joinedPairs, pairJudge } from './judgedPairs.ts'
import { listRisks } from './listRisks.ts'
import { distanceNormOf } from './modelPoints.ts'
import { type AbstentionRule, abstentionRules, type CurvePoint, confidences, riskArea, riskCoverageCurve } from './riskCoverage.ts'
import { countDistinct } from './riskIsAtMost.ts'

export interface RuleCurve {
  readonly rule: AbstentionRule
  readonly area: number
  readonly interval: readonly [number, number]
}

export interface GuaranteedRadius extends GuaranteedThreshold {
  /** The same as `threshold`. */
  readonly radius?: number
}

export interface RadiusReport {
  readonly norm: DistanceNorm
  /** Drawn in each run. */
  readonly pairs: number
  readonly runs: number
  /** Over pairs of different labels, or those given: loss (2), or the conditional loss if the setting is bipartite. */
  readonly table: readonly AbstainCell[]
  /** Of a model of the bipartite setting, loss (5): over all pairs of items, also those of one class, which cost c within the radius. */
  readonly bipartite?: readonly AbstainCell[]
  readonly chosen?: ChosenRadius
  readonly guaranteed?: GuaranteedRadius
  /** Risk against coverage as the threshold grows, over the pairs of all runs: lists with more pairs count more. */
  readonly curve: readonly (CurvePoint & { readonly rule: AbstentionRule })[]
  /** The areas under the curves of all rules. */
  readonly areas: readonly RuleCurve[]
}

const CURVE_POINTS = 20
const RESAMPLES = 200
/** With more pairs than these a radius is chosen on drawn ones. */
const MOST_PAIRS = 2 ** 21

export interface RadiusOptions extends OptionsOf<typeof abstainOptions> {
  /** Pairs to judge by, instead of all with different labels. The second row of each belongs above the first. */
  readonly preferences?: DrawnPairs
  /** For a guarantee: for every list the place of the first that is equal to it. */
  readonly first?: Uint32Array | undefined
  /** Called before every run with how many are done. */
  readonly onRun?: ((done: number) => void) | undefined
}

export function abstainByDistance(
  given: Model,
  lists: RankingLists,
  { preferences, first, onRun, ...options }: RadiusOptions = {},
  runtime: Runtime = plainRuntime,
): RadiusReport {
  const model = requireMapped(given)
  const { costs, radii, norm = distanceNormOf(model), pairs, runs, seed, cost, guarantee, delta } = resolveOptions(abstainOptions, options)
  requireFewDrawn(pairs, runs)
  const random = seededRandom(seed)
  const known = preferences === undefined ? labelPairs(lists) : givenPairs(preferences)
  const total = countPairs(known)
  if (total === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const judge = pairJudge(model, lists, known, norm, runtime)
  const judged = Array.from({ length: runs }, (_, run) => {
    onRun?.(run)
    return judge.judge(drawPairs(known, pairs, random.fork(`run ${run}`)))
  })
  const cells = (of: readonly JudgedPairs[]) => costs.flatMap((each) => radii.map((radius) => abstainCell(of, each, radius)))
  const everyRun = model.options['setting'] === 'bipartite' && preferences === undefined ? everyPairRuns() : undefined
  const all = joinedPairs(judged)
  const exact = total <= MOST_PAIRS
  const byRule = abstentionRules.map((rule) => ({ rule, confidence: confidences(all, rule) }))
  return {
    norm,
    pairs,
    runs,
    table: cells(judged),
    ...(everyRun && { bipartite: cells(everyRun) }),
    ...(cost !== undefined && {
      chosen: chosenRadius({ judged: exact ? judge.judge(allPairs(known)) : all, exact, of: total }, cost, RESAMPLES, seed),
    }),
    ...(guarantee !== undefined && {
      guaranteed: guaranteedRadius(listRisks(judge, radii, random.fork('lists')), {
        alpha: guarantee,
        delta: delta!,
        first,
        of: countDistinct(known.lists, first),
      }),
    }),
    curve: byRule.flatMap(({ rule, confidence }) =>
      riskCoverageCurve(confidence, all.wrong, CURVE_POINTS).map((point) => ({ rule, ...point })),
    ),
    areas: byRule.map(({ rule, confidence }) => ({ rule, ...riskArea(all, confidence, RESAMPLES, seed) })),
  }

  function everyPairRuns(): JudgedPairs[] {
    const { labels } = lists
    const any = everyPair(lists)
    const ordered = (low: number, high: number) => labels[low] !== labels[high]
    return Array.from({ length: runs }, (_, run) => judge.judge(drawPairs(any, pairs, random.fork(`every pair, run ${run}`)), ordered))
  }
}

function guaranteedRadius(risks: readonly ListRisks[], asked: Parameters<typeof guaranteedThreshold>[1]): GuaranteedRadius {
  const found = guaranteedThreshold(risks, asked)
  return { ...found, ...(found.threshold !== undefined && { radius: found.threshold }) }
}
