import { availableCompute } from '@rankwright/compute'
import type { Runtime, StopFlag } from '@rankwright/core'

/**
 * What trainers run on in a page: the WebAssembly primitives, or the plain ones where WebAssembly may not be compiled at once or at all. The
 * bits are the same.
 */
export function pageRuntime(stop?: StopFlag): Runtime {
  return { compute: availableCompute(), threads: 1, ...(stop && { stop }) }
}
