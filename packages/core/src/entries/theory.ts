/** Formulas of the papers: bounds, plans, risks. No data. */

export { type BoundOptions, type BoundResult, type BoundSample, bound, listBounds } from '../theory/bound.ts'
export {
  conditionalRisk,
  conditionalTargetRisk,
  consistencyBound,
  leastConditionalRisk,
  leastTargetRisk,
  minimisabilityGap,
  targetFromConcave,
  targetFromConvex,
  targetGap,
  targetMinimisabilityGap,
} from '../theory/hConsistency.ts'
export { heldOutMethods } from '../theory/heldOut.ts'
export { type Plan, plan, plannable } from '../theory/plan.ts'
export { theoryLambda } from '../theory/queryLevelExpected.ts'
export { shownAtMost, shownChance } from '../theory/shown.ts'
