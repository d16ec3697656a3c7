/**
 * The loss of a model that may abstain: a table over abstention radii and costs (Table 1 of Mao, Mohri & Zhong 2023), the best radius
 * for a cost, risk against coverage, and a radius with a guarantee. Pairs are drawn among rows with different labels in the same list;
 * distances are those of mapped rows.
 */
import { drawPairs, pairsOfLists } from '../data/lists/labelPairs.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { Model } from '../models/model.ts'
import { requireMapped } from '../models/requireModel.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import { seededRandom } from '../numeric/random.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { type GuaranteedRadius, guaranteedRadius } from './guaranteedRadius.ts'
import { type JudgedPairs, pairJudge } from './judgedPairs.ts'
import { distanceNormOf, distanceNorms } from './modelPoints.ts'
import {
  type AbstentionRule,
  abstentionRules,
  bestThreshold,
  type CurvePoint,
  cautiousThreshold,
  confidences,
  riskArea,
  riskCoverageCurve,
  type ThresholdChoice,
} from './riskCoverage.ts'

export const abstainOptions = {
  costs: {
    kind: 'numbers',
    default: [0.1, 0.3, 0.5],
    atLeast: 0,
    below: 1,
    placeholder: 'C,…',
    doc: 'Costs of an undecided pair, when a wrong one costs 1.',
  },
  radii: { kind: 'numbers', default: [0, 0.3, 0.5, 0.7, 0.9], atLeast: 0, placeholder: 'R,…', doc: 'Abstention radii to tabulate.' },
  norm: { kind: 'choice', of: distanceNorms, leftOut: 'that of the model, or 2 if it has none', doc: 'Norm of the distances.' },
  pairs: { kind: 'integer', default: 10_000, atLeast: 1, doc: 'Pairs to draw in each run.' },
  runs: { kind: 'integer', default: 3, atLeast: 1, doc: 'How often to draw pairs; means and deviations are over the runs.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of everything random; the same seed gives the same result.' },
  choose: { kind: 'flag', doc: 'Find the abstention radius with the smallest loss for --cost.' },
  cost: { kind: 'number', atLeast: 0, below: 1, required: true, with: { choose: true }, doc: 'Cost of an undecided pair.' },
  guarantee: {
    kind: 'number',
    above: 0,
    below: 1,
    leftOut: 'none is looked for',
    doc: 'Find the smallest of the radii with at most this share of wrong pairs among the answered, except with probability delta.',
  },
  delta: {
    kind: 'number',
    default: 0.05,
    above: 0,
    below: 1,
    with: { guarantee: true },
    doc: 'Probability with which the guarantee may fail.',
  },
} as const satisfies OptionTable

export interface AbstainCell {
  readonly cost: number
  readonly radius: number
  /** misranked + cost · abstained, the mean over the runs. */
  readonly loss: number
  /** Their standard deviation; 0 for one run. */
  readonly lossStd: number
  readonly abstained: number
  readonly misranked: number
}

export interface ChosenRadius {
  readonly cost: number
  readonly radius: number
  readonly loss: number
  readonly abstained: number
  readonly misranked: number
  /** The loss at radius 0. */
  readonly lossWithout: number
  /** The smallest radius whose loss is within a standard error of the least: use it if there are few lists. */
  readonly cautious: Pick<ChosenRadius, 'radius' | 'loss' | 'abstained' | 'misranked'>
  /** The best thresholds of the other rules on the same pairs: small margins, or the smaller share of both. */
  readonly rivals: Readonly<Record<'margin' | 'combined', ThresholdChoice>>
}

export interface RuleCurve {
  readonly rule: AbstentionRule
  readonly area: number
  readonly interval: readonly [number, number]
}

export interface AbstainReport {
  readonly norm: DistanceNorm
  /** Drawn in each run. */
  readonly pairs: number
  readonly runs: number
  readonly table: readonly AbstainCell[]
  readonly chosen?: ChosenRadius
  readonly guaranteed?: GuaranteedRadius
  /** Risk against coverage as the radius grows, over the pairs of all runs. */
  readonly curve: readonly (CurvePoint & { readonly rule: AbstentionRule })[]
  /** The areas under the curves of all rules. */
  readonly areas: readonly RuleCurve[]
}

const CURVE_POINTS = 20
const RESAMPLES = 200
/** Most pairs that one list gives to the guarantee; longer lists are sampled. */
const MOST_PAIRS_OF_A_LIST = 2000

