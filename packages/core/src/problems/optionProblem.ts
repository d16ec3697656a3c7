/** What can be wrong with an option given to a trainer, a metric or a command. */
export type OptionProblem = {
  readonly code: 'option-out-of-range'
  readonly option: string
  readonly found: number | string
  readonly allowed: string
}

export function explainOptionProblem(problem: OptionProblem): string {
  switch (problem.code) {
    case 'option-out-of-range':
      return `${problem.option} is ${problem.found}; give ${problem.allowed}.`
  }
}
