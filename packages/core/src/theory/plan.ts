/** Inverts bounds: how many lists it takes until a guarantee is as tight as wanted. */
import { flag, options as optionsShape, requireArguments, text } from '../arguments/shapes.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import { bound, inputsShape, listBounds, printedRefusal } from './bound.ts'
import { boundInputs } from './boundInputs.ts'

export interface Plan {
  readonly theorem: string
  readonly epsilon: number
  /** The least number of lists with which the gap is at most epsilon. */
  readonly lists: number
  /** The gap with that many. */
  readonly gap: number
  readonly inputs: Readonly<Record<string, number>>
  /** What the gap is, in a sentence. */
  readonly meaning: string
  /** What was assumed because it was not given. */
  readonly notes: readonly string[]
}

interface Plannable {
  readonly inputs: OptionTable
  readonly meaning: string
  /** The smallest number of lists for which the bound is stated. */
  readonly least?: number
  /** Inputs that count as 0 when left out, although the gap grows with them. */
  readonly growsWith?: readonly string[]
  /** No paper prints the bound. */
  readonly ours?: boolean
  /** Falls as n grows; infinite for an n for which the printed formula does not hold. */
  gap(inputs: Readonly<Record<string, number>>, n: number, printed: boolean): number
}

const delta = { kind: 'number', default: 0.05, above: 0, below: 1, doc: 'The probability with which the statement may fail.' } as const

const trainingPlans = listBounds()
  .filter(({ name, sample }) => (name.startsWith('q-') || name.startsWith('e-')) && !sample)
  .map(({ name, inputs, growsWith, ours }): readonly [string, Plannable] => {
    const { n: count, ...others } = inputs
    const least = count.kind === 'integer' ? count.atLeast : undefined
    const start = 'best' in inputs ? 'best' : 'empirical'
    return [
      name,
      {
        inputs: others,
        ...(least !== undefined && { least }),
        ...(growsWith && { growsWith }),
        ...(ours && { ours }),
        meaning:
          name === 'e-stability-item'
            ? 'Lists are items here, of the one training list. The gap is how far the loss of new pairs may lie above that of the training pairs.'
            : start === 'best'
              ? 'Lists are training lists. The gap is how far the loss on new lists may lie above the least there is in the ball.'
              : 'Lists are training lists. The gap is how far the loss on new lists may lie above that on the training lists.',
        gap: (given, n, printed) => {
          if (printed && printedRefusal(name, { ...given, n }) !== undefined) return Infinity
          return bound(name, { ...given, n }, { printed }).value - given[start]
        },
      },
    ]
  })

const heldOutMeaning = 'Lists are held-out lists. The gap is how far the guaranteed metric lies below the measured one.'

const plans: ReadonlyMap<string, Plannable> = new Map<string, Plannable>([
  [
    'heldout-hoeffding',
    { inputs: { delta }, meaning: heldOutMeaning, gap: ({ delta: share }, n) => Math.sqrt(Math.log(1 / share) / (2 * n)) },
  ],
  [
    'heldout-bernstein',
    {
      inputs: {
        delta,
        variance: { kind: 'number', default: 0.25, atLeast: 0, atMost: 0.25, doc: 'Guess of the variance of the metric over lists.' },
      },
      meaning: `${heldOutMeaning} It holds for the variance given; measure it on a few lists first.`,
      gap: ({ delta: share, variance }, n) => {
        const log = Math.log(2 / share)
        return Math.sqrt((2 * variance * log) / n) + (7 * log) / (3 * (n - 1))
      },
    },
  ],
  ...trainingPlans,
])

export const plannable: readonly string[] = [...plans.keys()]

/** The least number of lists with which the gap of the bound is at most epsilon. */
export function plan(
  theorem: string,
  epsilon: number,
  inputs: Readonly<Record<string, number>> = {},
  options: { readonly printed?: boolean } = {},
): Plan {
  requireArguments({ theorem, inputs, options }, { theorem: text, inputs: inputsShape, options: optionsShape({ printed: flag }) })
  const { printed = false } = options
  const found = plans.get(theorem)
  if (found === undefined) throw noPlanFor(theorem)
  resolveOptions({ epsilon: { kind: 'number', above: 0, required: true, doc: 'The gap to get to.' } }, { epsilon })
  if (printed && found.ours) throw new RankwrightError({ area: 'guarantee', code: 'nothing-printed', bound: theorem })
  const numbers = boundInputs(theorem, found.inputs, inputs)
  const lists = leastNumber((n) => found.gap(numbers, n, printed) <= epsilon, found.least ?? 1)
  if (lists === undefined) {
    const reason = printed ? printedRefusal(theorem, { ...numbers, n: mostLists }) : undefined
    if (reason !== undefined) throw new RankwrightError({ area: 'guarantee', code: 'printed-does-not-hold', bound: theorem, reason })
    throw new RankwrightError({ area: 'guarantee', code: 'plan-out-of-reach', theorem, epsilon, lists: mostLists })
  }
  const notes = (found.growsWith ?? [])
    .filter((input) => inputs[input] === undefined)
    .map((input) => `${input} was not given and counts as 0. With a greater one it takes more lists: give ${input}=X.`)
  return { theorem, epsilon, lists, gap: found.gap(numbers, lists, printed), inputs: numbers, meaning: found.meaning, notes }
}

/** No plan asks for more. */
const mostLists = 2 ** 50

/** The least n from `first` on that is enough, given that any greater n is enough too; undefined if none up to `mostLists` is. */
function leastNumber(enough: (n: number) => boolean, first: number): number | undefined {
  if (enough(first)) return first
  let below = first
  let above = 2 * first
  while (!enough(above)) {
    below = above
    above *= 2
    if (above > mostLists) return undefined
  }
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2)
    if (enough(middle)) above = middle
    else below = middle
  }
  return above
}

/** Bounds that cannot be inverted, and why. */
const notPlannable: Readonly<Record<string, string>> = {
  'q-martingale':
    'It depends on every loss that was met, so it has no gap before there are losses. Plan with q-ogd, or with heldout-bernstein and a guess of the variance.',
  'heldout-betting':
    'It depends on every value, so it has no gap before there are values. Plan with heldout-bernstein and a guess of the variance: on the same values, betting mostly gives more.',
}

function noPlanFor(found: string): RankwrightError {
  if (Object.hasOwn(notPlannable, found))
    return new RankwrightError({ area: 'guarantee', code: 'no-plan-for', found, known: plannable, reason: notPlannable[found] })
  const nearest = nearestName(found, plannable)
  return new RankwrightError({ area: 'guarantee', code: 'no-plan-for', found, known: plannable, ...(nearest !== undefined && { nearest }) })
}
