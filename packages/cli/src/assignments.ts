import { UsageError } from './usageError.ts'

/** `n=1000` as an input by its name, for `--set` and similar options. */
export function assignments(words: readonly string[], flag = '--set'): Record<string, number> {
  const inputs: Record<string, number> = {}
  for (const word of words) {
    const [, input, text] = /^([A-Za-z][\w-]*)=(.+)$/.exec(word) ?? []
    const value = Number(text)
    if (input === undefined || text.trim() === '' || !Number.isFinite(value)) {
      throw new UsageError(`${flag} has "${word}"; give inputs as NAME=NUMBER with commas between.`)
    }
    if (Object.hasOwn(inputs, input)) throw new UsageError(`${flag} has ${input} twice.`)
    inputs[input] = value
  }
  return inputs
}
