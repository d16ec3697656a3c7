import { type Place, place } from './place.ts'

/** What can be wrong with data that is read. */
export type DataProblem = { readonly code: 'label-not-a-number'; readonly at: Place; readonly found: string }

export function explainDataProblem(problem: DataProblem): string {
  switch (problem.code) {
    case 'label-not-a-number':
      return `${place(problem.at)}: the label is "${problem.found}", not a number. Start the row with a grade such as 0 or 2.`
  }
}
