import { bundled } from './bundled.ts'
import { commandTable } from './commandTable.ts'
import { exitCodes } from './exitCodes.ts'
import { familyOf, overview, unknownCommand, unknownMember, version } from './overview.ts'
import { lookOf, styleOf } from './terminal/style.ts'
import { terminalText, wordsShown } from './terminal/terminalText.ts'

/** Answers what needs no command at once, and hands the rest to the command's own thread; gives the exit code. */
export async function answer(given: readonly string[]): Promise<number> {
  try {
    return await answered(called(given))
  } catch (error) {
    return fail(error)
  }
}

interface Called {
  readonly name: string
  readonly words: readonly string[]
}

async function answered({ name, words }: Called): Promise<number> {
  if (name === '--version') return say(`${version()}\n`)
  if (name === '') {
    process.stderr.write(terminalText(overview(commandTable, styleOf(lookOf(process.stderr, process.env)))))
    return exitCodes.wrongUsage
  }
  if (['--help', '-h', 'help'].includes(name)) {
    const asked = called(name === 'help' ? words : [])
    if (Object.hasOwn(commandTable, asked.name)) return help(asked.name, [])
    return say(overview(commandTable, styleOf(lookOf(process.stdout, process.env))))
  }
  const family = familyOf(name, commandTable)
  if (family !== undefined) {
    if (words[0] === '--help' || words[0] === '-h') return say(overview(family, styleOf(lookOf(process.stdout, process.env))))
    return fail(await unknownMember(name, words[0], family))
  }
  if (!Object.hasOwn(commandTable, name)) return fail(await unknownCommand(name, commandTable))
  if (words.includes('--help') || words.includes('-h')) return help(name, words)
  const { isLimited, runBesideWatcher } = await import('./thread/watched.ts')
  if (isLimited()) return runBesideWatcher()
  const { runInThread } = await import('./thread/runInThread.ts')
  return runInThread(name, words)
}

/** The command that the words call, of two words if there is such a one, and what follows. */
function called([first = '', ...words]: readonly string[]): Called {
  const both = `${first} ${words[0]}`
  return Object.hasOwn(commandTable, both) ? { name: both, words: words.slice(1) } : { name: first, words }
}

async function help(command: string, given: readonly string[]): Promise<number> {
  const { helpOf } = (await import(bundled('helpOf', new URL('./helpOf.js', import.meta.url)).href)) as typeof import('./helpOf.ts')
  return say(await helpOf(command, given, styleOf(lookOf(process.stdout, process.env))))
}

async function fail(error: unknown): Promise<number> {
  const { failureOf, failureText } = await import('./failure.ts')
  const failure = failureOf(error)
  process.stderr.write(`${terminalText(wordsShown(process.argv)(failureText(failure, process.env)))}\n`)
  return failure.exitCode
}

/** Writes to stdout; a reader that has gone (`| head`) is no reason to complain, a full disk is one. */
async function say(text: string): Promise<number> {
  process.stdout.on('error', () => {}) // it is told to the writer, too
  const failure = await new Promise<NodeJS.ErrnoException | null | undefined>((settle) => process.stdout.write(terminalText(text), settle))
  if (!failure || failure.code === 'EPIPE') return exitCodes.done
  return fail(Object.assign(failure, { path: 'standard output' }))
}
