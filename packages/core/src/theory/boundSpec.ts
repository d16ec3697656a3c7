import type { Numbers } from '../data/lists/numbers.ts'
import type { OptionTable } from '../options/optionTable.ts'
import type { ValueSource } from './heldOut.ts'

export interface BoundSpec {
  readonly name: string
  /** What the value says, in a sentence. */
  readonly doc: string
  /** The inputs. */
  readonly inputs: OptionTable
  /** Whether it is also computed from a sample: one number in [0, 1] per list. */
  readonly sample: boolean
  /** No paper prints it, so there is no printed form to ask for. */
  readonly ours?: true
  /** Why the printed formula does not hold for these inputs; undefined where it does. */
  readonly printedRefusal?: (inputs: Readonly<Record<string, number>>) => string | undefined
  /** Inputs that count as 0 when left out, although what the bound adds depends on them. */
  readonly growsWith?: readonly string[]
  /** `printed` asks for the paper's own formula where ours differs. */
  readonly compute: (inputs: Readonly<Record<string, number>>, printed: boolean, values: Numbers, source: ValueSource) => ComputedBound
}

export interface ComputedBound {
  readonly value: number
  readonly terms: Readonly<Record<string, number>>
  /** Inputs that follow from the sample. */
  readonly inputs?: Readonly<Record<string, number>>
}
