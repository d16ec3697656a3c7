import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'

/** Defaults that follow from the size of the data. */
export interface UsualOptions {
  readonly lambda?: number
  readonly radius?: number
}

/** What a method takes by default on these lists, given these other options. */
export type UsualOptionsOf = (lists: RankingLists, options: Readonly<Record<string, unknown>>, runtime?: Runtime) => Training<UsualOptions>
