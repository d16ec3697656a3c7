/** Abstention: radii, costs, neighbours. */

export { abstainOptions } from '../abstention/abstainOptions.ts'
export type { ChosenRadius } from '../abstention/chosenRadius.ts'
export type { GuaranteedRadius } from '../abstention/guaranteedRadius.ts'
export { neighbourIndex } from '../abstention/neighbourIndex.ts'
