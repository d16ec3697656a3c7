// Every command gets SIGINT at moments spread over its whole run: it ends with 130, within 200 ms, and leaves no file behind.
// A machine that is busy with other programs is slow to run anything: so a bare Node process with a busy thread is interrupted in turn with
// the commands, and the processor time from the signal to the end is measured, too.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@rankwright/core'
import { commandTable } from '../../packages/cli/dist/commandTable.js'
import { cancelledCommands, keptWhenCancelled, makeInputs } from '../cancelledCommands.mjs'

const program = fileURLToPath(new URL('../../packages/cli/bin/rankwright.js', import.meta.url))
const bareNode =
  "process.on('SIGINT', () => process.exit(130)); const { Worker } = require('worker_threads'); new Worker('for (;;);', { eval: true }); setInterval(() => {}, 1000)"
/** Milliseconds within which a command ends. */
const promised = 200
/** Rows that a short run takes. */
const few = 5

export const proof = {
  name: 'cancelling',
  about: 'Ctrl-C ends every command with 130, within 200 ms, and leaves no file behind.',
  rounds: { test: 1, torture: 20 },
  async run({ rounds, seed, log }) {
    const random = seededRandom(seed)
    const failures = [
      ...Object.keys(commandTable).filter((name) => !Object.hasOwn(cancelledCommands, name)),
      ...Object.keys(cancelledCommands).filter((name) => !Object.hasOwn(commandTable, name)),
    ].map((name) => `the command "${name}" is in one table only; see torture/cancelledCommands.mjs`)
    const folder = mkdtempSync(join(tmpdir(), 'rankwright-cancelling-'))
    const [walls, processors, yardsticks] = [[], [], []]
    let tried = 0
    let slowest = { wall: 0 }
    try {
      const temporary = join(folder, 'tmp')
      mkdirSync(temporary)
      const here = { cwd: folder, env: { ...process.env, TMPDIR: temporary } }
      for (const words of await makeInputs(folder, rounds > 1 ? 1 : 0.1, random)) {
        const { code } = await run([program, ...words.split(' ')], here)
        if (code !== 0) throw new Error(`${words} ended with ${code}`)
      }
      const rows = Object.entries(cancelledCommands).flatMap(([name, all]) => all.map((words) => ({ name, words: `${name} ${words}` })))
      for (const { name, words } of rounds > 1 ? rows : random.shuffle(rows).slice(0, few)) {
        const attempt = { folder, temporary, here, name, words }
        const whole = await undisturbed(attempt)
        if (whole.code !== 0) failures.push(`${words}: exit code ${whole.code} without a signal`)
        for (let round = 0; round < rounds; round++) {
          yardsticks.push((await run(['-e', bareNode], here, 100 + 100 * random.uniform())).wall)
          const moment = Math.round(random.uniform() * whole.after)
          const { failure, wall, processor } = await cancelled(attempt, whole, moment)
          if (failure !== undefined) failures.push(`${words}, SIGINT after ${moment} of ${Math.round(whole.after)} ms: ${failure}`)
          if (wall !== undefined) walls.push(wall)
          if (wall > slowest.wall) slowest = { wall, what: `${words} after ${moment} of ${Math.round(whole.after)} ms` }
          if (processor !== undefined) processors.push(processor)
          tried++
        }
        log(`${words}: ${rounds} times`)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    log(`milliseconds from the signal to the end: ${quantiles(walls)}`)
    log(`the slowest: ${slowest.what}`)
    log(`of processor time, in steps of 10: ${quantiles(processors)}`)
    log(`milliseconds of a bare Node process: ${quantiles(yardsticks)}`)
    return { tried, failures }
  },
}

/** How long the command takes, and the names that it leaves. */
async function undisturbed({ folder, here, words }) {
  const before = namesIn(folder)
  const { code, after } = await run([program, ...words.split(' ')], here)
  const names = namesIn(folder)
  clear(folder)
  return { code, after, before, names }
}

async function cancelled({ folder, temporary, here, name, words }, whole, moment) {
  const { code, wall, processor } = await run([program, ...words.split(' ')], here, moment)
  const left = namesIn(folder)
  const unfinished = namesIn(temporary)
  clear(folder)
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary)
  const failure = () => {
    if (unfinished.length > 0) return `left ${unfinished.join(' ')} among the temporary files`
    if (code === 0) return undefined // it was done before the signal came
    if (code !== 130) return `exit code ${code}`
    const more = left.filter((each) => !whole.before.includes(each) && !keptWhenCancelled[name]?.test(each))
    // The signal may have come while all files took their places.
    if (more.length > 0 && left.join() !== whole.names.join()) return `left ${more.join(' ')}`
    if (wall > promised && processor > promised) return `it took ${Math.round(wall)} ms, and ${processor} ms of the processor`
    return undefined
  }
  return { failure: failure(), ...(code === 130 && { wall, processor }) }
}

/**
 * Runs Node and gives the exit code, 128 and the signal's number where the signal ended it, how long it ran and, after a signal, the
 * milliseconds and the milliseconds of processor time to its end.
 */
function run(words, here, interruptAfter) {
  return new Promise((settle) => {
    const begin = performance.now()
    const others = processorOfEnded()
    const child = spawn(process.execPath, words, { ...here, stdio: 'ignore' })
    let sent
    let used
    const interrupt = () => {
      used = processorOf(child.pid)
      sent = performance.now()
      child.kill('SIGINT')
    }
    const timer = interruptAfter === undefined ? undefined : setTimeout(interrupt, interruptAfter)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      const now = performance.now()
      const processor = used === undefined ? undefined : Math.max(0, processorOfEnded() - others - used)
      settle({ code: signal === 'SIGINT' ? 130 : (code ?? signal), after: now - begin, wall: sent && now - sent, processor })
    })
  })
}

/** Milliseconds; undefined where the system does not tell. */
function processorOf(pid) {
  return fieldsOf(pid, 11)
}

function processorOfEnded() {
  return fieldsOf('self', 13) ?? 0
}

/** The sum of two fields of /proc/PID/stat, which count hundredths of a second. */
function fieldsOf(pid, first) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return 10 * (Number(fields[first]) + Number(fields[first + 1]))
  } catch {
    return undefined
  }
}

function namesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.split('/')[0] !== 'tmp')
    .sort()
}

function clear(folder) {
  for (const name of readdirSync(folder)) if (/^\.?out/.test(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

function quantiles(values) {
  values.sort((a, b) => a - b)
  const at = (share) => Math.round(values[Math.floor(share * (values.length - 1))] ?? Number.NaN)
  return `half within ${at(0.5)}, nine of ten within ${at(0.9)}, 99 of 100 within ${at(0.99)}, the slowest ${at(1)} (${values.length} times)`
}
