import { requireObject } from '../arguments/requireKind.ts'
import { arrayOf, count, either, fields, object, recordOf, requireArguments, text, texts, typed } from '../arguments/shapes.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { metricToChooseBy } from '../metrics/metricToChooseBy.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import { twoDigits } from '../numeric/twoDigits.ts'
import { isRule } from '../options/defaultRule.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { withOwnNames } from '../options/ownNames.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { foldsApart, hasCopies } from '../recognition/foldsApart.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { finish, type Training } from '../runtime/training.ts'
import { foldsOfHeld, groupsOfHeld } from '../trainers/common/foldsOfHeld.ts'
import { type LeavesListsOut, lengthsOf } from '../trainers/common/leftOutScores.ts'
import type { TrialOptions, TunableValue } from '../trainers/common/trialOptions.ts'
import type { UsualOptions } from '../trainers/common/usualOptions.ts'
import { type Method, type MethodName, methodOf } from '../trainers/methods.ts'
import { isHeld, type TrainingLists } from '../work/heldLists.ts'
import { fitsOf, halvingRounds } from './halvingRounds.ts'
import { requireSplitCategories } from './requireSplitCategories.ts'
import { tuneOptions } from './tuneOptions.ts'

export interface TuneOptions extends OptionsOf<typeof tuneOptions> {
  readonly method: MethodName
  /** Options that every trial has. */
  readonly fixed?: Readonly<Record<string, TunableValue | readonly string[]>>
  /** Values to try of an option; all combinations are tried. Options that decide much and are neither here nor fixed are tried over a default grid. */
  readonly grid?: Readonly<Record<string, readonly TunableValue[]>>
}

/** Everything a tuning does, settled before it starts: any fold can be worked on by any thread. */
export interface TunePlan {
  readonly method: MethodName
  readonly fixed: Readonly<Record<string, TunableValue | readonly string[]>>
  readonly grid: Readonly<Record<string, readonly TunableValue[]>>
  /** Options whose values were given by hand; those of the others are a default grid. */
  readonly byHand: readonly string[]
  /** Options whose default grid was computed from the lists. */
  readonly fitted: readonly string[]
  readonly trials: readonly TrialOptions[]
  /** The list numbers that each fold tests on; it trains on all others. A single fold of all lists where each list is left out in turn. */
  readonly folds: readonly Uint32Array[]
  /** Whether each list is measured by the fit on all others, in closed form. */
  readonly leavesListsOut: boolean
  /** The folds of each round; after each but the last one the worse fits are left out. */
  readonly rounds: readonly (readonly number[])[]
  /** The option whose values are read off one fit, if there is one. */
  readonly readOff?: string
  readonly metric: string
  readonly profile: ProfileName
}

/** A plan as an argument. */
export const tunePlanShape = fields(
  {
    method: text,
    fixed: object('the options that every trial has'),
    grid: object('the values to try'),
    byHand: texts,
    fitted: texts,
    trials: arrayOf(object('the options of a trial')),
    folds: arrayOf(typed(Uint32Array)),
    rounds: arrayOf(arrayOf(count())),
    metric: text,
    profile: text,
  },
  'what tunePlan gives',
)

/** Penalties from the strongest down, radii from the smallest up: of equally good ones the first is taken, which is the simplest model. */
const lambdas: readonly number[] = [10, 1, 0.1, 0.01, 1e-3, 1e-4, 1e-5]
const radii: readonly number[] = [0.3, 1, 3, 10, 30, 100]
/** The same as multiples of the default, where that follows from the data. */
const lambdaReach: Reach = { below: 1e-3, above: 1e3, step: 10 }
const radiusReach: Reach = { below: 0.01, above: 3, step: Math.sqrt(10) }
/** Smoothing widths, as multiples of the default. */
const sigmaFactors: readonly number[] = [4, 1, 0.25]

export function tunePlan(lists: RankingLists, asked: TuneOptions, runtime: Runtime = plainRuntime): TunePlan {
  requireLists('lists', lists)
  requireRuntime(runtime)
  return finish(planning(lists, asked, runtime))
}

