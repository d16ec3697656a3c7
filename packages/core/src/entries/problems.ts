/** What can go wrong, as data. */

export { type NamedOptions, namedOption, respelled } from '../problems/namedOption.ts'
export { nearestName } from '../problems/nearestName.ts'
export type { Place } from '../problems/place.ts'
export { shownText } from '../problems/shownText.ts'
export type { TableProblem } from '../problems/tableProblem.ts'
