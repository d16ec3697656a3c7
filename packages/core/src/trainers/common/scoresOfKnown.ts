import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { matchHeld } from '../../work/matchHeld.ts'
import type { ScoredFunctions } from '../../work/passes/scoredFunctions.ts'

/** The scores that lists get from the fits that there are, all computed together; undefined for each fit that is not there. */
export function* scoresOfKnown<Fit extends object>(
  fits: readonly (Fit | undefined)[],
  functionsOf: (known: readonly Fit[]) => ScoredFunctions,
  features: readonly string[] | number,
  test: TrainingLists,
  runtime: Runtime,
): Training<readonly (Float64Array | undefined)[]> {
  const known = fits.flatMap((fit) => (fit === undefined ? [] : [fit]))
  if (known.length === 0) return fits.map(() => undefined)
  const { lists } = matchHeld(heldBy(test, runtime), features)
  const scores = yield* lists.ask('functionScores', { functions: functionsOf(known) })
  let next = 0
  return fits.map((fit) => (fit === undefined ? undefined : scores[next++]))
}
