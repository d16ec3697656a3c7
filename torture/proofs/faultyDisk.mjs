// Every command that writes, on a disk that fails at each of its operations in turn, is full after each number of bytes that matters,
// or goes away for good, as when the process is killed.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { faultyDisk, smallDisk } from '../faultyDisk.mjs'
import { brokenStates, differences, isStream, preparedFolder, restore, runHere, snapshot, tidy, writers } from '../writers.mjs'

/** These are asked to clean up, not to change anything: what they leave, the next run removes. */
const cleaning = ['remove', 'removeFolder', 'removeTree']
/** They take seconds: short runs leave them out. */
const slow = ['demo', 'tune']

export const proof = {
  name: 'faulty-disk',
  about: 'After any failure of the disk, all files of a command are the old ones or all are the new ones, and nothing else is left.',
  rounds: { test: 15, torture: 3000 },
  async run({ rounds, seed, log }) {
    const folder = await preparedFolder()
    const kept = mkdtempSync(join(tmpdir(), 'rankwright-kept-'))
    cpSync(join(folder, 'out'), kept, { recursive: true, preserveTimestamps: true })
    const random = seededRandom(seed)
    const failures = []
    try {
      const attempts = await attemptsOf(folder, kept, rounds < 200 ? slow : [])
      log(`${attempts.length} ways to disturb ${new Set(attempts.map(({ name }) => name)).size} commands`)
      const chosen = attempts.length <= rounds ? attempts : Array.from({ length: rounds }, () => attempts[random.integer(attempts.length)])
      for (const [number, attempt] of chosen.entries()) {
        const failure = await broken(attempt, folder, kept)
        if (failure !== undefined) failures.push(`${attempt.name}, ${JSON.stringify(attempt.fault)}: ${failure}`)
        if (number % 100 === 99) log(`${number + 1} of ${chosen.length} attempts`)
      }
      return { tried: chosen.length, failures }
    } finally {
      for (const each of [folder, kept]) rmSync(each, { recursive: true, force: true })
    }
  },
}

/** One attempt for each way in which each command can be disturbed, with what the command leaves when it is not. */
async function attemptsOf(folder, kept, left) {
  const attempts = []
  for (const [name, words] of Object.entries(writers)) {
    if (left.includes(name)) continue
    restore(folder, kept)
    const before = snapshot(join(folder, 'out'))
    const { disk, operations } = faultyDisk()
    const { error } = await runHere(words, folder, disk)
    if (error !== undefined) throw error
    const after = snapshot(join(folder, 'out'))
    if (before === after) throw new Error(`${name} changes nothing`)
    const common = { name, words, before, after }
    for (const [at, operation] of operations.entries()) {
      attempts.push({ ...common, fault: { how: 'kill', at, operation } })
      if (cleaning.includes(operation)) continue
      attempts.push({ ...common, fault: { how: 'fail', at, operation } })
      if (operation.startsWith('write')) attempts.push({ ...common, fault: { how: 'short', at, operation } })
    }
    if (slow.includes(name)) continue
    const room = smallDisk(Infinity)
    let used = 0
    const { disk: measuring } = { disk: Object.create(room.disk) }
    measuring.write = async (file, content) => {
      const written = await room.disk.write(file, content)
      used += written
      return written
    }
    measuring.writeNow = (file, content) => {
      const written = room.disk.writeNow(file, content)
      used += written
      return written
    }
    restore(folder, kept)
    await runHere(words, folder, measuring)
    for (const bytes of new Set([0, 1, used >> 1, used - 2, used - 1])) attempts.push({ ...common, fault: { how: 'full', bytes } })
  }
  return attempts
}

/** Undefined when the promise was kept. */
async function broken({ name, words, before, after, fault }, folder, kept) {
  restore(folder, kept)
  const out = join(folder, 'out')
  const { disk } = fault.how === 'full' ? smallDisk(fault.bytes) : faultyDisk(fault)
  const { error } = await runHere(words, folder, disk)
  if (fault.how === 'kill') await tidy(out)
  const found = snapshot(out)
  if (isStream(name)) {
    const wrong = await brokenStates(out)
    if (wrong !== undefined) return wrong
  } else if (found !== before && found !== after)
    return `a mixture; against the old state ${differences(before, found)}, against the new ${differences(after, found)}`
  if (error === undefined && found !== after) return 'it ended well without its result'
  if (error !== undefined && !/disk|cannot be written/.test(error.message)) return `the message is "${error.message}"`
  if (fault.how !== 'kill' && !isStream(name)) return undefined
  // Disturbed again half-way, it must go through the next time.
  restore(folder, kept)
  await runHere(words, folder, fault.how === 'full' ? smallDisk(fault.bytes).disk : faultyDisk(fault).disk)
  const again = await runHere(words, folder, faultyDisk().disk)
  if (again.error !== undefined) return `the next run failed: ${again.error.message}`
  const final = snapshot(out)
  return final === after ? undefined : `the next run left ${differences(after, final)}`
}
