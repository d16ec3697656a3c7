import { readFileSync } from 'node:fs'
import type { CommandTable } from './command.ts'
import type { Style } from './terminal/style.ts'
import { UsageError } from './usageError.ts'

/** What `rankwright --help` prints. */
export function overview(commands: CommandTable, { bold, dim }: Style): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return `rankwright ${version()}: learning to rank you can trust.

${bold('Usage')}
  rankwright <command> [inputs] [--option value]

${bold('Commands')}
${lines.join('\n')}

${bold('Example')}
  rankwright train train.txt --method least-squares --out model.json
  rankwright evaluate model.json test.txt --metrics ndcg@10,map

${dim('Every command takes --help, which shows its options and an example, and --json, which prints one JSON document.')}
${dim('Exit codes: 0 done, 1 the input has a problem, 2 wrong usage, 70 a bug in rankwright.')}
`
}

export function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

/** Loads the library for its suggestion: only who mistypes waits for it. */
export async function unknownCommand(name: string, commands: CommandTable): Promise<UsageError> {
  if (name.startsWith('-')) return new UsageError(`rankwright has no option ${name}; a command comes first.`)
  const { nearestName } = await import('@rankwright/core/problems')
  const nearest = nearestName(name, Object.keys(commands))
  return new UsageError(`rankwright has no command "${name}".${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`)
}

/** The commands of two words that start with this one; undefined when there are none. */
export function familyOf(name: string, commands: CommandTable): CommandTable | undefined {
  const members = Object.entries(commands).filter(([words]) => words.startsWith(`${name} `))
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

export async function unknownMember(name: string, word: string | undefined, family: CommandTable): Promise<UsageError> {
  const members = Object.keys(family).map((words) => words.slice(name.length + 1))
  if (word === undefined || word.startsWith('-')) return new UsageError(`Say what to do: rankwright ${name} ${members.join('|')}.`)
  const { nearestName } = await import('@rankwright/core/problems')
  const nearest = nearestName(word, members)
  return new UsageError(
    `rankwright ${name} has no "${word}"; give one of ${members.join(', ')}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
  )
}