export function abstain(
  given: Model,
  lists: RankingLists,
  options: OptionsOf<typeof abstainOptions> = {},
  runtime: Runtime = plainRuntime,
): AbstainReport {
  const model = requireMapped(given)
  const { costs, radii, norm = distanceNormOf(model), pairs, runs, seed, cost, guarantee, delta } = resolveOptions(abstainOptions, options)
  const random = seededRandom(seed)
  const setting = model.options['setting'] === 'bipartite' ? 'bipartite' : 'pairwise'
  const judge = pairJudge(model, lists, norm, runtime)
  const judged = Array.from({ length: runs }, (_, run) =>
    judge.judge(requirePairs(drawPairs(lists, pairs, random.fork(`run ${run}`))), setting),
  )
  const all = joined(judged)
  const byRule = abstentionRules.map((rule) => ({ rule, confidence: confidences(all, rule) }))
  return {
    norm,
    pairs,
    runs,
    table: costs.flatMap((each) => radii.map((radius) => cell(judged, each, radius))),
    ...(cost !== undefined && { chosen: chosenRadius(all, cost, seed) }),
    ...(guarantee !== undefined && {
      guaranteed: guaranteedRadius(judge.judge(pairsOfLists(lists, MOST_PAIRS_OF_A_LIST, random.fork('lists')), setting), radii, {
        alpha: guarantee,
        delta: delta!,
      }),
    }),
    curve: byRule.flatMap(({ rule, confidence }) =>
      riskCoverageCurve(confidence, all.wrong, CURVE_POINTS).map((point) => ({ rule, ...point })),
    ),
    areas: byRule.map(({ rule, confidence }) => ({ rule, ...riskArea(all, confidence, RESAMPLES, seed) })),
  }
}

function requirePairs<Pairs extends { readonly first: Uint32Array }>(drawn: Pairs): Pairs {
  if (drawn.first.length === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  return drawn
}

function cell(judged: readonly JudgedPairs[], cost: number, radius: number): AbstainCell {
  const runs = judged.map(({ distances, wrong }) => {
    let [misses, undecided] = [0, 0]
    for (let pair = 0; pair < distances.length; pair++) {
      if (distances[pair] <= radius) undecided++
      else misses += wrong[pair]
    }
    const [misranked, abstained] = [misses / distances.length, undecided / distances.length]
    return { misranked, abstained, loss: misranked + cost * abstained }
  })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const loss = mean(runs.map((run) => run.loss))
  const squares = runs.reduce((sum, run) => sum + (run.loss - loss) * (run.loss - loss), 0)
  return {
    cost,
    radius,
    loss,
    lossStd: runs.length === 1 ? 0 : Math.sqrt(squares / (runs.length - 1)),
    abstained: mean(runs.map((run) => run.abstained)),
    misranked: mean(runs.map((run) => run.misranked)),
  }
}

/** By one sweep over the sorted distances of all pairs. */
function chosenRadius(pairs: JudgedPairs, cost: number, seed: number): ChosenRadius {
  const best = (rule: AbstentionRule) => bestThreshold(confidences(pairs, rule), pairs.wrong, cost)
  const byDistance = best('distance')
  const { threshold: radius, ...found } = byDistance
  const { threshold, ...careful } = cautiousThreshold(pairs, pairs.distances, cost, byDistance, RESAMPLES, seed)
  return {
    cost,
    radius,
    ...found,
    cautious: { radius: threshold, ...careful },
    lossWithout: cell([pairs], cost, 0).loss,
    rivals: { margin: best('margin'), combined: best('combined') },
  }
}

function joined(judged: readonly JudgedPairs[]): JudgedPairs {
  const length = judged.reduce((sum, { wrong }) => sum + wrong.length, 0)
  const all = {
    lists: new Uint32Array(length),
    first: new Uint32Array(length),
    second: new Uint32Array(length),
    distances: new Float64Array(length),
    margins: new Float64Array(length),
    wrong: new Float64Array(length),
  }
  let at = 0
  for (const { lists, first, second, distances, margins, wrong } of judged) {
    all.first.set(first, at)
    all.second.set(second, at)
    all.lists.set(lists, at)
    all.distances.set(distances, at)
    all.margins.set(margins, at)
    all.wrong.set(wrong, at)
    at += wrong.length
  }
  return all
}
