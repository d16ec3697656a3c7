// Runs the loop in a thread, and sees from outside when an input never ends or takes the thread down.
import { Worker } from 'node:worker_threads'
import { targets } from './targets.mjs'

/** Milliseconds without a new input after which it is a hang; a machine with much to do is slow. */
const patience = 60_000

/** `onReached` is told of inputs that reach new code; `only` names the one target to attack. */
export function watchedFuzz({ rounds, seed, log, onReached = () => {}, only }) {
  const current = new SharedArrayBuffer(16 + (1 << 20))
  const view = new Int32Array(current, 0, 4)
  const failures = new Map()
  let done = 0
  let told = 0
  return new Promise((settle) => {
    const worker = new Worker(new URL('./fuzz.mjs', import.meta.url), {
      workerData: { rounds, seed, current, only },
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
    })
    const atHand = () => {
      const input = Buffer.from(new Uint8Array(current, 16, Math.min(view[2], 1 << 20)))
      return `${Object.keys(targets)[view[1]]}, input ${input.toString('base64').slice(0, 20000)}`
    }
    const fail = (what, where) => {
      if (!failures.has(what)) log(`FAILED ${what}`)
      failures.set(what, where)
    }
    let last = -1
    const timer = setInterval(() => {
      const now = Atomics.load(view, 0)
      if (now === last) {
        fail(`hang: ${atHand()}`, '')
        void worker.terminate()
      }
      last = now
    }, patience)
    worker.on('message', (message) => {
      if ('done' in message) {
        done = message.done
        if (done - told >= 20_000) {
          told = done
          log(`${done} of ${rounds} inputs, ${message.kept} kept`)
        }
      } else if ('reached' in message) onReached(message.reached, Buffer.from(message.input, 'base64'))
      // One of each sort is enough to see what is wrong.
      else if (failures.size < 50) fail(`${message.failed}: ${message.reason.slice(0, 200)}`, `input ${message.input.slice(0, 3000)}`)
    })
    worker.on('error', (error) => fail(`${error.message} at ${atHand()}`, ''))
    worker.on('exit', () => {
      clearInterval(timer)
      settle({ tried: done, failures: Array.from(failures, ([what, where]) => `${what} ${where}`) })
    })
  })
}
