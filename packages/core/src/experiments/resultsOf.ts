/** Puts the parts of an experiment together. */
import type { Inspection } from '../data/features/inspection.ts'
import { bootstrapInterval, type Interval } from '../evaluation/bootstrap.ts'
import { compareOptions } from '../evaluation/compareOptions.ts'
import { letterGroups, sharesLetter } from '../evaluation/letterGroups.ts'
import { type ComparedPair, testedPairs, untestedPairs } from '../evaluation/testedPairs.ts'
import { meanOverLists } from '../metrics/measureLists.ts'
import { betterValues } from '../metrics/metricDirection.ts'
import { groupMeans } from '../numeric/groupMeans.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import type { Experiment } from './experiment.ts'
import type { ExperimentFold, FinishedPart } from './experimentDocuments.ts'
import {
  type DataResults,
  type ExperimentResults,
  type FailedMethod,
  type LeaderboardRow,
  type OverallRow,
  resultsFormat,
} from './experimentResults.ts'
import { levelOf, remarksOn } from './remarks.ts'

export interface ResultsOptions {
  /** Of each data set: what its lists hold. */
  readonly overviews?: Readonly<Record<string, Inspection>>
  readonly onProgress?: WorkListener
}

/**
 * The results of the methods whose every part is finished. Folds and parts may come in any order; of each fold there are those of every method, or
 * the method counts as unfinished.
 */
export function experimentResults(
  experiment: Experiment,
  folds: readonly ExperimentFold[],
  parts: readonly FinishedPart[],
  { overviews = {}, onProgress }: ResultsOptions = {},
): ExperimentResults {
  const { data, methods, metrics, profile, confidence } = experiment
  const failed: FailedMethod[] = []
  const expected = folds.length * experiment.seeds.length * experiment.shares.length
  const whole = methods.filter(({ name }) => parts.filter(({ method }) => method === name).length === expected).map(({ name }) => name)
  const results = data.map(({ name }, place) => {
    const own = parts.filter((part) => part.data === name)
    const ranked = whole.filter((method) => {
      const failure = own.find((part) => part.method === method && part.failed !== undefined)
      if (failure !== undefined) failed.push({ data: name, method, reason: failure.failed! })
      return failure === undefined
    })
    const listener = onProgress && ((done: number, total: number) => onProgress(place * total + done, data.length * total))
    return new DataSet(
      experiment,
      folds.filter((fold) => fold.data === name),
      own,
      ranked,
      listener,
    ).results(name, overviews[name])
  })
  const overall =
    data.length > 1
      ? overallRows(
          experiment,
          results.map(({ rows }) => rows),
        )
      : undefined
  return {
    format: resultsFormat,
    version: 1,
    experiment,
    metric: metrics[0],
    better: betterValues(metrics[0]),
    profile,
    confidence,
    leaderboard: results.flatMap(({ rows }) => rows),
    ...(overall && { overall }),
    data: results.map(({ found }) => found),
    failed,
    unfinished: methods.map(({ name }) => name).filter((name) => !whole.includes(name)),
  }
}

/** The lists that count, and their values by method. */
interface Counted {
  readonly members: readonly number[]
  readonly groups: Uint32Array
  readonly weights?: Float64Array
}

class DataSet {
  private readonly experiment: Experiment
  private readonly folds: readonly ExperimentFold[]
  private readonly parts: readonly FinishedPart[]
  private readonly methods: readonly string[]
  private readonly onProgress: WorkListener | undefined
  /** Of all folds together: where the lists of each fold begin, and each list's name and weight. */
  private readonly starts: readonly number[]
  private readonly ids: readonly string[]

  constructor(
    experiment: Experiment,
    folds: readonly ExperimentFold[],
    parts: readonly FinishedPart[],
    methods: readonly string[],
    onProgress: WorkListener | undefined,
  ) {
    this.experiment = experiment
    this.folds = folds
    this.parts = parts.filter(({ method }) => methods.includes(method))
    this.methods = methods
    this.onProgress = onProgress
    this.starts = folds.map((_, place) => folds.slice(0, place).reduce((sum, { ids }) => sum + ids.length, 0))
    this.ids = folds.flatMap(({ ids }) => ids)
  }

