import { type ScoredFunctions, scoresOf } from '../passes/scoredFunctions.ts'
import type { Operation } from './operation.ts'
import { rowsOfParts } from './rowsOfParts.ts'

/** The scores of all rows under several functions, an array for each. */
export const functionScores: Operation<{ readonly functions: ScoredFunctions }, readonly Float64Array[], readonly Float64Array[]> = {
  // biome-ignore lint/correctness/useYield: others tell how far they are
  *parts({ lists, runtime }, { functions }) {
    return [scoresOf(functions, lists, runtime.compute)]
  },
  combine: rowsOfParts,
}
