import type { Numbers } from '../data/lists/numbers.ts'
import type { OptionTable } from '../options/optionTable.ts'
import type { ValueSource } from './heldOut.ts'

export interface BoundSpec {
  readonly name: string
  /** What the value says, in a sentence. */
  readonly doc: string
  /** The inputs. */
  readonly inputs: OptionTable
  /** Whether it is also computed from a sample: one number in [0, 1] per held-out list. */
  readonly sample: boolean
  /** `printed` asks for the paper's own formula where ours differs. */
  readonly compute: (inputs: Readonly<Record<string, number>>, printed: boolean, values: Numbers, source: ValueSource) => ComputedBound
}

export interface ComputedBound {
  readonly value: number
  readonly terms: Readonly<Record<string, number>>
  /** Inputs that follow from the sample. */
  readonly inputs?: Readonly<Record<string, number>>
}
