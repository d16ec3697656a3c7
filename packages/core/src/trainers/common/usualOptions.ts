import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'

/** Defaults that follow from the size of the data. */
export interface UsualOptions {
  readonly lambda?: number
  readonly radius?: number
}

/** What a method takes by default on these lists, given these other options. */
export type UsualOptionsOf = (lists: TrainingLists, options: Readonly<Record<string, unknown>>, runtime?: Runtime) => Training<UsualOptions>
