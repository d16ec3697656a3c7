import { distanceNorms } from '../numeric/compute/closePoints.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { namedOption } from '../problems/namedOption.ts'
import { RankwrightError } from '../problems/problem.ts'
import { rules } from '../rules/ruleTable.ts'

export const abstainOptions = {
  costs: {
    kind: 'numbers',
    default: [0.1, 0.3, 0.5],
    atLeast: 0,
    below: 1,
    placeholder: 'C,…',
    doc: 'Costs of an undecided pair, when a wrong one costs 1.',
  },
  radii: {
    kind: 'numbers',
    default: rules.distance.usualThresholds(),
    atLeast: 0,
    placeholder: 'R,…',
    doc: 'Abstention radii to tabulate.',
  },
  norm: { kind: 'choice', of: distanceNorms, leftOut: 'that of the model, or 2 if it has none', doc: 'Norm of the distances.' },
  pairs: { kind: 'integer', default: 10_000, atLeast: 1, atMost: 10_000_000, doc: 'Pairs to draw in each run.' },
  runs: { kind: 'integer', default: 3, atLeast: 1, atMost: 1000, doc: 'How often to draw pairs; means and deviations are over the runs.' },
  seed: { kind: 'integer', default: 1, atLeast: 0, doc: 'Seed of everything random; the same seed gives the same result.' },
  choose: { kind: 'flag', doc: `Find the abstention radius with the smallest loss for ${namedOption('cost')}.` },
  cost: { kind: 'number', atLeast: 0, below: 1, required: true, with: { choose: true }, doc: 'Cost of an undecided pair.' },
  guarantee: {
    kind: 'number',
    above: 0,
    below: 1,
    leftOut: 'no such radius is looked for',
    doc: 'Find the smallest of the radii at which at most this share of the answered pairs of a list is wrong, on average over lists, except with probability delta.',
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

/** Pairs of all runs together are in memory at the same time. */
const mostDrawn = 10_000_000

/** Refuses runs whose pairs would fill the memory. */
export function requireFewDrawn(pairs: number, runs: number): void {
  if (pairs * runs <= mostDrawn) return
  const allowed = `at most ${Math.max(1, Math.floor(mostDrawn / pairs))} with ${pairs} pairs each, ${mostDrawn} in all`
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'runs', found: runs, allowed })
}