  results(name: string, overview: Inspection | undefined): { readonly rows: readonly LeaderboardRow[]; readonly found: DataResults } {
    const { methods, experiment, folds, parts } = this
    const { metrics, shares, confidence } = experiment
    const better = betterValues(metrics[0])
    const full = shares[shares.length - 1]
    const all = metrics.map((_, metric) => methods.map((method) => this.valuesOf(method, full, metric)))
    const curves = shares.map((share) => (share === full ? all[0] : methods.map((method) => this.valuesOf(method, share, 0))))
    const fair = this.fairLists()
    const counted = all.map((values, metric) => this.counted(fair.members, fair.first, [...values, ...(metric === 0 ? curves.flat() : [])]))
    const once = all.map((values, metric) => values.map((own) => onceOf(own, counted[metric])))
    const means = once.map((values, metric) => values.map((own) => meanOverLists(own, counted[metric].weights)))
    const sign = better === 'lesser' ? -1 : 1
    const order = Array.from(methods.keys()).sort((a, b) => sign * (means[0][b] - means[0][a]) || a - b)
    const ranked = order.map((place) => ({ name: methods[place] }))
    const values = order.map((place) => once[0][place])
    const { weights } = counted[0]
    const untested = methods.length === 0 ? undefined : this.untested(values[0].length)
    const testing = resolveOptions(compareOptions, { metric: metrics[0], profile: experiment.profile, confidence })
    const pairs =
      untested === undefined ? testedPairs(ranked, values, weights, testing, this.onProgress) : untestedPairs(ranked, values, weights)
    const letters = untested === undefined ? letterGroups(order.length, differentPairs(pairs, ranked, levelOf(confidence))) : undefined
    const interval = (own: Float64Array, metric: number): Interval =>
      bootstrapInterval(own, { confidence, ...(counted[metric].weights && { weights: counted[metric].weights }) })
    const rows = order.map((place, rank): LeaderboardRow => {
      const measured = metrics.map((metric, at) => [metric, { value: means[at][place], interval: interval(once[at][place], at) }] as const)
      return {
        data: name,
        method: methods[place],
        metric: metrics[0],
        ...measured[0][1],
        group: letters?.[rank] ?? null,
        metrics: Object.fromEntries(measured),
        ...(rank > 0 && { againstBest: winsOf(values[rank], values[0], sign) }),
      }
    })
    return {
      rows,
      found: {
        name,
        folds: folds.map(({ fold, train, valid, test }, place) => ({
          name: fold,
          train: train.lists,
          ...(valid && { valid: valid.lists }),
          test: test.lists,
          values: Object.fromEntries(order.map((own) => [methods[own], this.meanOfFold(place, all[0][own], counted[0].members)])),
        })),
        ...(overview && { overview }),
        lists: values[0]?.length ?? 0,
        skipped: values.length === 0 ? 0 : new Set(fair.members.map((list) => fair.first[list])).size - values[0].length,
        repeated: fair.members.length - new Set(fair.members.map((list) => fair.first[list])).size,
        seen: this.ids.length - fair.members.length,
        ...(untested !== undefined && { untested }),
        pairs,
        remarks: untested === undefined ? remarksOn(rows, pairs, experiment) : [],
        perList: {
          lists: firstMembers(counted[0]).map((list) => this.ids[list]),
          methods: Object.fromEntries(order.map((place, rank) => [methods[place], Array.from(values[rank])])),
        },
        curve:
          shares.length < 2
            ? []
            : shares.flatMap((share, at) =>
                order.map((place) => {
                  const own = onceOf(curves[at][place], counted[0])
                  return { method: methods[place], share, value: meanOverLists(own, weights), interval: interval(own, 0) }
                }),
              ),
        chosen: this.chosen(),
        notes: [...new Set([...folds.flatMap(({ notes }) => notes), ...parts.flatMap(({ measured }) => measured?.notes ?? [])])],
      },
    }
  }

  private partsOn(fold: ExperimentFold, method: string, share: number): readonly FinishedPart[] {
    return this.parts.filter((part) => part.fold === fold.fold && part.method === method && part.share === share)
  }

  /** The metric on all lists, each with its mean over the seeds; NaN where it is not defined. */
  private valuesOf(method: string, share: number, metric: number): Float64Array {
    const all = new Float64Array(this.ids.length)
    for (const [place, fold] of this.folds.entries()) {
      const own = this.partsOn(fold, method, share).map(({ measured }) => measured!.values[metric])
      for (let list = 0; list < fold.ids.length; list++) {
        const sum = own.reduce((total, values) => total + values[list], 0)
        all[this.starts[place] + list] = sum / own.length
      }
    }
    return all
  }

  /** Lists that no model has seen; those that count as one with another for some model do so for all. */
  private fairLists(): { readonly members: readonly number[]; readonly first: Uint32Array } {
    const first = Uint32Array.from(this.ids.keys())
    const unseen = new Uint8Array(this.ids.length).fill(1)
    for (const [place, fold] of this.folds.entries()) {
      const start = this.starts[place]
      for (const { measured } of this.parts.filter((part) => part.fold === fold.fold)) {
        const known = new Set(measured!.unseen)
        for (let list = 0; list < fold.ids.length; list++) {
          if (!known.has(list)) unseen[start + list] = 0
          join(first, start + list, start + measured!.first[list])
        }
      }
    }
    const untested = this.parts.some(({ measured }) => measured?.untested !== undefined)
    const members = Array.from(first.keys()).filter((list) => untested || unseen[list] === 1)
    return { members, first: first.map((_, list) => rootOf(first, list)) }
  }

