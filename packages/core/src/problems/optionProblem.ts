import { namedOption } from './namedOption.ts'

/** Problems of an option given to a trainer, a metric or a command. */
export type OptionProblem =
  | { readonly code: 'option-out-of-range'; readonly option: string; readonly found: number | string; readonly allowed: string }
  | { readonly code: 'option-of-wrong-type'; readonly option: string; readonly found: string; readonly allowed: string }
  | { readonly code: 'unknown-option'; readonly option: string; readonly nearest?: string; readonly known: readonly string[] }
  /** Given twice, once under the name that another tool has for it. */
  | { readonly code: 'option-named-twice'; readonly option: string; readonly names: readonly [string, string] }
  /** Given where it would change nothing; `needs` completes "it only works with …". */
  | { readonly code: 'option-without-effect'; readonly option: string; readonly needs: string }
  /** Not given, and there is no default; `doc` is the sentence of the option table. */
  | { readonly code: 'option-missing'; readonly option: string; readonly allowed: string; readonly doc: string }
  | { readonly code: 'unknown-method'; readonly found: string; readonly nearest?: string; readonly known: readonly string[] }

export function explainOptionProblem(problem: OptionProblem): string {
  switch (problem.code) {
    case 'option-out-of-range':
      return `${optionName(problem.option)} is ${problem.found}; give ${problem.allowed}.`
    case 'option-of-wrong-type':
      return `${optionName(problem.option)} is ${problem.found}; give ${problem.allowed}.`
    case 'unknown-option':
      return `There is no option ${problem.option} here. ${suggestion(problem.nearest && optionName(problem.nearest), problem.known.map(optionName))}`
    case 'option-named-twice':
      return `${problem.names.join(' and ')} are both ${optionName(problem.option)}; give one of them.`
    case 'option-without-effect':
      return `${optionName(problem.option)} would change nothing: it only works with ${problem.needs}. Leave it out, or change that.`
    case 'option-missing':
      return `${optionName(problem.option)} is missing; give ${problem.allowed}. ${problem.doc}`
    case 'unknown-method':
      return `There is no method "${problem.found}". ${suggestion(problem.nearest, problem.known)}`
  }
}

function optionName(option: string): string {
  return /^[A-Z]/.test(option) ? option : namedOption(option) // an input of a bound, such as W, is no option
}

function suggestion(nearest: string | undefined, known: readonly string[]): string {
  if (nearest !== undefined) return `Did you mean ${nearest}?`
  return known.length === 0 ? 'It takes none.' : `Give one of: ${known.join(', ')}.`
}