/** The same step by step; the lists may be held elsewhere. */
export function* planning(lists: TrainingLists, asked: TuneOptions, runtime: Runtime): Training<TunePlan> {
  requireObject('options', asked, 'an object with a method and what to try')
  const { method, fixed: fixedAsGiven = {}, grid: gridAsGiven = {}, ...options } = asked
  requireObject('options.fixed', fixedAsGiven, 'an object with options of the method')
  recordOf(arrayOf(either('a number, a text, true or false', isTunable), 'an array of values to try'), 'an object with values to try')(
    'options.grid',
    gridAsGiven,
  )
  const { folds, halving, metric, profile, seed } = resolveOptions(tuneOptions, options)
  const table = methodOf(method).options
  requireSplitCategories(method, lists)
  const { options: fixed } = withOwnNames(table, fixedAsGiven)
  const { options: given } = withOwnNames(table, gridAsGiven)
  metricToChooseBy('metric', metric)
  for (const [option, values] of Object.entries(given)) {
    if (values.length > 0) continue
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option, found: 'an empty list', allowed: 'values to try' })
  }
  for (const trial of combinations(given)) resolveOptions(table, { ...fixed, ...trial }) // report wrong options before anything is computed
  const leftOut = folds === undefined ? yield* leavingOut(lists, methodOf(method), fixed, given, runtime) : undefined
  const others = leftOut === undefined ? {} : yield* leftOut.grid(lists, { ...fixed, ...combinations(given)[0] }, runtime)
  const usual = yield* usualRanges(methodOf(method), lists, fixed, given, runtime)
  const grid: TunePlan['grid'] = {
    ...given,
    ...others,
    ...ownGrid(methodOf(method), fixed, given),
    ...defaultGrid(table, fixed, given, usual),
  }
  const trials = combinations(grid)
  for (const trial of trials) resolveOptions(table, { ...fixed, ...trial }) // report wrong options before the first fold
  const parts = yield* partsFor(lists, leftOut === undefined ? (folds ?? usualFolds) : 'all lists', seed, runtime)
  const readOff = methodOf(method).prefixes?.option
  const fits = fitsOf(trials, readOff).length
  const halves = halving === undefined ? readOff !== undefined && fits > mostFitsInFull : halving === 'on' && fits > 1
  return {
    method,
    fixed,
    grid,
    byHand: Object.keys(given),
    // A default radius follows from the number of lists alone.
    fitted: [
      ...(methodOf(method).usual !== undefined && grid['lambda'] !== undefined && given['lambda'] === undefined ? ['lambda'] : []),
      ...(others['kernelWidth'] === undefined ? [] : ['kernelWidth']),
    ],
    trials,
    folds: parts,
    rounds: halves ? halvingRounds(parts.length) : [Array.from(parts.keys())],
    ...(readOff !== undefined && { readOff }),
    leavesListsOut: leftOut !== undefined,
    metric,
    profile,
  }
}

function* partsFor(
  lists: TrainingLists,
  folds: number | 'all lists',
  seed: number,
  { compute }: Runtime,
): Training<readonly Uint32Array[]> {
  if (folds === 'all lists') {
    const { offsets } = yield* lengthsOf(lists)
    return [Uint32Array.from({ length: offsets.length - 1 }, (_, list) => list)]
  }
  return isHeld(lists) ? yield* foldsOfHeld(lists, folds, { seed }) : foldsApart(lists, folds, { seed }, compute)
}

function isTunable(value: unknown): boolean {
  return Number.isFinite(value) || typeof value === 'string' || typeof value === 'boolean'
}

/** More fits than these are left out round by round, where that is not said. */
const mostFitsInFull = 4

/** Folds where lists are not left out one by one. */
const usualFolds = 5

/**
 * The closed form of a method for left-out lists; undefined where there is none for some trial, a trial chooses its own penalty, features follow from
 * labels, or lists have copies that would stay when one is left out.
 */
function* leavingOut(
  lists: TrainingLists,
  { leftOut }: Method,
  fixed: NonNullable<TuneOptions['fixed']>,
  given: NonNullable<TuneOptions['grid']>,
  { compute }: Runtime,
): Training<LeavesListsOut | undefined> {
  // Statistics of labels would have to be taken anew without each list.
  const seesLabels = lists.encoders?.columns.some(({ kind }) => kind === 'target') === true
  if (leftOut === undefined || seesLabels) return undefined
  const lengths = yield* lengthsOf(lists)
  const closed = combinations(given).every((trial) => {
    const { lambda, ...options } = { ...fixed, ...trial }
    return (lambda === undefined || (typeof lambda === 'number' && lambda > 0)) && leftOut.refusal(lengths, options) === undefined
  })
  if (!closed) return undefined
  const repeats = isHeld(lists) ? (yield* groupsOfHeld(lists)).length < lengths.offsets.length - 1 : hasCopies(lists, compute)
  return repeats ? undefined : leftOut
}

const triedOfAnyMethod: readonly string[] = ['lambda', 'radius', 'sigma', 'kernelWidth']

/** Whether several values of the option are tried when nothing is said. */
export function isTriedByDefault(method: MethodName, option: string): boolean {
  requireArguments({ method, option }, { method: text, option: text })
  return triedOfAnyMethod.includes(option) || Object.hasOwn(methodOf(method).grid ?? {}, option)
}