  private counted(members: readonly number[], first: Uint32Array, values: readonly Float64Array[]): Counted {
    const defined = members.filter((list) => values.every((own) => !Number.isNaN(own[list])))
    const groups = Uint32Array.from(defined, (list) => first[list])
    if (!this.folds.some(({ weights }) => weights !== undefined)) return { members: defined, groups }
    const weights = Float64Array.from(this.folds.flatMap((fold) => Array.from(fold.ids, (_, list) => fold.weights?.[list] ?? 1)))
    return {
      members: defined,
      groups,
      weights: groupMeans(
        Float64Array.from(defined, (list) => weights[list]),
        groups,
      ),
    }
  }

  /** The mean over those of the lists that belong to a fold. */
  private meanOfFold(place: number, values: Float64Array, members: readonly number[]): number {
    const { ids, weights } = this.folds[place]
    const start = this.starts[place]
    const own = members.filter((list) => list >= start && list < start + ids.length)
    const of = (numbers: Float64Array, from: number) => Float64Array.from(own, (list) => numbers[list - from])
    return own.length === 0 ? Number.NaN : meanOverLists(of(values, 0), weights && of(weights, start))
  }

  private untested(lists: number): string | undefined {
    if (lists === 0) return `No test list has a value of ${this.experiment.metrics[0]} for every method, so there is nothing to compare.`
    if (lists === 1) return 'One list cannot show how lists vary: there is no interval and no test.'
    return this.parts.find(({ measured }) => measured?.untested !== undefined)?.measured?.untested
  }

  private chosen(): DataResults['chosen'] {
    const { shares, seeds } = this.experiment
    return this.folds.flatMap((fold) =>
      this.methods.flatMap((method) =>
        shares.flatMap((share) =>
          seeds.flatMap((seed) =>
            this.partsOn(fold, method, share).flatMap((part) =>
              part.seed === seed && part.chosen ? [{ fold: fold.fold, method, seed, share, ...part.chosen }] : [],
            ),
          ),
        ),
      ),
    )
  }
}

function rootOf(first: Uint32Array, list: number): number {
  let root = list
  while (first[root] !== root) root = first[root]
  return root
}

function join(first: Uint32Array, a: number, b: number): void {
  const [x, y] = [rootOf(first, a), rootOf(first, b)]
  first[Math.max(x, y)] = Math.min(x, y)
}

function onceOf(values: Float64Array, { members, groups }: Counted): Float64Array {
  return groupMeans(
    Float64Array.from(members, (list) => values[list]),
    groups,
  )
}

/** The first list of each group, in the order of `groupMeans`. */
function firstMembers({ members, groups }: Counted): number[] {
  const seen = new Set<number>()
  return members.filter((_, place) => !seen.has(groups[place]) && seen.add(groups[place]))
}

/** As `compare` tells two rankers apart: by the randomisation test, corrected for all pairs. */
function differentPairs(
  pairs: readonly ComparedPair[],
  ranked: readonly { readonly name: string }[],
  level: number,
): (readonly [number, number])[] {
  const place = (name: string) => ranked.findIndex((each) => each.name === name)
  return pairs.flatMap(({ a, b, tests }) => (tests.randomisation.pHolm < level ? [[place(a), place(b)] as const] : []))
}

/** Differences of the last digits are ties. */
const tie = 1e-12

function winsOf(own: Float64Array, best: Float64Array, sign: 1 | -1): NonNullable<LeaderboardRow['againstBest']> {
  const differences = own.map((value, list) => sign * (value - best[list]))
  const wins = differences.filter((difference) => difference > tie).length
  const losses = differences.filter((difference) => difference < -tie).length
  return { wins, ties: own.length - wins - losses, losses }
}

/** Of the methods that are on every leaderboard. */
function overallRows({ methods }: Experiment, boards: readonly (readonly LeaderboardRow[])[]): OverallRow[] {
  const everywhere = methods.map(({ name }) => name).filter((name) => boards.every((rows) => rows.some(({ method }) => method === name)))
  const rows = everywhere.map((name): OverallRow => {
    const own = boards.map((board) => {
      const rivals = board.filter(({ method }) => everywhere.includes(method))
      const row = rivals.find(({ method }) => method === name)!
      const equal = rivals.flatMap(({ value }, place) => (value === row.value ? [place + 1] : []))
      return { row, rank: mean(equal), best: board[0].group !== null && sharesLetter(row.group ?? '', board[0].group) }
    })
    return {
      method: name,
      meanRank: mean(own.map(({ rank }) => rank)),
      value: mean(own.map(({ row }) => row.value)),
      amongBest: own.filter(({ best }) => best).length,
    }
  })
  return rows.sort((a, b) => a.meanRank - b.meanRank)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
