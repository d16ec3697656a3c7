import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time that all threads together need to end, at most. A busy machine takes longer for them, but not more of them. */
const mostProcessorTime = 150
/** Milliseconds after which threads that all wait, for a disk or for a pipe that nobody writes to, are not waited for. */
const mostWaiting = 100
/** Milliseconds after which nothing is waited for. */
const mostTime = 1500

/**
 * From the moment of a signal: whether the other threads will not end soon. Native code and the system cannot be interrupted: a thread
 * may sit in a long call, or wait for a disk. A thread that only has to wait for its turn on a busy machine is given its time.
 */
export function threadsEnding(): { areStuck(): boolean } {
  const started = performance.now()
  const before = process.cpuUsage()
  return {
    areStuck() {
      const { user, system } = process.cpuUsage(before)
      if ((user + system) / 1000 > mostProcessorTime) return true
      const waited = performance.now() - started
      return waited > mostTime || (waited > mostWaiting && allWait())
    },
  }
}

/** Whether no other thread of this process runs or would run if the machine had time. Other systems than Linux do not tell. */
function allWait(): boolean {
  try {
    return readdirSync('/proc/self/task').every((thread) => thread === String(process.pid) || !wantsToRun(thread))
  } catch {
    return false
  }
}

function wantsToRun(thread: string): boolean {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
  return stat[stat.lastIndexOf(')') + 2] === 'R'
}
