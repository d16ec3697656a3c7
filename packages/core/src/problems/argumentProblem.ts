/** Problems of what a function of the library was given. */
export type ArgumentProblem =
  /** `argument` may name a part: `labels[3]`. `expected` completes "give". */
  | { readonly code: 'argument-of-wrong-kind'; readonly argument: string; readonly found: string; readonly expected: string }
  /** Part of an argument does not fit the rest of it; `reason` is a clause: "expected 3 numbers, found 2". */
  | { readonly code: 'argument-broken'; readonly argument: string; readonly reason: string; readonly expected: string }
  | {
      readonly code: 'arguments-differ-in-length'
      readonly argument: string
      readonly found: number
      readonly other: string
      readonly expected: number
    }

export function explainArgumentProblem(problem: ArgumentProblem): string {
  switch (problem.code) {
    case 'argument-of-wrong-kind':
      return `${problem.argument} is ${problem.found}; give ${problem.expected}.`
    case 'argument-broken':
      return `${problem.argument} is not in order: ${problem.reason}. Give ${problem.expected}.`
    case 'arguments-differ-in-length':
      return `${problem.argument} has ${problem.found} entries and ${problem.other} ${problem.expected}. Give as many of both.`
  }
}
