/** The thread a command runs in; see runInThread.ts for the other end. */
import { parentPort, workerData } from 'node:worker_threads'
import { countNativeCalls, guardCommits, interruptNativeCalls, isStopping, watchUnfinished } from '@rankwright/node'
import { throttledProgress } from '@rankwright/workers'
import { commandTable } from '../commandTable.ts'
import { failureOf } from '../failure.ts'
import { flagSpelling } from '../flagSpelling.ts'
import { runCommand } from '../runCommand.ts'
import { terminalText, wordsShown } from '../terminal/terminalText.ts'
import type { Assignment, Message, Receipt, Stop } from './messages.ts'

const { name, words, look, nativeCalls } = workerData as Assignment
const port = parentPort as NonNullable<typeof parentPort>

const input = process.stdin
Object.defineProperty(process, 'stdin', {
  get: () => {
    send({ kind: 'input' })
    return input
  },
})
countNativeCalls(nativeCalls)
port.on('message', ({ kind }: Receipt | Stop) => {
  if (kind === 'stop') interruptNativeCalls()
})
watchUnfinished((path, removal) => {
  // Once this thread is being ended, others remove what it has made: nothing new is made then.
  if (removal !== undefined && isStopping(nativeCalls)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  send({ kind: 'temporary', path, removal })
})
guardCommits(async (place) => {
  await asking({ kind: 'placing' }, 'place')
  try {
    place()
  } finally {
    send({ kind: 'placed' })
  }
})

try {
  const exitCode = await runCommand(name, words, {
    commands: commandTable,
    look,
    output: (text) => asking({ kind: 'output', text }, 'written'),
    note: (text) => send({ kind: 'note', text }),
    progress: throttledProgress((step) => send({ kind: 'progress', step })),
  })
  // Commands may have written to standard output by themselves, which goes through the main thread too.
  await new Promise<void>((settle) => process.stdout.write('', () => settle()))
  send({ kind: 'end', exitCode })
} catch (error) {
  const command = await commandTable[name].load()
  const { message, details, exitCode } = failureOf(error, name, flagSpelling(name, command, words))
  const named = wordsShown(words)
  const shown = (text: string) => terminalText(named(text)) // messages hold names from data
  send({ kind: 'end', exitCode, failure: { exitCode, message: shown(message), ...(details !== undefined && { details: shown(details) }) } })
}

/** Sends a message and waits for the receipt. */
function asking(message: Message, kind: Receipt['kind']): Promise<void> {
  return new Promise((settle) => {
    const onReceipt = (receipt: Receipt) => {
      if (receipt.kind !== kind) return
      port.off('message', onReceipt)
      settle()
    }
    port.on('message', onReceipt)
    send(message)
  })
}

function send(message: Message): void {
  port.postMessage(message)
}
