import type { OptionTable, Resolved } from '@rankwright/core/options'
import { assignments } from './assignments.ts'
import { UsageError } from './usageError.ts'

/** What `bound` and `plan` have in common. */
export const boundOptions = {
  set: {
    kind: 'texts',
    placeholder: 'NAME=X,…',
    leftOut: 'inputs that have defaults take them, and the others are asked for',
    doc: 'Inputs of the bound by name, such as G=2,W=1,R=1; "rankwright bound --list" names them.',
  },
  delta: {
    kind: 'number',
    above: 0,
    below: 1,
    leftOut: 'delta is what --set says, or 0.05',
    doc: 'Short for --set delta=X: the probability with which the statement may fail.',
  },
  printed: { kind: 'flag', doc: "The paper's own formula where ours differs, refused where it does not hold; see docs/errata.md." },
} as const satisfies OptionTable

/** The inputs of the bound that were given. */
export function boundInputs({ set = [], delta }: Pick<Resolved<typeof boundOptions>, 'set' | 'delta'>): Readonly<Record<string, number>> {
  const inputs = assignments(set)
  if (delta === undefined) return inputs
  if (Object.hasOwn(inputs, 'delta')) throw new UsageError('delta is given twice, by --delta and by --set. Leave out one.')
  return { ...inputs, delta }
}
