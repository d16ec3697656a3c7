import type { Problem } from '@rankwright/core'
import { exitCodes } from './exitCodes.ts'
import type { FlagSpelling } from './flagSpelling.ts'
import { isOutOfMemory, outOfMemoryText } from './outOfMemory.ts'
import { UsageError } from './usageError.ts'

/** Problems with what was asked for, not with what was read. */
const problemsOfTheCall: ReadonlySet<string> = new Set([
  'output-is-input',
  'outputs-are-one',
  'output-is-shown',
  'unknown-metric',
  'metric-without-cutoff',
  'cutoff-not-a-count',
  'unknown-profile',
  'unknown-bound',
  'unknown-input',
  'input-missing',
  'bound-takes-no-values',
  'bound-not-finite',
  'nothing-printed',
  'printed-does-not-hold',
  'no-plan-for',
  'plan-out-of-reach',
  'metric-not-bounded',
  'too-few-to-compare',
  'unknown-relation',
  'information-needs-counts',
  'unknown-engine',
  'address-broken',
])

/** How a command ended that could not give its answer. */
export interface Failure {
  readonly exitCode: number
  readonly message: string
  /** For developers: shown only when RANKWRIGHT_DEBUG is set. */
  readonly details?: string
}

/** The message and the exit code for a thrown error; what the library says is spelled as the command says it. */
export function failureOf(error: unknown, commandName?: string, spelling?: Pick<FlagSpelling, 'text'>): Failure {
  const details = error instanceof Error ? error.stack : undefined
  if (error instanceof UsageError) return wrongUsage(error.message, error.command ?? commandName, details)
  if (isRankwrightError(error)) {
    const aboutTheCall = error.problems.every(({ area, code }) => area === 'option' || problemsOfTheCall.has(code))
    const message = error.message
      .split('\n')
      .map((line) => spelling?.text(line) ?? line)
      .join('\n')
    return aboutTheCall ? wrongUsage(message, commandName, details) : { exitCode: exitCodes.inputHasAProblem, message, details }
  }
  const system = systemMessage(error)
  if (system !== undefined) return { exitCode: exitCodes.inputHasAProblem, message: system, details }
  const summary = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error)
  return {
    exitCode: exitCodes.ourBug,
    message: `This is a bug in rankwright, not in your data (${summary}). Please report it with the command you ran; RANKWRIGHT_DEBUG=1 shows the details to add.`,
    details,
  }
}

/** The text for stderr. */
export function failureText({ message, details }: Failure, environment: NodeJS.ProcessEnv): string {
  return details === undefined || (environment['RANKWRIGHT_DEBUG'] ?? '') === '' ? message : `${message}\n${details}`
}

/** By its name, not by its class: the thread that asks has not loaded the library. */
function isRankwrightError(error: unknown): error is Error & { readonly problems: readonly Problem[] } {
  return error instanceof Error && error.name === 'RankwrightError'
}

function wrongUsage(message: string, commandName: string | undefined, details: string | undefined): Failure {
  const help = commandName === undefined ? 'rankwright --help' : `rankwright ${commandName} --help`
  return { exitCode: exitCodes.wrongUsage, message: `${message}\nSee ${help}.`, details }
}

/** An error of the operating system in words; undefined if the error is not of that kind. */
function systemMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (isOutOfMemory(error)) return outOfMemoryText(error)
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return undefined
  const where = path === undefined ? '' : `${path}: `
  switch (code) {
    case 'ENOENT':
      if (syscall === 'uv_cwd') return 'The current folder is not there any more: it was removed. Change to another folder.'
      return `${where}there is no such file or folder. Check the path.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${where}not allowed (${code}). Check the permissions, or choose another place.`
    case 'EISDIR':
      return `${where}is a folder; give a file.`
    case 'ENOTDIR':
      return `${where}part of this path is a file, not a folder.`
    case 'EEXIST':
      return `${where}is there already.`
    case 'EMFILE':
    case 'ENFILE':
      return `${where}it cannot be opened, because too few files may be open at a time. Raise the limit, as with: ulimit -n 1024`
    case 'ENOSPC':
    case 'EDQUOT':
      return `${where}the disk is full.`
    default:
      return `${where}${error.message}`
  }
}
