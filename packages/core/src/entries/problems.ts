/** What can go wrong, as data. */

export { namedOption, nearestName, respelled, shownText } from '../arguments/messageTexts.ts'
export type { NamedOptions } from '../problems/namedOption.ts'
export type { Place } from '../problems/place.ts'
export type { TableProblem } from '../problems/tableProblem.ts'
