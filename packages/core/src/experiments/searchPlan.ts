/** Which settings of a method are tried, and on which lists. */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { type TunePlan, tunePlan } from '../library/tunePlan.ts'
import type { ProfileName } from '../metrics/profiles.ts'
import { seededRandom } from '../numeric/random.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { TrialOptions, TunableValue } from '../trainers/common/trialOptions.ts'
import { methodOf } from '../trainers/methods.ts'
import type { ExperimentMethod, TriedRange, TriedValues } from './experiment.ts'

export interface SearchAim {
  readonly metric: string
  readonly profile: ProfileName
  readonly seed: number
}

/** The options of a method with its seed, where it has one and none is given. */
export function seededOptions({ method, options }: ExperimentMethod, seed: number): Readonly<Record<string, unknown>> {
  const takesSeed = Object.hasOwn(methodOf(method).options, 'seed') && options['seed'] === undefined
  return takesSeed ? { ...options, seed } : options
}

/** Whether settings are chosen by validation lists: not by halving, which leaves out settings fold by fold. */
export function choosesOnValid({ halving }: ExperimentMethod, valid: RankingLists | undefined): boolean {
  return valid !== undefined && halving !== 'on'
}

/** With validation lists, the plan has them for its only fold. */
export function searchPlan(
  lists: RankingLists,
  valid: RankingLists | undefined,
  method: ExperimentMethod,
  { metric, profile, seed }: SearchAim,
  runtime: Runtime,
): TunePlan {
  const onValid = choosesOnValid(method, valid)
  const { folds, halving } = method
  const fixed = seededOptions(method, seed) as TunePlan['fixed']
  const grid = Object.fromEntries(
    Object.entries(method.try).map(([option, tried]) => [option, isRange(tried) ? [tried.from, tried.to] : tried]),
  )
  const asked = onValid ? { folds: 2, halving: 'off' as const } : { ...(folds !== undefined && { folds }), ...(halving && { halving }) }
  const plan = tunePlan(lists, { method: method.method, fixed, grid, ...asked, metric, profile, seed }, runtime)
  const drawn = method.search === 'random' ? randomPlan(plan, method, seed) : plan
  if (!onValid) return drawn
  return { ...drawn, folds: [Uint32Array.from(valid!.listIds.keys())], rounds: [[0]], leavesListsOut: false }
}

/** The plan with some of its trials, or with values drawn from ranges. */
function randomPlan(plan: TunePlan, { try: tries, trials: count = plan.trials.length, method }: ExperimentMethod, seed: number): TunePlan {
  const random = seededRandom(seed).fork('settings')
  const ranged = Object.values(tries).some(isRange)
  const trials = ranged ? drawnFrom() : chosenAmong()
  const grid = Object.fromEntries(Object.keys(plan.grid).map((option) => [option, [...new Set(trials.map((trial) => trial[option]))]]))
  return { ...plan, trials, grid }

  function chosenAmong(): readonly TrialOptions[] {
    const all = random.shuffle(Array.from(plan.trials.keys())).slice(0, count)
    return all.sort((a, b) => a - b).map((trial) => plan.trials[trial])
  }

  function drawnFrom(): readonly TrialOptions[] {
    const table = methodOf(method).options
    const found = new Map<string, TrialOptions>()
    // Few values may not have so many combinations.
    for (let attempt = 0; attempt < 20 * count && found.size < count; attempt++) {
      const values = Object.entries(plan.grid).map(([option, listed]): [string, TunableValue] => {
        const tried: TriedValues = tries[option] ?? listed
        const whole = Object.hasOwn(table, option) && table[option as keyof typeof table]['kind'] === 'integer'
        return [option, isRange(tried) ? inRange(tried, random.uniform(), whole) : tried[random.integer(tried.length)]]
      })
      const trial = Object.fromEntries(values)
      found.set(JSON.stringify(trial), trial)
    }
    return [...found.values()]
  }
}

function inRange({ from, to, steps }: TriedRange, share: number, whole: boolean): number {
  const value = steps === 'log' ? from * (to / from) ** share : from + share * (to - from)
  return Math.min(to, Math.max(from, whole ? Math.round(value) : Number(value.toPrecision(3))))
}

function isRange(tried: TriedValues): tried is TriedRange {
  return !Array.isArray(tried)
}
