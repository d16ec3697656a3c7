/**
 * Weights for the sum of several candidates, chosen greedily: one candidate after the other is added, with repetition, as long as the metric rises
 * (Caruana, Niculescu-Mizil, Crew & Ksikes 2004, "Ensemble selection from libraries of models"). With very few lists the best candidates have equal
 * weights instead. It is done once without each part of the lists, for several cuts into parts. The weights are the means of these runs, and the lists
 * that a run did not look at say how good it is.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { measureKnown } from '../../metrics/measureLists.ts'
import { standardise } from '../../models/ensemble/standardScores.ts'
import { foldsOfGroups } from '../../recognition/foldsApart.ts'
import type { GroupsOfLists } from '../../recognition/groupsOfCopies.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { type ListValues, meanOf, pairedDifference } from './comparison.ts'
import type { MeasuredCandidate, Trial } from './measuredFits.ts'

export interface Blend {
  /** One for each candidate; they add up to 1. */
  readonly weights: Float64Array
  /** Of the weighted sum, the greater the better. */
  readonly values: ListValues
  /** By how much runs are better than the best candidate of the lists that they looked at, on the lists that they did not look at. */
  readonly gain: number
  readonly error: number
}

/**
 * With fewer lists the weighted sum is kept unless it is worse beyond chance. Which candidate is best is mostly luck there, and a standard error is more
 * than what a good sum gains: docs/decisions/auto-ensemble.md.
 */
const FEW_LISTS = 200
/** Standard errors beyond which it is not by chance. */
const BEYOND_CHANCE = 2

/**
 * Whether the weighted sum of candidates, with the methods that they are of, is to be taken instead of the best one by itself. A single list that counts tells nothing of it.
 * Settings of one method fail together, so their sum has to be better on few lists, too.
 */
export function isWorthKeeping({ weights, gain, error }: Blend, methods: readonly string[], lists: number): boolean {
  const members = methods.filter((_, candidate) => weights[candidate] > 0)
  const mayBeLevel = lists < FEW_LISTS && new Set(members).size > 1
  return Number.isFinite(error) && members.length > 1 && gain > (mayBeLevel ? -BEYOND_CHANCE * error : error)
}

/** Cuts of the lists into parts, if the budget allows so many: which lists lie together is chance, and the mean over several cuts is less so. */
export const BLEND_CUTS = 4
/** Runs for each cut, each of which looks at all parts of the lists but one. */
const BLEND_PARTS = 5
/** Candidates that a run adds at most. */
const BLEND_ROUNDS = 10
/** With fewer lists a run takes the leaders with equal weights: which sum a search finds on so few is luck as well. */
const FEWEST_TO_SEARCH = 30
const LEADERS = 5
/** Candidates with a smaller share of the weights are left out. */
const LEAST_SHARE = 0.08
const BETTER = 1e-9

/** Whether weights, and more than the usual settings, are searched for on so many different lists that count. */
export function areEnough(lists: number): boolean {
  return lists >= FEWEST_TO_SEARCH
}

/** Looks at the metric that one cut takes. */
export function measurementsOfCut(candidates: number, isSearched: boolean): number {
  return BLEND_PARTS * (isSearched ? BLEND_ROUNDS * candidates : 1)
}

/** How weights are found. */
export interface Weighing {
  readonly cuts: number
  /** Whether weights are searched for; else the leaders have equal ones. */
  readonly isSearched: boolean
}

