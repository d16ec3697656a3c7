import { type Place, place } from './place.ts'

/** What can be wrong with a model file, or with a model and data that do not fit each other. */
export type ModelProblem = { readonly code: 'not-a-model'; readonly at: Place; readonly reason: string }

export function explainModelProblem(problem: ModelProblem): string {
  switch (problem.code) {
    case 'not-a-model':
      return `${place(problem.at)}: this is not a rankwright model: ${problem.reason}. Give a file written by "rankwright train".`
  }
}
