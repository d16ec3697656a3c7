// `node tests/refusals/walk.mjs ENTRY [FUNCTION …]` calls the functions of an entry with arguments that make no sense, and prints as JSON
// what broke, and which functions have no row. The calls are made in a worker. This thread watches it: a call that does not come back is a failure, and the walk goes on
// behind it with a new worker.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { attemptsOf } from './attempts.mjs'
import { judged } from './judged.mjs'

/** Milliseconds that a call may take, and the start of a worker with all its samples. */
const patience = { call: 10_000, start: 120_000 }

if (isMainThread) {
  const [entry, ...names] = process.argv.slice(2)
  const found = await watched(entry, names)
  process.stdout.write(`${JSON.stringify(found)}\n`)
  process.exit(0)
} else await walk(workerData)

/** Walks through an entry with as many workers as it takes. */
async function watched(entry, names) {
  const at = new Int32Array(new SharedArrayBuffer(8))
  const failures = []
  let tried = 0
  let about
  for (let from = 0; ; ) {
    Atomics.store(at, 0, from - 1)
    const { end, failed, fault, ...told } = await oneWorker({ entry, names, from, at })
    about ??= told.about
    failures.push(...failed)
    tried += Atomics.load(at, 0) - from
    if (end) return { tried, failures, ...about }
    const stuck = Atomics.load(at, 0)
    if (stuck < from) throw new Error(`the walk through ${entry} cannot begin: ${fault}`)
    failures.push({ attempt: stuck, fault })
    from = stuck + 1
  }
}

function oneWorker({ entry, names, from, at }) {
  const failed = []
  let about
  return new Promise((settle) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { entry, names, from, at }, stdout: true, stderr: true })
    const first = Atomics.load(at, 1)
    let before = first
    let since = Date.now()
    let over = false
    let begun = false
    const done = async (outcome) => {
      if (over) return
      over = true
      clearInterval(timer)
      await worker.terminate()
      settle({ failed, about, ...outcome })
    }
    const timer = setInterval(() => {
      const now = Atomics.load(at, 1)
      if (now !== before || !begun) {
        before = now
        since = Date.now()
      } else if (Date.now() - since > (now === first ? patience.start : patience.call)) done({ end: false, fault: 'does not come back' })
    }, 200)
    worker.on('message', (message) => {
      if ('rows' in Object(message)) {
        begun = true
        about = message
      } else if (message === 'end') done({ end: true })
      else failed.push(message)
    })
    worker.on('error', (error) => done({ end: false, fault: `brings the process down: ${error}` }))
    worker.on('exit', () => done({ end: false, fault: 'ends the process' }))
  })
}

async function walk({ entry, names, from, at }) {
  const { functions, rows } = await import(`./rows/${entry}.mjs`)
  const exported = Object.keys(functions).filter((name) => typeof functions[name] === 'function')
  parentPort.postMessage({ rows: Object.keys(rows).length, lacking: exported.filter((name) => !Object.hasOwn(rows, name)) })
  let number = 0
  for (const [name, row] of Object.entries(rows)) {
    if (names.length > 0 && !names.includes(name)) continue
    for (const attempt of attemptsOf(row)) {
      if (number++ < from) continue
      Atomics.store(at, 0, number - 1)
      Atomics.add(at, 1, 1)
      const fault = await judged(functions[name], attempt, row)
      if (fault !== undefined) parentPort.postMessage({ attempt: number - 1, name, given: attempt.words, fault })
    }
  }
  Atomics.store(at, 0, number)
  parentPort.postMessage('end')
}
