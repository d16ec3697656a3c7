import { joined } from '../../data/lists/folds.ts'
import { listCount, type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { refittedParts } from '../../data/tables/refittedParts.ts'
import { betterValues } from '../../metrics/metricDirection.ts'
import type { AutoCandidate, AutoRecord } from '../../models/common/autoRecord.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { Resolved } from '../../options/optionTable.ts'
import { foldsOfGroups, groupsApart, hasCopies } from '../../recognition/foldsApart.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import type { autoOptions } from '../../trainers/common/autoOptions.ts'
import { areEnough, BLEND_CUTS, type Blend, blend, measurementsOfCut } from './blend.ts'
import { isHopeless, type ListValues, meanOf, summaryOf } from './comparison.ts'
import { costOf, costOfMeasuring } from './costTable.ts'
import { type DataSize, dataSize, shareOf } from './dataSize.ts'
import { candidatesOf, type Fit, rest, shorterFits } from './fits.ts'
import { leftOutValues, type MeasuredCandidate, measureFit, type Trial, type TrialPart } from './measuredFits.ts'
import { isInUsualScale, isUsualWidth, type Portfolio } from './portfolio.ts'

type Asked = Resolved<typeof autoOptions>

/** Candidates that were weighed, and how. */
export interface Blended {
  readonly members: readonly MeasuredCandidate[]
  readonly blend: Blend
}

/** Lists that a sample keeps at least. */
const fewestSampled = 200
/** Candidates that may become members. Without a search each fit has one, lest those of one fit lead together. */
const mostMembers = 12
const mostOfFit = { searched: 2, leading: 1 }
/** Share of the budget that looking for weights may take: one cut of the lists in any case, more of them only from what is left. */
const blendShare = 0.15

/** What was measured so far, and what it cost. */
export class Search {
  readonly whole: DataSize
  readonly trial: Trial
  /** Why nothing can be measured; undefined where something can. */
  readonly hindrance: string | undefined
  readonly isSample: boolean
  readonly measured: MeasuredCandidate[] = []
  readonly unaffordable: Fit[] = []
  spent = 0
  private readonly lists: RankingLists
  private readonly asked: Asked
  /** Of the rows that are measured on. */
  private readonly share: number

  constructor(lists: RankingLists, valid: RankingLists | undefined, asked: Asked, compute: Compute) {
    this.lists = lists
    this.asked = asked
    this.whole = dataSize(lists)
    const { metric, profile, seed } = asked
    const sign = betterValues(metric) === 'lesser' ? -1 : 1
    const common = { metric, profile, seed, sign } as const
    if (valid !== undefined) {
      const numbers = Uint32Array.from(valid.listIds.keys())
      this.trial = {
        ...common,
        measured: valid,
        groups: groupsApart(valid, compute),
        parts: [{ numbers, lists: () => ({ train: lists, test: valid }) }],
      }
      this.hindrance = gradedLists(valid) > 0 ? undefined : 'no validation list has items of different labels'
      this.share = 1
      this.isSample = false
      return
    }
    const sample = sampled(lists, this.whole, asked)
    this.isSample = sample !== lists
    this.share = sample.labels.length / Math.max(1, lists.labels.length)
    const groups = groupsApart(sample, compute)
    const folds = Math.min(asked.folds, groups.length)
    const single = listCount(sample) < 2 ? 'a single list cannot' : 'lists that all repeat one another cannot'
    this.hindrance =
      folds < 2 ? `${single} tell methods apart` : gradedLists(sample) > 0 ? undefined : 'no list has items of different labels'
    const parts = folds < 2 ? [] : foldParts(sample, foldsOfGroups(sample, groups, folds, { seed }))
    this.trial = { ...common, measured: sample, groups, parts }
  }

  /** Of one part: the models of folds are trained on the other ones. */
  private partCost(fit: Fit): number {
    const { parts } = this.trial
    return costOf(fit, shareOf(this.whole, parts.length < 2 ? this.share : (this.share * (parts.length - 1)) / parts.length))
  }

  private left(): number {
    return this.asked.budget - this.spent
  }

  /** Among more settings on very few lists only more are lucky, so these have the first wave alone. */
  *measure({ first, second, widths }: Portfolio, runtime: Runtime): Training<void> {
    for (const fit of first) yield* this.measureOne(fit, runtime)
    if (this.measured.length === 0) yield* this.measureCheapest(first, runtime)
    const leader = this.best()
    if (leader === undefined || this.hasFewFolded()) return
    const hopeful = new Set(
      this.measured.filter(({ fit, values }) => isInUsualScale(fit) && !this.isHopeless(values, leader)).map(({ fit }) => fit.method),
    )
    for (const fit of second) if (hopeful.has(fit.method)) yield* this.measureOne(fit, runtime)
    if (hopeful.has('rankrls')) yield* this.measureWidth(widths, runtime)
  }

  /** Folds of so few lists that nothing is searched for. */
  private hasFewFolded(): boolean {
    return this.trial.parts.length > 1 && !areEnough(this.telling())
  }

  private isHopeless(values: ListValues, leader: MeasuredCandidate): boolean {
    return values !== leader.values && isHopeless(values, leader.values, this.trial.groups, this.trial.measured.listWeights)
  }

  /** A fit whose training on all lists would not be affordable is not measured; of trees, as many as are affordable. */
  private *measureOne(asked: Fit, runtime: Runtime): Training<void> {
    const fit = shorterFits(asked).find((own) => this.isAffordable(own))
    if (fit !== asked) this.unaffordable.push(fit === undefined ? asked : rest(asked, fit))
    if (fit !== undefined) yield* this.take(fit, runtime)
  }

  /** Something is measured, however small the budget. */
  private *measureCheapest(fits: readonly Fit[], runtime: Runtime): Training<void> {
    const cheapest = fits.reduce((least, fit) => (costOf(fit, this.whole) < costOf(least, this.whole) ? fit : least))
    this.unaffordable.splice(this.unaffordable.indexOf(cheapest), 1)
    yield* this.take(cheapest, runtime)
  }

  private *take(fit: Fit, runtime: Runtime): Training<void> {
    const cost = this.partCost(fit)
    const found = yield* measureFit(fit, this.trial, this.best()?.values, runtime)
    const parts = found[0].state === 'dropped' ? partsMeasured(found[0], this.trial) : this.trial.parts.length
    this.spent += parts * cost
    this.measured.push(...found)
  }

  private isAffordable(fit: Fit): boolean {
    return this.trial.parts.length * this.partCost(fit) + costOf(fit, this.whole) <= this.left() - this.reserved()
  }

  /** For one cut of the lists to look for weights with, also where none are wanted: `single` chooses from the same candidates. */
  private reserved(): number {
    return Math.min(this.mostForWeights(), measurementsOfCut(mostMembers, true) * costOfMeasuring(dataSize(this.trial.measured)))
  }

  private mostForWeights(): number {
    return blendShare * this.asked.budget
  }

  /** The kernel of another width, if left-out lists prefer it. */
  private *measureWidth(widths: readonly Fit[], runtime: Runtime): Training<void> {
    // Statistics of labels would have to be taken anew without each list, and copies of a left-out list would stay.
    const seesLabels = this.lists.encoders?.columns.some(({ kind }) => kind === 'target') === true
    if (widths.length === 0 || seesLabels || hasCopies(this.lists, runtime.compute)) return
    const cost = widths.length * costOf(widths[0], this.whole)
    if (cost + this.trial.parts.length * this.partCost(widths[0]) + costOf(widths[0], this.whole) > this.left() - this.reserved()) {
      this.unaffordable.push(...widths)
      return
    }
    this.spent += cost
    const values = yield* leftOutValues(widths, this.lists, this.trial, runtime)
    const best = values.reduce((leader, value, index) => (value > values[leader] ? index : leader), 0)
    if (!isUsualWidth(best, widths)) yield* this.measureOne(widths[best], runtime)
  }

  /** Undefined where nothing was measured, or folds show one list alone. */
  best(): MeasuredCandidate | undefined {
    return this.trial.parts.length > 1 && this.counting() < 2 ? undefined : this.inOrder()[0]
  }

  /** Lists that the metric has a value of. */
  counting(): number {
    return this.trial.measured.listIds.filter((_, list) => this.counts(list)).length
  }

  /** Different ones among them: those that tell something of their own. */
  telling(): number {
    return this.trial.groups.filter((group) => group.some((list) => this.counts(list))).length
  }

  private counts(list: number): boolean {
    const { listWeights } = this.trial.measured
    const first = this.measured.find(({ state }) => state === 'measured')
    return first !== undefined && !Number.isNaN(first.values[list]) && listWeights?.[list] !== 0
  }

  /** Those that were measured on all lists, the best first. */
  inOrder(): readonly MeasuredCandidate[] {
    return this.measured
      .filter(({ state }) => state === 'measured')
      .map((candidate) => ({ candidate, mean: this.mean(candidate) }))
      .filter(({ mean }) => !Number.isNaN(mean))
      .sort((a, b) => b.mean - a.mean)
      .map(({ candidate }) => candidate)
  }

  private mean({ values }: MeasuredCandidate): number {
    return meanOf(values, this.trial.measured.listWeights)
  }

  /** Undefined where there are too few methods or validation lists, or the budget is used up. */
  *blended(runtime: Runtime): Training<Blended | undefined> {
    const { measured, parts } = this.trial
    const isSearched = areEnough(this.telling())
    if (!isSearched && parts.length === 1) return undefined
    const most = isSearched ? mostOfFit.searched : mostOfFit.leading
    const ofFit = new Map<Fit, number>()
    const members = this.inOrder()
      .filter(({ fit }) => {
        const before = ofFit.get(fit) ?? 0
        ofFit.set(fit, before + 1)
        return before < most
      })
      .slice(0, mostMembers)
    const cost = measurementsOfCut(members.length, isSearched) * costOfMeasuring(dataSize(measured))
    const allowed = this.mostForWeights()
    if (members.length < 2 || cost > allowed) return undefined
    obeyStop(runtime)
    const cuts = Math.max(1, Math.min(BLEND_CUTS, Math.floor(Math.min(allowed, this.left()) / cost)))
    this.spent += cuts * cost
    return { members, blend: yield* blend(members, this.trial, { cuts, isSearched }, runtime) }
  }

  record(chosen: string, { budget, metric, seed }: Asked, blended?: Blended): AutoRecord {
    const { measured, groups, parts, sign } = this.trial
    const taken = chosen === 'ensemble' ? blended : undefined
    const weightOf = new Map(taken?.members.map((member, index) => [member, taken.blend.weights[index]]))
    const told = (values: ListValues) => summaryOf(sign === 1 ? values : values.map((value) => -value), seed, groups, measured.listWeights)
    const ordered = this.inOrder()
    const others = this.measured.filter((candidate) => !ordered.includes(candidate))
    const candidates = [...ordered, ...others].map((candidate): AutoCandidate => {
      const { fit, options, state, values } = candidate
      const weight = weightOf.get(candidate)
      const known = state === 'measured' ? told(values) : undefined
      return { method: fit.method, options, state, ...known, ...(weight !== undefined && weight > 0 && { weight }) }
    })
    const left = this.unaffordable.flatMap((fit) =>
      candidatesOf(fit).map((options): AutoCandidate => ({ method: fit.method, options, state: 'unaffordable' })),
    )
    const ensemble = blended && told(blended.blend.values)
    const on = this.best() === undefined ? 'nothing' : parts.length === 1 ? 'valid' : 'folds'
    return {
      metric,
      on,
      folds: on === 'folds' ? parts.length : 0,
      lists: on === 'nothing' ? 0 : this.counting(),
      budget,
      spent: Math.round(1000 * this.spent) / 1000,
      chosen,
      candidates: [...candidates, ...left],
      ...(blended && ensemble?.interval && Number.isFinite(blended.blend.error)
        ? { ensemble: { value: ensemble.value, interval: ensemble.interval, gain: blended.blend.gain, error: blended.blend.error } }
        : {}),
    }
  }
}

/** Lists that have items to put in order. */
export function gradedLists({ labels, offsets }: RankingLists): number {
  const isGraded = (first: number, list: number) => labels.subarray(first, offsets[list + 1]).some((label) => label !== labels[first])
  return offsets.subarray(0, -1).filter(isGraded).length
}

/** Parts until the lists ended that were measured. */
function partsMeasured({ values }: MeasuredCandidate, { parts }: Trial): number {
  return parts.filter(({ numbers }) => numbers.some((list) => !Number.isNaN(values[list]))).length
}

/** Encoders of tables are fitted anew for each part, once. */
function foldParts(lists: RankingLists, folds: readonly Uint32Array[]): TrialPart[] {
  return folds.map((numbers) => {
    const make = () => refittedParts(selectLists(lists, joined(folds.filter((fold) => fold !== numbers))), selectLists(lists, numbers))
    if (lists.encoders === undefined) return { numbers, lists: make }
    let made: ReturnType<typeof make> | undefined
    return {
      numbers,
      lists() {
        made ??= make()
        return made
      },
    }
  })
}

/** Fewer lists where the first wave would take more than half of the budget on all of them. */
function sampled(lists: RankingLists, size: DataSize, { budget, folds, seed }: Asked): RankingLists {
  const usual: Fit = { method: 'lambdamart', options: { leaves: 4 }, reads: { option: 'trees', values: [500] } }
  const count = listCount(lists)
  let share = 1
  while (count * share > 2 * fewestSampled && folds * 3 * costOf(usual, shareOf(size, share)) > budget / 2) share /= 2
  if (share === 1) return lists
  const kept = seededRandom(seed)
    .fork('lists')
    .shuffle(Uint32Array.from(lists.listIds.keys()))
    .slice(0, Math.ceil(count * share))
  return selectLists(lists, kept.sort())
}
