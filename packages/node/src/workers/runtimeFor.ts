import type { Runtime, StopFlag } from '@rankwright/core'
import { wasmKernels } from '@rankwright/kernels'

export interface OpenRuntime {
  readonly runtime: Runtime
  /** Ends the threads behind it, where there are any. */
  close(): void
}

/** What trainers run on in Node: WebAssembly kernels, on as many threads as asked. The results are the same for any number. */
export function runtimeFor(threads = 1, stop?: StopFlag): OpenRuntime {
  return { runtime: { kernels: wasmKernels(), threads, ...(stop && { stop }) }, close() {} }
}
