// The loop: changed inputs are read, and those that reach new code are kept and changed further. It runs in a thread of its own, so that a
// hang can be seen from outside.
import { parentPort, workerData } from 'node:worker_threads'
import { RankwrightError, seededRandom } from '@rankwright/core'
import { keptInputs } from './corpus.mjs'
import { coverage } from './coverage.mjs'
import { mutated } from './mutations.mjs'
import { targets } from './targets.mjs'

/** Inputs whose coverage is looked at together: looking costs as much as some hundred inputs. */
const batchSize = 400
/** Longer inputs are not kept. */
const longest = 20_000
/** Milliseconds that no input may take, by the clock and of the processor: on a busy machine the clock alone tells nothing. */
const slow = 1000

const { rounds, seed, current, only } = workerData
const random = seededRandom(seed)
/** Shared with the thread that watches: a count of inputs, the place of the target, the length of the input, then its bytes. */
const view = new Int32Array(current, 0, 4)
const shown = new Uint8Array(current, 16)
const names = Object.keys(targets)
const turns = names.flatMap((name, index) => (only === undefined || only === name ? Array(targets[name].share).fill(index) : []))
const inputs = names.map((name) => [...targets[name].seeds(), ...keptInputs(name)])
const watch = coverage()

for (const index of new Set(turns)) for (const input of inputs[index]) await attempt(index, input)
watch.learn(watch.take())

for (let done = 0; done < rounds; ) {
  const index = turns[random.integer(turns.length)]
  const own = inputs[index]
  const batch = Array.from({ length: Math.min(batchSize, rounds - done) }, () => mutated(own[random.integer(own.length)], own, random))
  for (const input of batch) await attempt(index, input)
  const taken = watch.take()
  if (watch.hasNews(taken)) {
    await keepNew(index, batch)
    watch.learn(taken)
  }
  done += batch.length
  parentPort.postMessage({ done, kept: inputs.reduce((sum, each) => sum + each.length, 0) })
}
watch.close()

async function attempt(index, input) {
  shown.set(input.subarray(0, shown.length))
  view[1] = index
  view[2] = input.length
  Atomics.add(view, 0, 1)
  const started = startedNow()
  let reason
  try {
    await targets[names[index]].run(new Uint8Array(input))
  } catch (error) {
    if (!(error instanceof RankwrightError)) reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
  const took = started()
  // The engine may have compiled or collected meanwhile: the quickest of several times decides.
  if (took > slow && reason === undefined) {
    let least = took
    for (let again = 0; again < 3 && least > slow; again++) least = Math.min(least, await timeOf(index, input))
    if (least > slow) reason = `it takes ${Math.round(least)} ms of the processor`
  }
  if (reason !== undefined) parentPort.postMessage({ failed: names[index], reason, input: Buffer.from(input).toString('base64') })
}

/** Gives the milliseconds since then: by the clock or of the processor, whichever is less. */
function startedNow() {
  const clock = performance.now()
  const processor = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(processor)
    return Math.min(performance.now() - clock, (user + system) / 1000)
  }
}

async function timeOf(index, input) {
  const started = startedNow()
  try {
    await targets[names[index]].run(new Uint8Array(input))
  } catch {
    // The first time told what it says.
  }
  return started()
}

/** Finds the inputs of a batch that reach new code, half by half. */
async function keepNew(index, batch) {
  for (const input of batch) await attempt(index, input)
  const taken = watch.take()
  if (!watch.hasNews(taken)) return
  if (batch.length > 1) {
    const half = batch.length >> 1
    await keepNew(index, batch.slice(0, half))
    await keepNew(index, batch.slice(half))
    return
  }
  watch.learn(taken)
  if (batch[0].length > longest) return
  inputs[index].push(batch[0])
  parentPort.postMessage({ reached: names[index], input: Buffer.from(batch[0]).toString('base64') })
}
