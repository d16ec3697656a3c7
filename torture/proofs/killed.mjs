// Every command that writes is killed (SIGKILL) at a random moment, and then called again.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { brokenStates, cli, differences, isStream, preparedFolder, restore, snapshot, tidy, writers } from '../writers.mjs'

export const proof = {
  name: 'killed',
  about: 'A command that is killed at any moment leaves all old files or all new ones, and the next call clears up and succeeds.',
  rounds: { test: 2, torture: 300 },
  async run({ rounds, seed, log }) {
    const folder = await preparedFolder()
    const kept = mkdtempSync(join(tmpdir(), 'rankwright-kept-'))
    cpSync(join(folder, 'out'), kept, { recursive: true, preserveTimestamps: true })
    const random = seededRandom(seed)
    const names = Object.keys(writers)
    const known = new Map()
    const failures = []
    try {
      for (let round = 0; round < rounds; round++) {
        const name = names[rounds < names.length ? random.integer(names.length) : round % names.length]
        if (!known.has(name)) known.set(name, await undisturbed(name, folder, kept))
        const { milliseconds, before, after } = known.get(name)
        // Most of a call is the start of Node; the files are written at its end.
        const when = milliseconds * (random.uniform() < 0.3 ? 1.1 * random.uniform() : 0.6 + 0.5 * random.uniform())
        restore(folder, kept)
        const failure = await broken(name, folder, { when, before, after })
        if (failure !== undefined) failures.push(`${name}, killed after ${Math.round(when)} ms: ${failure}`)
        if (round % 20 === 19) log(`${round + 1} of ${rounds} calls killed`)
      }
      return { tried: rounds, failures }
    } finally {
      for (const each of [folder, kept]) rmSync(each, { recursive: true, force: true })
    }
  },
}

/** How long the command takes, and what it leaves. */
async function undisturbed(name, folder, kept) {
  restore(folder, kept)
  const before = snapshot(join(folder, 'out'))
  const start = performance.now()
  const status = await called(name, folder)
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
  return { milliseconds: performance.now() - start, before, after: snapshot(join(folder, 'out')) }
}

async function broken(name, folder, { when, before, after }) {
  const out = join(folder, 'out')
  await called(name, folder, when)
  if (isStream(name)) return brokenStream(name, folder, after)
  await tidy(out)
  const found = snapshot(out, isLock) // the next call takes a lock over, and gives it back
  if (found !== before && found !== after)
    return `a mixture; against the old state ${differences(before, found)}, against the new ${differences(after, found)}`
  const status = await called(name, folder)
  if (status !== 0) return `the next call ended with ${status}`
  const final = snapshot(out)
  return final === after ? undefined : `the next call left ${differences(after, final)}`
}

/** A stream saves as it goes: whatever is there can be read, and the next call brings it to the end. */
async function brokenStream(name, folder, after) {
  const out = join(folder, 'out')
  await tidy(out)
  const wrong = await brokenStates(out)
  if (wrong !== undefined) return wrong
  const status = await called(name, folder)
  if (status !== 0) return `the next call ended with ${status}`
  const final = snapshot(out)
  return final === after ? undefined : `the next call left ${differences(after, final)}`
}

function isLock(name) {
  return /\.lock(?:\/|$)/.test(name)
}

/** The exit code; null if it was killed. */
function called(name, folder, killAfter) {
  return new Promise((settle) => {
    const child = spawn(process.execPath, [cli, ...writers[name].replaceAll('@', '').split(' ')], { cwd: folder, stdio: 'ignore' })
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
    child.on('close', (status) => {
      clearTimeout(timer)
      settle(status)
    })
  })
}
