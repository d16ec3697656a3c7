/**
 * A linear utility and an effect of each item: utility = w·x + b_item. w by ridge regression on what the effects leave, b by the mean of
 * what w leaves, which is shrunk towards 0 as long as the item was seen rarely, and fades. Mean places and ratings are the case w = 0; items
 * that were never seen are ranked by their features alone.
 */
import { objectPart } from '../documents/documentPart.ts'
import type { OptionTable } from '../options/optionTable.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { ItemMemory, type ItemValues, itemValuesPart, memoryOptions } from './itemMemory.ts'
import type { LearnerRow, LearnerStart, StreamLearner } from './learner.ts'
import { type Centring, centringOptions } from './onlineScaler.ts'
import { RecursiveLeastSquaresLearner, type RecursiveLeastSquaresState, recursiveLeastSquaresPart } from './recursiveLeastSquaresLearner.ts'
import { centredUtilities, type RankedSeries, type Series, seriesLength } from './series.ts'

const itemEffectsOptions = {
  ...centringOptions,
  linearWeight: { kind: 'number', default: 1, above: 0, doc: 'Alpha: how strongly the weights hold on to the initial ones.' },
  forgetting: { kind: 'number', default: 1, above: 0, atMost: 1, doc: 'Share of the past that stays with every series, for the weights.' },
  itemForgetting: {
    kind: 'number',
    default: 0.98,
    above: 0,
    atMost: 1,
    doc: 'Share of what is known of an item that stays when it comes again.',
  },
  shrinkage: { kind: 'number', default: 3, above: 0, doc: 'How many times an item must come before its effect counts for half.' },
  ...memoryOptions,
} as const satisfies OptionTable

interface ItemEffectsSettings {
  readonly centring: Centring
  readonly linearWeight: number
  readonly forgetting: number
  readonly itemForgetting: number
  readonly shrinkage: number
  readonly remembered: number
}

export interface ItemEffectsState {
  readonly linear: RecursiveLeastSquaresState
  /** What the features left of the utilities of each item, summed and fading; and how often it came, fading too. */
  readonly totals: ItemValues
  readonly counts: ItemValues
}

class ItemEffectsLearner implements StreamLearner<ItemEffectsState> {
  readonly #settings: ItemEffectsSettings
  readonly #linear: RecursiveLeastSquaresLearner
  readonly #totals: ItemMemory
  readonly #counts: ItemMemory

  constructor(settings: ItemEffectsSettings, initialWeights?: Float64Array, state?: ItemEffectsState, runtime?: Pick<Runtime, 'compute'>) {
    this.#settings = settings
    this.#linear = new RecursiveLeastSquaresLearner({ ...settings, initialWeights }, state?.linear, runtime)
    this.#totals = new ItemMemory(settings.remembered, state?.totals)
    this.#counts = new ItemMemory(settings.remembered, state?.counts)
  }

  state(): ItemEffectsState {
    return { linear: this.#linear.state(), totals: this.#totals.entries(), counts: this.#counts.entries() }
  }

  rank(series: Series): Float64Array | undefined {
    const effects = this.#effects(series)
    const linear = this.#linear.rank(series)
    if (linear !== undefined) return linear.map((score, item) => score + effects[item])
    return this.#counts.size === 0 ? undefined : effects
  }

  learn(series: RankedSeries): void {
    const utilities = centredUtilities(series.utilities)
    const effects = this.#effects(series)
    this.#linear.learn({ ...series, utilities: utilities.map((utility, item) => utility - effects[item]) })
    const linear = this.#linear.rank(series) ?? new Float64Array(utilities.length)
    const left = centredUtilities(utilities.map((utility, item) => utility - linear[item]))
    const { itemForgetting } = this.#settings
    for (const [item, name] of (series.items ?? []).entries()) {
      this.#totals.set(name, itemForgetting * (this.#totals.get(name) ?? 0) + left[item])
      this.#counts.set(name, itemForgetting * (this.#counts.get(name) ?? 0) + 1)
    }
  }

  #effects(series: Series): Float64Array {
    const { shrinkage } = this.#settings
    const { items } = series
    if (items === undefined) return new Float64Array(seriesLength(series))
    return Float64Array.from(items, (name) => (this.#totals.get(name) ?? 0) / ((this.#counts.get(name) ?? 0) + shrinkage))
  }
}

export const itemEffects: LearnerRow<typeof itemEffectsOptions, ItemEffectsState> = {
  summary: 'A linear utility and an effect of each item that comes again.',
  options: itemEffectsOptions,
  takesInitialWeights: true,
  needsItems: false,
  make: ({ centre, ...options }, { initialWeights, state, runtime }: LearnerStart<ItemEffectsState>) =>
    new ItemEffectsLearner({ centring: centre, ...options }, initialWeights, state, runtime),
  state: () =>
    objectPart<ItemEffectsState>(
      { linear: recursiveLeastSquaresPart, totals: itemValuesPart, counts: itemValuesPart },
      ({ totals, counts }, refuse) => {
        if (counts.length !== totals.length || counts.some(([name], item) => name !== totals[item][0]))
          refuse('counts', 'the items are not those of the totals')
        if (counts.some(([, count]) => !(count > 0))) refuse('counts', 'expected a count above 0 for each item')
      },
    ),
}
