import { rmdirSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bundled } from '../bundled.ts'
import { exitCodes } from '../exitCodes.ts'
import { failureOf, failureText } from '../failure.ts'
import { ProgressLine } from '../terminal/progressLine.ts'
import { lookOf } from '../terminal/style.ts'
import type { Assignment, Message, Receipt, Stop } from './messages.ts'
import { newNativeCalls, stopNativeCalls } from './nativeCalls.ts'
import { threadsEnding } from './threadsEnding.ts'

/** Milliseconds between looks at threads that are ending. */
const lookEvery = 10

/** Runs a command in a thread of its own and gives its exit code. */
export function runInThread(name: string, words: readonly string[]): Promise<number> {
  return new Promise((settle) => new CommandThread(name, words, settle))
}

/**
 * The thread of a command, and what this thread does meanwhile. It only listens: to the command's answer, to its progress, and to
 * Ctrl-C, which is therefore answered at once, while the command computes.
 */
class CommandThread {
  readonly #name: string
  readonly #settle: (exitCode: number) => void
  readonly #worker: Worker
  readonly #progress = new ProgressLine(process.stderr, (process.env['RANKWRIGHT_QUIET'] ?? '') !== '')
  /** Files and folders that the command has begun and not finished, and how to remove them. */
  readonly #temporaries = new Map<string, 'all' | 'if-empty'>()
  /** While files take their places: what to do once they are there. */
  #placing: { whenPlaced?: () => void } | undefined
  readonly #nativeCalls = newNativeCalls()
  #readsInput = false
  #ending: Promise<void> | undefined

  constructor(name: string, words: readonly string[], settle: (exitCode: number) => void) {
    const assignment: Assignment = { name, words, look: lookOf(process.stdout, process.env), nativeCalls: this.#nativeCalls }
    this.#name = name
    this.#settle = settle
    this.#worker = new Worker(bundled('commandWorker', new URL('./commandWorker.js', import.meta.url)), {
      workerData: assignment,
      stdin: true,
    })
    this.#worker.on('message', (message: Message) => this.#receive(message))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`the thread of the command ended with code ${code} and without an answer`)))
    for (const signal of signals) process.on(signal, this.#interrupted)
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      // The reader of our output has gone (`| head`): there is no reader left.
      if (error.code === 'EPIPE') return void this.#end(exitCodes.done)
      this.#fail(Object.assign(error, { path: 'standard output' }))
    })
    process.stderr.on('error', () => {})
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'output':
        this.#progress.clear()
        process.stdout.write(message.text, () => this.#worker.postMessage({ kind: 'written' } satisfies Receipt))
        return
      case 'input':
        if (!this.#readsInput) process.stdin.pipe(this.#worker.stdin as NodeJS.WritableStream)
        this.#readsInput = true
        return
      case 'note':
        this.#write(message.text)
        return
      case 'progress':
        this.#progress.update(message.step)
        return
      case 'temporary':
        if (message.removal === undefined) this.#temporaries.delete(message.path)
        else this.#temporaries.set(message.path, message.removal)
        return
      case 'placing':
        if (this.#ending !== undefined) return // it is being ended: nothing changes any more
        this.#placing = {}
        this.#worker.postMessage({ kind: 'place' } satisfies Receipt)
        return
      case 'placed': {
        const { whenPlaced } = this.#placing ?? {}
        this.#placing = undefined
        whenPlaced?.()
        return
      }
      case 'end':
        if (this.#ending !== undefined) return // of a command that was cancelled
        if (message.failure !== undefined) this.#write(failureText(message.failure, process.env))
        return void this.#end(message.exitCode)
    }
  }

  /** A line on stderr. */
  #write(text: string): void {
    this.#progress.clear()
    process.stderr.write(text.endsWith('\n') ? text : `${text}\n`)
  }

  #fail(error: unknown): void {
    if (this.#ending !== undefined) return
    const failure = failureOf(error, this.#name)
    this.#write(failureText(failure, process.env))
    void this.#end(failure.exitCode)
  }

  readonly #interrupted = (signal: Signal): void => {
    // A second signal does not wait.
    if (this.#placing !== undefined && this.#placing.whenPlaced === undefined) {
      this.#placing.whenPlaced = () => this.#interrupted(signal)
      return
    }
    const exitCode = 128 + constants.signals[signal]
    void this.#end(exitCode).then(() => process.exit(exitCode))
    const ending = threadsEnding()
    // An ordinary exit would wait for threads that are stuck: the signal itself ends the process then.
    setInterval(() => {
      if (!ending.areStuck()) return
      this.#removeTemporaries()
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
      process.exit(exitCode) // the first process of a container is not ended by signals
    }, lookEvery)
  }

  #end(exitCode: number): Promise<void> {
    this.#ending ??= this.#close().then(() => this.#settle(exitCode))
    return this.#ending
  }

  async #close(): Promise<void> {
    this.#progress.close()
    if (this.#readsInput) process.stdin.unpipe().destroy() // open, it would keep this process waiting
    this.#worker.postMessage({ kind: 'stop' } satisfies Stop)
    await stopNativeCalls(this.#nativeCalls)
    await this.#worker.terminate()
    this.#removeTemporaries()
    for (const signal of signals) process.off(signal, this.#interrupted)
  }

  #removeTemporaries(): void {
    for (const [path, removal] of [...this.#temporaries].reverse()) {
      try {
        if (removal === 'all') rmSync(path, { recursive: true, force: true })
        else rmdirSync(path)
      } catch {
        // What others put into a folder stays, and so does the folder.
      }
    }
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Signal = (typeof signals)[number]
