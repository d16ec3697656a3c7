import type { OptionTable } from '../options/optionTable.ts'
import type { BoundSpec } from './boundSpec.ts'
import { abstentionBounds } from './hConsistency.ts'
import { type HeldOutMethod, heldOutMethods, requireUnitValues } from './heldOut.ts'
import { ontologyBounds } from './ontologyBounds.ts'
import { queryLevelBounds } from './queryLevelBounds.ts'
import { stabilityBounds } from './stabilityBounds.ts'

const confidence = {
  delta: { kind: 'number', default: 0.05, above: 0, below: 1, doc: 'The probability with which the statement may fail.' },
} as const satisfies OptionTable

export const boundTable: readonly BoundSpec[] = [
  heldOut('heldout-hoeffding', 'Lower confidence bound on the mean of values in [0, 1], from their number alone (Hoeffding).'),
  heldOut('heldout-bernstein', 'Lower confidence bound on the mean of values in [0, 1], from their variance (Maurer & Pontil).'),
  heldOut(
    'heldout-betting',
    'Lower confidence bound on the mean of values in [0, 1], by betting in random orders (Waudby-Smith & Ramdas).',
  ),
  ...queryLevelBounds,
  ...abstentionBounds,
  ...stabilityBounds,
  ...ontologyBounds,
]

function heldOut(name: HeldOutMethod, doc: string): BoundSpec {
  return {
    name,
    doc,
    inputs: confidence,
    sample: true,
    compute: ({ delta }, _printed, values, source) => {
      requireUnitValues(name, values, source)
      const { lower, terms, n } = heldOutMethods[name](values, delta)
      return { value: lower, terms, inputs: { n } }
    },
  }
}
