import type { NativeCalls } from '@rankwright/node'

const [stopWord, callsWord] = [0, 1]
const stepMilliseconds = 5

/** Memory in which a command's thread counts its calls into native code; see packages/node/src/workers/nativeWork.ts. */
export function newNativeCalls(): NativeCalls {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}

/** No new call begins from now on; settles when none is under way. */
export async function stopNativeCalls(calls: NativeCalls): Promise<void> {
  Atomics.store(calls, stopWord, 1)
  while (Atomics.load(calls, callsWord) > 0) await new Promise<void>((settle) => setTimeout(settle, stepMilliseconds))
}
