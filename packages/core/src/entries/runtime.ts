/** What trainers run on, and lists that somebody else holds. */

export { StoppedError } from '../runtime/stoppedError.ts'
export type { Training } from '../runtime/training.ts'
export { fitFeatureMap } from '../work/fitFeatureMap.ts'
export type { HeldLists } from '../work/heldLists.ts'
export { guardsHeld, type HeldInspection, inspectHeld } from '../work/inspectHeld.ts'
export { type ListsOnDemand, LocalLists } from '../work/localLists.ts'
export { matchHeld } from '../work/matchHeld.ts'
export { type Kept, SECTION_BLOCKS } from '../work/operations/operation.ts'
export {
  type AnswerOf,
  type AskedOf,
  combineParts,
  type OperationName,
  operationNames,
  operationOf,
  type PartOf,
} from '../work/operations.ts'
