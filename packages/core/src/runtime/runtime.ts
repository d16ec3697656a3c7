import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireParts } from '../arguments/requireKind.ts'
import type { Shape } from '../arguments/shapes.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { requireCompute } from '../numeric/compute/requireCompute.ts'

/** Raised from outside to ask a trainer to end early; a shared flag when the trainer runs in a worker. */
export interface StopFlag {
  readonly stopped: boolean
}

/** What a trainer runs on; its last argument. */
export interface Runtime {
  readonly compute: Compute
  readonly threads: number
  readonly stop?: StopFlag
}

export const plainRuntime: Runtime = { compute: plainCompute, threads: 1 }

/** The runtime for work of its own, which may go on beside other work on the same runtime: neither touches the memory of the other. */
export function besideOthers(runtime: Runtime): Runtime {
  requireRuntime(runtime)
  return { ...runtime, compute: runtime.compute.own() }
}

/** Throws unless this is something that work can run on. */
export function requireRuntime(runtime: unknown): asserts runtime is Runtime {
  const expected = 'a runtime, as the part `runtime` of what runtimeFor of @rankwright/node gives, or none'
  if (typeof runtime === 'object' && runtime !== null && 'runtime' in runtime && 'close' in runtime) {
    refuseArgument('runtime', runtime, 'its part `runtime`: runtimeFor gives { runtime, close }, and close ends its threads')
  }
  requireParts('runtime', runtime, expected, ['compute'])
  const { compute } = runtime as { compute: unknown }
  requireCompute('runtime.compute', compute)
}

/** The same as a shape. */
export const runtimeShape: Shape = (_, runtime) => requireRuntime(runtime)
