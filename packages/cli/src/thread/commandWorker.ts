/** The thread a command runs in; see runInThread.ts for the other end. */
import { parentPort, workerData } from 'node:worker_threads'
import { watchUnfinished } from '@rankwright/node'
import { throttledProgress } from '@rankwright/workers'
import { commandTable } from '../commandTable.ts'
import { failureOf } from '../failure.ts'
import { runCommand } from '../runCommand.ts'
import type { Assignment, Message } from './messages.ts'

const { name, words, look } = workerData as Assignment
const port = parentPort as NonNullable<typeof parentPort>

const input = process.stdin
Object.defineProperty(process, 'stdin', {
  get: () => {
    send({ kind: 'input' })
    return input
  },
})
watchUnfinished((path, there) => send({ kind: 'temporary', path, there }))

try {
  const exitCode = await runCommand(name, words, {
    commands: commandTable,
    look,
    output: (text) => {
      const written = new Promise<void>((settle) => port.once('message', () => settle()))
      send({ kind: 'output', text })
      return written
    },
    note: (text) => send({ kind: 'note', text }),
    progress: throttledProgress((step) => send({ kind: 'progress', step })),
  })
  // Commands may have written to standard output by themselves, which goes through the main thread too.
  await new Promise<void>((settle) => process.stdout.write('', () => settle()))
  send({ kind: 'end', exitCode })
} catch (error) {
  const failure = failureOf(error, name)
  send({ kind: 'end', exitCode: failure.exitCode, failure })
}

function send(message: Message): void {
  port.postMessage(message)
}
