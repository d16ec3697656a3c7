/** What the metrics of one list are given: checked at the public functions, trusted inside. */

import { requireOneOf, requireOptions } from '../arguments/requireKind.ts'
import { requireNumber } from '../arguments/requireNumber.ts'
import { requireArrayLike, requireNumbers, requireSameLength } from '../arguments/requireNumbers.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import { tiesNames } from './ties.ts'

/** Checks of all options that some metric of one list has. */
const checks: Readonly<Record<string, (argument: string, value: unknown, scores: Numbers) => void>> = {
  cutoff: (argument, value) => requireNumber(argument, value, { atLeast: 1, whole: true, infinite: true }),
  gain: (argument, value) => requireOneOf(argument, value, ['linear', 'exponential']),
  discount: (argument, value) => requireOneOf(argument, value, ['log2', 'letor']),
  ties: (argument, value) => requireOneOf(argument, value, tiesNames),
  shortLists: (argument, value) => requireOneOf(argument, value, ['as-they-are', 'zero']),
  relevantFrom: (argument, value) => requireNumber(argument, value),
  maxGrade: (argument, value) => requireNumber(argument, value, { above: 0 }),
  stopping: (argument, value) => requireOneOf(argument, value, ['graded', 'probability']),
  itemIds: (argument, value, scores) => requireSameLength(argument, requireArrayLike(argument, value, 'an array of ids'), 'scores', scores),
}

/** Throws unless there is a score, other than NaN, and a finite label for every item, and the options are among those of the metric. */
export function requireRanking(
  scores: Numbers,
  labels: Numbers,
  options: object = {},
  known: readonly string[] = [],
  own: Readonly<Record<string, readonly string[]>> = {},
): void {
  requireNumbers('scores', scores, 'infinite')
  requireNumbers('labels', labels)
  requireSameLength('scores', scores, 'labels', labels)
  requireOptions('options', options, [...known, ...Object.keys(own)])
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (Object.hasOwn(own, option)) requireOneOf(option, value, own[option])
    else checks[option](option, value, scores)
  }
}
