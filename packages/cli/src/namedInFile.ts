import { RankwrightError } from '@rankwright/core'
import type { Command } from './command.ts'

/** The error as it is told where a file, and not an option, names a column that a table lacks. `keyOf` gives the key in that file; without it, it is the option. */
export function namedInFile(error: unknown, file: string, keyOf: (option: string) => string = (option) => option): unknown {
  const [problem] = error instanceof RankwrightError ? error.problems : []
  if (problem?.code !== 'unknown-column' || problem.inFile !== undefined) return error
  return new RankwrightError({ ...problem, option: keyOf(problem.option), inFile: file })
}

/** The same for the schema that a command was given, where no option of the command names the column. */
export function namedBySchema(error: unknown, { reads = [] }: Pick<Command, 'reads'>, given: Readonly<Record<string, unknown>>): unknown {
  const { schema } = given
  const [problem] = error instanceof RankwrightError ? error.problems : []
  if (typeof schema !== 'string' || !reads.includes('schema') || problem?.code !== 'unknown-column') return error
  const own = Object.values(given).flat()
  const isOwn = own.some((word) => typeof word === 'string' && (word === problem.found || word.split('~').includes(problem.found)))
  return isOwn ? error : namedInFile(error, schema, (option) => (option === 'ignore' ? 'ignored' : option))
}
