import { wasmCompute } from '@rankwright/compute'
import type { Runtime, StopFlag } from '@rankwright/core'
import { type Compute, plainCompute } from '@rankwright/core/numeric'

/**
 * What trainers run on in a page: the WebAssembly primitives, or the plain ones where WebAssembly may not be compiled at once or at all. The
 * bits are the same.
 */
export function pageRuntime(stop?: StopFlag): Runtime {
  return { compute: computeAtOnce(), threads: 1, ...(stop && { stop }) }
}

function computeAtOnce(): Compute {
  try {
    return wasmCompute()
  } catch {
    return plainCompute
  }
}
