/** Problems of an option given to a trainer, a metric or a command. */
export type OptionProblem =
  | { readonly code: 'option-out-of-range'; readonly option: string; readonly found: number | string; readonly allowed: string }
  | { readonly code: 'option-of-wrong-type'; readonly option: string; readonly found: string; readonly allowed: string }
  | { readonly code: 'unknown-option'; readonly option: string; readonly nearest?: string; readonly known: readonly string[] }
  /** Given where it would change nothing; `needs` completes "it only works with …". */
  | { readonly code: 'option-without-effect'; readonly option: string; readonly needs: string }
  /** Not given, and there is no default; `doc` is the sentence of the option table. */
  | { readonly code: 'option-missing'; readonly option: string; readonly allowed: string; readonly doc: string }
  | { readonly code: 'unknown-method'; readonly found: string; readonly nearest?: string; readonly known: readonly string[] }

export function explainOptionProblem(problem: OptionProblem): string {
  switch (problem.code) {
    case 'option-out-of-range':
      return `${named(problem.option)} is ${problem.found}; give ${problem.allowed}.`
    case 'option-of-wrong-type':
      return `${named(problem.option)} is ${problem.found}; give ${problem.allowed}.`
    case 'unknown-option':
      return `There is no option ${problem.option} here. ${suggestion(problem.nearest, problem.known)}`
    case 'option-without-effect':
      return `${named(problem.option)} would change nothing: it only works with ${problem.needs}. Leave it out, or give that too.`
    case 'option-missing':
      return `${named(problem.option)} is missing; give ${problem.allowed}. ${problem.doc}`
    case 'unknown-method':
      return `There is no method "${problem.found}". ${suggestion(problem.nearest, problem.known)}`
  }
}

/** An option under both its names, where the command line spells it in another way than the library. */
function named(option: string): string {
  if (/^[A-Z]/.test(option)) return option // an input of a bound, such as W: no flag
  const flag = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return flag === option ? option : `${option} (--${flag})`
}

function suggestion(nearest: string | undefined, known: readonly string[]): string {
  if (nearest !== undefined) return `Did you mean ${nearest}?`
  return known.length === 0 ? 'It takes none.' : `Give one of: ${known.join(', ')}.`
}
