/**
 * Where the address space of processes is limited (ulimit -v), the JavaScript engine may end the process when it gets no memory, with a native
 * trace and without a word to the user. There a second process runs the command, and this one says what happened.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { exitCodes } from '../exitCodes.ts'
import { endedOutOfMemory } from '../outOfMemory.ts'

const mark = 'RANKWRIGHT_WATCHED'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** How engines end a process: abort, trap, illegal instruction, or an address that is not there. */
const fatal: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS'])
const nativeTrace = /\n*^(?:<--- |#\s*$|# Fatal|FATAL ERROR|terminate called)/m

/** Whether the address space of this process is limited, and nobody watches it yet. */
export function isLimited(): boolean {
  if (process.env[mark] !== undefined) {
    // Without the watcher there is nobody to answer to.
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
    process.channel?.unref()
    return false
  }
  return addressSpace() !== undefined
}

/** Bytes; undefined where there is no limit. */
function addressSpace(): number | undefined {
  try {
    const limit = /^Max address space\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}

/** Runs the same command in a process of its own, and gives its exit code. */
export function runBesideWatcher(): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [mark]: '1' },
    stdio: ['inherit', 'inherit', 'pipe', ...inherited(3), 'ipc'],
    detached: true, // a signal from the terminal comes once, through this process
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  const told = new Told()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => told.take(text))
  return new Promise((settle, fail) => {
    child.on('error', fail)
    child.on('close', (code, signal) => {
      for (const each of signals) process.off(each, forward)
      if (fatal.has(signal)) {
        process.stderr.write(`${endedOutOfMemory(addressSpace())}\n`)
        return settle(exitCodes.inputHasAProblem)
      }
      told.release()
      settle(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}

/** What the process says on standard error, without the trace of an engine that ends it. */
class Told {
  #held = ''

  take(text: string): void {
    const all = this.#held + text
    const start = nativeTrace.exec(all)?.index ?? all.length
    process.stderr.write(all.slice(0, start))
    this.#held = all.slice(start)
  }

  release(): void {
    process.stderr.write(this.#held)
  }
}

/** Files that the shell has opened for us beyond the usual three, such as the pipe of `>(…)`: they go on to the other process. */
function inherited(from: number): (number | 'ignore')[] {
  const numbers = readdirSync('/proc/self/fd')
    .map(Number)
    .filter((number) => number >= from && isInherited(number))
  const most = Math.max(from - 1, ...numbers)
  return Array.from({ length: most - from + 1 }, (_, index) => (numbers.includes(from + index) ? from + index : 'ignore'))
}

const closedOnExec = 0o2000000

function isInherited(number: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0
  } catch {
    return false
  }
}
