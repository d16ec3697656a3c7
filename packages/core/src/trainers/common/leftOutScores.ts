import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { offsetsOfSizes } from '../../work/gradedHeld.ts'
import { isHeld, type TrainingLists } from '../../work/heldLists.ts'

/** What fits on all other lists say about each list. */
export interface LeftOutScores {
  readonly lambdas: readonly number[]
  /** For each penalty one score per row, up to a constant for each list; undefined where a penalty is too small for the arithmetic. */
  readonly scores: readonly (Float64Array | undefined)[]
}

/** How long lists are, and what they count for. */
export type ListLengths = Pick<RankingLists, 'width' | 'offsets' | 'listWeights'>

/** The same of lists that somebody may hold. */
export function* lengthsOf(lists: TrainingLists): Training<ListLengths> {
  if (!isHeld(lists)) return lists
  const offsets = offsetsOfSizes(yield* lists.ask('listSizes', {}))
  const { weights } = yield* lists.ask('listWeights', {})
  return { width: lists.width, offsets, ...(weights && { listWeights: weights }) }
}

type Options = Readonly<Record<string, unknown>>

/** Of methods whose fits without each list have a closed form. Feature map, nodes, width and basis are those of all lists. */
export interface LeavesListsOut {
  /** `options` are those of `train`; the penalties are those given here, else those that lambda auto tries. */
  scores(lists: TrainingLists, options: Options, lambdas: readonly number[] | undefined, runtime?: Runtime): Training<LeftOutScores>
  /** Why there is no closed form with these options on these lists, as it stands after the name of the method; undefined where there is one. */
  refusal(lists: ListLengths, options: Options): string | undefined
  /** Values of options that decide much and that `tune` tries if they are not given. */
  grid(lists: TrainingLists, options: Options, runtime?: Runtime): Training<Readonly<Record<string, readonly number[]>>>
}

/** Why lists cannot be left out, whatever the method: without one of them there must be something to learn from. */
export function tooFewLists({ offsets, listWeights }: ListLengths): string | undefined {
  let counting = 0
  for (let list = 0; list + 1 < offsets.length; list++) if (offsets[list + 1] > offsets[list] && (listWeights?.[list] ?? 1) > 0) counting++
  return counting > 1 ? undefined : 'needs two lists that count to leave one of them out'
}

/** Throws where there is no closed form. */
export function requireClosedForm(method: string, refusal: string | undefined): void {
  if (refusal !== undefined) throw new RankwrightError({ area: 'model', code: 'no-closed-form', method, reason: refusal })
}
