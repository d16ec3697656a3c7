import { type Place, place } from './place.ts'

/** Problems of a stream of series. */
export type StreamProblem =
  | { readonly code: 'state-put-aside'; readonly at: Place; readonly reason: string; readonly aside: string }
  | { readonly code: 'state-of-other-options'; readonly at: Place; readonly option: string; readonly found: string; readonly kept: string }
  | { readonly code: 'weights-not-numbers'; readonly at: Place; readonly reason: string }
  | { readonly code: 'series-too-wide'; readonly list: string; readonly feature: string }

export function explainStreamProblem(problem: StreamProblem): string {
  switch (problem.code) {
    case 'state-put-aside':
      return `${place(problem.at)}: this is not the state of a stream: ${problem.reason}. It was moved to ${problem.aside}. Run again to start anew, or restore an older state first.`
    case 'state-of-other-options':
      return `${place(problem.at)}: the stream was started with ${problem.option} ${problem.kept}, so ${problem.option} ${problem.found} does not fit. Leave the option out, or give another state file.`
    case 'series-too-wide':
      return `The series "${problem.list}" goes up to feature ${problem.feature}, and streams keep a column for every feature up to the greatest. Number the features from 1 without large gaps, or give a table with a column for each.`
    case 'weights-not-numbers':
      return `${place(problem.at)}: ${problem.reason}. Give the weights of the features as {"name": number, …}.`
  }
}