/** The values that the method itself has worth trying. */
function ownGrid(
  { grid = {} }: Method,
  fixed: NonNullable<TuneOptions['fixed']>,
  given: NonNullable<TuneOptions['grid']>,
): Record<string, readonly number[]> {
  return Object.fromEntries(Object.entries(grid).filter(([option]) => !Object.hasOwn(fixed, option) && !Object.hasOwn(given, option)))
}

/** Whether a method has the option, and no value of it was given. */
function isOpen(
  table: OptionTable,
  fixed: NonNullable<TuneOptions['fixed']>,
  given: NonNullable<TuneOptions['grid']>,
  option: string,
): boolean {
  return Object.hasOwn(table, option) && !Object.hasOwn(fixed, option) && !Object.hasOwn(given, option)
}

/** The penalty, or the radius on a ball, and the width of a smoothing. */
function defaultGrid(
  table: OptionTable,
  fixed: NonNullable<TuneOptions['fixed']>,
  given: NonNullable<TuneOptions['grid']>,
  usualOf: UsualRange,
): Record<string, readonly number[]> {
  const grid: Record<string, readonly number[]> = {}
  const penalty = penaltyTried(table, fixed, given)
  const range = penalty && usualOf(penalty)
  if (penalty === 'radius') grid['radius'] = range === undefined ? radii : around(range, radiusReach)
  if (penalty === 'lambda') grid['lambda'] = range === undefined ? lambdas : [...around(range, lambdaReach)].reverse()
  const sigma = fixedDefault(table, 'sigma')
  if (isOpen(table, fixed, given, 'sigma') && typeof sigma === 'number') grid['sigma'] = sigmaFactors.map((factor) => factor * sigma)
  return grid
}

/** The radius where every trial is on a ball, the penalty where none is; undefined where it has values already. */
function penaltyTried(
  table: OptionTable,
  fixed: NonNullable<TuneOptions['fixed']>,
  given: NonNullable<TuneOptions['grid']>,
): keyof UsualOptions | undefined {
  const balls = given['ball'] ?? [fixed['ball'] ?? fixedDefault(table, 'ball') ?? 'none']
  const alwaysOnBall = !Object.hasOwn(table, 'ball') && Object.hasOwn(table, 'radius')
  const onBall = alwaysOnBall || balls.every((ball) => ball !== 'none')
  const mixed = !onBall && balls.some((ball) => ball !== 'none')
  const option = onBall ? 'radius' : 'lambda'
  return !mixed && isOpen(table, fixed, given, option) ? option : undefined
}

/** The default of an option that does not follow from the data. */
function fixedDefault(table: OptionTable, option: string) {
  const spec = Object.hasOwn(table, option) ? table[option] : undefined
  return spec !== undefined && 'default' in spec && !isRule(spec.default) ? spec.default : undefined
}

/** The least and the greatest default that an option has on the lists; undefined where it does not follow from them. */
type UsualRange = (option: keyof UsualOptions) => readonly [least: number, greatest: number] | undefined

/** The defaults of the method with all combinations of the given options: a penalty for sums over pairs is another than one for their means. */
function* usualRanges(
  { usual, options: table }: Method,
  lists: TrainingLists,
  fixed: NonNullable<TuneOptions['fixed']>,
  given: NonNullable<TuneOptions['grid']>,
  runtime: Runtime,
): Training<UsualRange> {
  const found: UsualOptions[] = []
  if (usual !== undefined && penaltyTried(table, fixed, given) !== undefined)
    for (const trial of combinations(given)) found.push(yield* usual(lists, { ...fixed, ...trial }, runtime))
  return (option) => {
    const values = found.flatMap((each) => each[option] ?? [])
    return values.length === 0 ? undefined : [Math.min(...values), Math.max(...values)]
  }
}

/** How far a grid goes around a default, as multiples of it. */
interface Reach {
  readonly below: number
  readonly above: number
  readonly step: number
}

/** From the smallest up; from below the least default to above the greatest. */
function around([least, greatest]: readonly [number, number], { below, above, step }: Reach): readonly number[] {
  const steps = Math.ceil(Math.log((greatest * above) / (least * below)) / Math.log(step) - 0.1)
  return Array.from({ length: steps + 1 }, (_, k) => twoDigits(least * below * step ** k))
}

/** Every combination of the values, the first option changing slowest; one empty trial if there is nothing to vary. */
function combinations(grid: Readonly<Record<string, readonly TunableValue[]>>): TrialOptions[] {
  let trials: TrialOptions[] = [{}]
  for (const [option, values] of Object.entries(grid)) {
    trials = trials.flatMap((trial) => values.map((value) => ({ ...trial, [option]: value })))
  }
  return trials
}