export function* blend(
  candidates: readonly MeasuredCandidate[],
  trial: Trial,
  { cuts, isSearched }: Weighing,
  runtime: Runtime,
): Training<Blend> {
  const { measured, groups, seed } = trial
  const lists = measured.listIds.length
  const standard = candidates.map(({ scores }) => standardise(scores, measured.offsets))
  const valuesOf = (scores: Float64Array): ListValues => {
    const { values } = measureKnown(scores, measured, { metrics: [trial.metric], profile: trial.profile }, runtime.compute)
    return trial.sign === 1 ? values[0] : values[0].map((value) => -value)
  }
  const single = candidates.map(({ values }) => values)
  const runs: Float64Array[] = []
  // Sums over the cuts.
  const ahead = new Float64Array(lists)
  const behind = new Float64Array(lists)
  const cutParts = Array.from({ length: cuts }, (_, cut) =>
    foldsOfGroups(measured, groups, Math.min(BLEND_PARTS, groups.length), { seed: seed + cut }),
  ).flat()
  for (const [part, unseen] of cutParts.entries()) {
    obeyStop(runtime)
    yield { stage: 'weighing methods', done: part, total: cutParts.length }
    const seen = seenLists(measured, unseen)
    const run = (isSearched ? greedy : leading)(standard, single, valuesOf, seen, groups)
    runs.push(run.weights)
    for (const list of unseen) {
      ahead[list] += run.values[list] / cuts
      behind[list] += single[run.best][list] / cuts
    }
  }
  const weights = cut(Float64Array.from(candidates, (_, index) => runs.reduce((sum, run) => sum + run[index], 0) / runs.length))
  const { mean, error } = pairedDifference(ahead, behind, groups, measured.listWeights)
  return { weights, values: valuesOf(weighted(standard, weights)), gain: mean, error }
}

/** What a list counts for in a run: 0 where it is not looked at. */
function seenLists({ listIds, listWeights }: RankingLists, unseen: Uint32Array): Float64Array {
  const seen = Float64Array.from(listIds, (_, list) => listWeights?.[list] ?? 1)
  for (const list of unseen) seen[list] = 0
  return seen
}

interface Run {
  readonly weights: Float64Array
  readonly values: ListValues
  /** The best candidate by itself. */
  readonly best: number
}

/** Weighs candidates by their standardised scores, and by what each is worth by itself, on the lists that are seen. */
type WeighingRun = (
  standard: readonly Float64Array[],
  single: readonly ListValues[],
  valuesOf: (scores: Float64Array) => ListValues,
  seen: Float64Array,
  groups: GroupsOfLists,
) => Run

const greedy: WeighingRun = (standard, single, valuesOf, seen) => {
  const means = single.map((values) => meanOf(values, seen))
  const best = means.reduce((leader, mean, index) => (mean > means[leader] ? index : leader), 0)
  const counts = new Float64Array(standard.length)
  counts[best] = 1
  let sum = standard[best].slice()
  let [values, mean] = [single[best], means[best]]
  for (let round = 1; round < BLEND_ROUNDS; round++) {
    const tried = standard.map((own) => {
      const scores = sum.map((before, row) => before + own[row])
      const found = valuesOf(scores)
      return { scores, values: found, mean: meanOf(found, seen) }
    })
    const next = tried.reduce((leader, { mean: own }, index) => (own > tried[leader].mean ? index : leader), 0)
    if (!(tried[next].mean > mean + BETTER)) break
    counts[next]++
    sum = tried[next].scores
    values = tried[next].values
    mean = tried[next].mean
  }
  const all = counts.reduce((total, count) => total + count, 0)
  return { weights: counts.map((count) => count / all), values, best }
}

/** The candidates that are best by themselves and not worse than the best one beyond chance, with equal weights; of equals the first ones. */
const leading: WeighingRun = (standard, single, valuesOf, seen, groups) => {
  const means = single.map((values) => meanOf(values, seen))
  const [best, ...others] = [...means.keys()].sort((a, b) => means[b] - means[a] || 0) // 0: no seen list counts
  const isLevel = (other: number) => {
    const { mean, error } = pairedDifference(single[other], single[best], groups, seen)
    return !(mean < -BEYOND_CHANCE * error)
  }
  const leaders = [best, ...others.filter(isLevel)].slice(0, LEADERS)
  const weights = new Float64Array(standard.length)
  for (const leader of leaders) weights[leader] = 1 / leaders.length
  return { weights, values: valuesOf(weighted(standard, weights)), best: leaders[0] }
}

/** The members that matter, with weights that add up to 1. */
function cut(weights: Float64Array): Float64Array {
  const kept = weights.map((weight) => (weight >= LEAST_SHARE ? weight : 0))
  const used = kept.some((weight) => weight > 0) ? kept : weights
  const all = used.reduce((sum, weight) => sum + weight, 0)
  return used.map((weight) => weight / all)
}

function weighted(standard: readonly Float64Array[], weights: Float64Array): Float64Array {
  const sums = new Float64Array(standard[0].length)
  for (const [index, weight] of weights.entries()) {
    if (weight > 0) for (let row = 0; row < sums.length; row++) sums[row] += weight * standard[index][row]
  }
  return sums
}
