/**
 * Calls into native addons that answer later. A thread that is ended while one of them is under way takes the whole process with it: the
 * addon comes back to a thread that is gone. So a thread that may be ended counts its calls in memory that it shares with the other one,
 * and begins no new one once it is asked to stop.
 */
import { callback, requireArguments, typed } from '@rankwright/core/arguments'
import { StoppedError } from '@rankwright/core/runtime'

const [stopWord, callsWord] = [0, 1]

/** What both threads look at: 1 when the thread is to stop, then how many calls are under way. */
export type NativeCalls = Int32Array<SharedArrayBuffer>

const takesCalls = typed(Int32Array, 'finite', 2)

let shared: NativeCalls | undefined
const interrupts = new Set<() => void>()

/** For a thread that may be ended: its calls are counted here from now on. */
export function countNativeCalls(calls: NativeCalls): void {
  takesCalls('calls', calls)
  shared = calls
}

/** Whether the thread whose calls are counted here is to stop. */
export function isStopping(calls: NativeCalls): boolean {
  takesCalls('calls', calls)
  return Atomics.load(calls, stopWord) === 1
}

/** Makes a call into native code. `interrupt` hurries it along when the thread is asked to stop. */
export async function nativeCall<Answer>(call: () => Promise<Answer>, interrupt: () => void = () => {}): Promise<Answer> {
  requireArguments({ call, interrupt }, { call: callback, interrupt: callback })
  if (shared === undefined) return call()
  const calls = shared
  Atomics.add(calls, callsWord, 1)
  interrupts.add(interrupt)
  try {
    // Looked at after the call was counted: whoever asks for a stop sees the call, or is seen here.
    if (isStopping(calls)) throw new StoppedError()
    return await call()
  } finally {
    interrupts.delete(interrupt)
    // Not at once: this runs while the addon hands over its answer.
    setImmediate(() => Atomics.sub(calls, callsWord, 1))
  }
}

/** For the thread itself, once it was asked to stop. */
export function interruptNativeCalls(): void {
  for (const interrupt of interrupts) interrupt()
}
