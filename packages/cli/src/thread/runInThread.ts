import { existsSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'
import { exitCodes } from '../exitCodes.ts'
import { failureOf, failureText } from '../failure.ts'
import { ProgressLine } from '../terminal/progressLine.ts'
import { lookOf } from '../terminal/style.ts'
import type { Assignment, Message, Receipt } from './messages.ts'

/**
 * Runs a command in a thread of its own and gives its exit code. This thread does nothing but listen: to the command's
 * answer, to its progress, and to Ctrl-C, which therefore answers at once however deep the command is in its sums.
 */
export function runInThread(name: string, words: readonly string[]): Promise<number> {
  const assignment: Assignment = { name, words, look: lookOf(process.stdout, process.env) }
  const worker = new Worker(commandThread(), { workerData: assignment, stdin: true })
  let readsInput = false
  const progress = new ProgressLine(process.stderr, (process.env['RANKWRIGHT_QUIET'] ?? '') !== '')
  const temporaries = new Set<string>()

  return new Promise((settle) => {
    let ending: Promise<void> | undefined
    const end = (exitCode: number): Promise<void> => {
      ending ??= finish().then(() => settle(exitCode))
      return ending
    }
    const finish = async () => {
      progress.close()
      if (readsInput) process.stdin.unpipe().destroy() // open, it would keep this process waiting
      await worker.terminate()
      removeTemporaries()
      for (const signal of signals) process.off(signal, interrupted)
    }
    const removeTemporaries = () => {
      for (const path of temporaries) rmSync(path, { recursive: true, force: true })
    }
    const interrupted = (signal: Signal) => {
      const exitCode = 128 + constants.signals[signal]
      void end(exitCode).then(() => process.exit(exitCode))
      // A thread inside native code cannot be stopped from here; do not wait for it.
      setTimeout(() => {
        removeTemporaries()
        process.exit(exitCode)
      }, 150).unref()
    }
    for (const signal of signals) process.on(signal, interrupted)

    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      // The reader of our output has gone (`| head`): nobody is left to talk to.
      if (error.code === 'EPIPE') return void end(exitCodes.done)
      fail(Object.assign(error, { path: 'standard output' }))
    })
    process.stderr.on('error', () => {})

    const tell = (text: string) => {
      progress.clear()
      process.stderr.write(text.endsWith('\n') ? text : `${text}\n`)
    }
    const fail = (error: unknown) => {
      if (ending !== undefined) return
      const failure = failureOf(error, name)
      tell(failureText(failure, process.env))
      void end(failure.exitCode)
    }
    worker.on('message', (message: Message) => {
      switch (message.kind) {
        case 'output':
          progress.clear()
          process.stdout.write(message.text, () => worker.postMessage({ kind: 'written' } satisfies Receipt))
          return
        case 'input':
          if (!readsInput) process.stdin.pipe(worker.stdin as NodeJS.WritableStream)
          readsInput = true
          return
        case 'note':
          return tell(message.text)
        case 'progress':
          return progress.update(message.step)
        case 'temporary':
          if (message.there) temporaries.add(message.path)
          else temporaries.delete(message.path)
          return
        case 'end':
          if (message.failure !== undefined) tell(failureText(message.failure, process.env))
          return void end(message.exitCode)
      }
    })
    worker.on('error', fail)
    worker.on('exit', (code) => fail(new Error(`the thread of the command ended with code ${code} and without an answer`)))
  })
}

/** The bundled commands, or the modules they are made of where nothing was bundled. */
function commandThread(): URL {
  const bundled = new URL('../../bundle/commandWorker.js', import.meta.url)
  return existsSync(bundled) ? bundled : new URL('./commandWorker.js', import.meta.url)
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Signal = (typeof signals)[number]
