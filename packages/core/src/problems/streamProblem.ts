import { namedOption } from './namedOption.ts'
import { type Place, place } from './place.ts'

/** Problems of a stream of series. */
export type StreamProblem =
  | { readonly code: 'not-a-state'; readonly at: Place; readonly reason: string }
  | { readonly code: 'state-put-aside'; readonly at: Place; readonly reason: string; readonly aside: string }
  /** There is no state, but a damaged one beside it. */
  | { readonly code: 'state-was-damaged'; readonly at: Place; readonly aside: string }
  /** The file of a stream was there earlier in this run. */
  | { readonly code: 'state-vanished'; readonly at: Place; readonly key: string }
  /** Numbers of a state that no series leads to, so that there is nothing to go on from. */
  | { readonly code: 'state-of-no-data' }
  /** `known` is how many series the stream was fed before. */
  | { readonly code: 'fed-differently'; readonly series: string; readonly known: number }
  | { readonly code: 'state-of-other-options'; readonly at: Place; readonly option: string; readonly found: string; readonly kept?: string }
  | { readonly code: 'not-a-place'; readonly list: string; readonly found: number }
  | { readonly code: 'targets-differ'; readonly places: string; readonly other: string }
  | { readonly code: 'items-without-names'; readonly series: string; readonly learner?: string }
  | { readonly code: 'not-a-time'; readonly series: string; readonly found: string }
  | { readonly code: 'series-with-two-times'; readonly series: string; readonly times: readonly [string, string] }
  | { readonly code: 'labels-partly-missing'; readonly series: string; readonly missing: number; readonly items: number }
  | { readonly code: 'weights-not-numbers'; readonly at: Place; readonly reason: string }
  | { readonly code: 'utility-too-large'; readonly series: string; readonly found: number }
  | { readonly code: 'series-too-wide'; readonly list: string; readonly feature: string }

export function explainStreamProblem(problem: StreamProblem): string {
  switch (problem.code) {
    case 'not-a-state':
      return `${place(problem.at)}: this is not the state of a stream: ${problem.reason}. The file was left as it is. Give a file that ${namedOption('state', 'stream')} wrote, or the name of a new one.`
    case 'state-put-aside':
      return `${place(problem.at)}: the state of the stream is damaged: ${problem.reason}. It was moved to ${problem.aside}. Restore ${place(problem.at)} from a copy and run again; or remove ${problem.aside} to start from nothing.`
    case 'state-was-damaged':
      return `${place(problem.at)}: there is no state here, but a damaged one in ${problem.aside}. Restore ${place(problem.at)} from a copy and run again; or remove ${problem.aside} to start from nothing.`
    case 'state-vanished':
      return `${place(problem.at)}: the state of the stream "${problem.key}" was there, and was removed or emptied while the command worked. Its series was not learned. Restore the file from a copy, or run the stream of this key again from its start.`
    case 'state-of-no-data':
      return 'The sums in the state of the stream are not those of any data, so the series cannot be learned. Restore the state from a copy, or start a new one.'
    case 'fed-differently':
      return `Series ${problem.series}: the input begins as the one that the stream learned from, ${problem.known} series long, but goes on differently here. The series was not learned. Feed the same input again, or only the series that are new.`
    case 'state-of-other-options':
      return `${place(problem.at)}: the stream was started ${problem.kept === undefined ? `without ${namedOption(problem.option)}` : `with ${namedOption(problem.option)} ${problem.kept}`}, so ${namedOption(problem.option)} ${problem.found} does not fit. Leave the option out, or give another state file.`
    case 'series-too-wide':
      return `The series "${problem.list}" goes up to feature ${problem.feature}, and streams keep a column for every feature up to the greatest. Number the features from 1 without large gaps, or give a table with a column for each.`
    case 'utility-too-large':
      return `Series ${problem.series}: a utility is ${Number(problem.found.toPrecision(3))}, too large to be squared. Nothing was learned from the series. Divide all utilities by the same number; their order stays the same.`
    case 'items-without-names':
      return `Series ${problem.series}: the items have no names, and ${problem.learner === undefined ? 'the learner' : `the learner ${problem.learner}`} knows items by their names. Name the column that holds them with ${namedOption('item')}, or use a learner that ranks by features, such as ridge.`
    case 'not-a-time':
      return `Series ${problem.series}: the time is "${problem.found}". Give a number, or a date such as 2015-03-14 or 2015-03-14T05:30Z, in the column of ${namedOption('orderBy')}.`
    case 'series-with-two-times':
      return `Series ${problem.series} has the times ${problem.times[0]} and ${problem.times[1]}. Give all rows of a series the same time in the column of ${namedOption('orderBy')}.`
    case 'labels-partly-missing':
      return `Series ${problem.series}: ${problem.missing} of ${problem.items} items have no label. Give all of them one, so that the series is learned, or none, so that it is ranked.`
    case 'not-a-place':
      return `The list "${problem.list}" has the label ${problem.found}, and the stream learned from places, which start at 1 for the best. Give data with places.`
    case 'targets-differ':
      return `${problem.places} learned from places, where 1 is the best, and for ${problem.other} a greater label is better, so no data can judge both. Compare states that learned from the same kind of labels, or give the scores of one as numbers.`
    case 'weights-not-numbers':
      return `${place(problem.at)}: ${problem.reason}. Give the weights of the features as {"name": number, …}.`
  }
}
