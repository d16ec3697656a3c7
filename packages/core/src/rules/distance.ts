import { type DistanceNorm, distanceNorms } from '../numeric/compute/closePoints.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { distanceRule } from './distanceRule.ts'
import { exceeds, type PairRow } from './ruleRow.ts'

/** Pairs whose mapped rows are at most the threshold apart. */
export interface DistanceAbstention {
  readonly rule: 'distance'
  readonly threshold: number
  readonly norm: DistanceNorm
}

const options = {
  abstainRadius: {
    kind: 'number',
    atLeast: 0,
    leftOut: 'the rule of the model holds, if it has one',
    doc: "Leave pairs of items undecided that are at most this far apart, after the model's feature map.",
  },
  norm: {
    kind: 'choice',
    of: distanceNorms,
    with: { abstainRadius: true },
    leftOut: 'that of the model, or 2 where it has none',
    doc: 'Norm of the distances.',
  },
} as const satisfies OptionTable

const normName = { 1: 'L1', 2: 'L2', inf: 'the maximum norm' } as const

export const distance = {
  leaves: 'pairs',
  looksAt: 'rows',
  summary: 'pairs that are close together',
  needsCalibration: false,
  atLeast: 0,
  atMost: Infinity,
  usualThresholds: () => [0, 0.3, 0.5, 0.7, 0.9],
  isAnswered: exceeds,
  options,
  asked({ abstainRadius, norm: given }: { readonly abstainRadius?: number; readonly norm?: DistanceNorm }, norm) {
    return abstainRadius === undefined ? undefined : { rule: 'distance', threshold: abstainRadius, norm: given ?? norm() }
  },
  pairsOf({ norm, threshold }, { points, compute }) {
    const { width, of } = points()
    return (list) => distanceRule(of(list), width, norm, threshold, compute)
  },
  words: { threshold: 'radius', undecided: 'undecided up to a distance of', reach: 'up to' },
  leftText: ({ threshold, norm }, number) => `pairs undecided that are at most ${number(threshold)} apart in ${normName[norm]}`,
  ownKeys: ['norm'],
  fromDocument: (threshold, parts, where, read) => ({
    rule: 'distance',
    threshold,
    norm: read.choice(parts['norm'], `${where}.norm`, distanceNorms),
  }),
  javascript({ threshold, norm }, number) {
    return { undecided: `distance(mapped[i], mapped[k]) <= ${number(threshold)}`, code: distanceCode(norm), usesRows: true }
  },
} as const satisfies PairRow<DistanceAbstention>

function distanceCode(norm: DistanceNorm): string {
  const step = {
    1: 'total += Math.abs(x[j] - y[j])',
    2: 'total += (x[j] - y[j]) * (x[j] - y[j])',
    inf: 'total = Math.max(total, Math.abs(x[j] - y[j]))',
  }[norm]
  return `
function distance(x, y) {
  let total = 0
  for (let j = 0; j < x.length; j++) ${step}
  return ${norm === '2' ? 'Math.sqrt(total)' : 'total'}
}
`
}
