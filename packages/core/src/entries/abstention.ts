/** Abstention: radii, costs, neighbours. */

export type { GuaranteedRadius } from '../abstention/abstain.ts'
export { abstainOptions } from '../abstention/abstainOptions.ts'
export type { ChosenRadius } from '../abstention/chosenRadius.ts'
export { neighbourIndex } from '../abstention/neighbourIndex.ts'
