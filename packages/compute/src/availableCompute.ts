import { callback, options as optionsShape, requireArguments } from '@rankwright/core/arguments'
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import { type WasmComputeOptions, wasmCompute, wasmComputeShapes } from './wasmCompute.ts'

export interface AvailableComputeOptions extends WasmComputeOptions {
  /** Called with a sentence if WebAssembly cannot be used. */
  readonly note?: (text: string) => void
}

const shapes = { options: optionsShape({ ...wasmComputeShapes, note: callback }) }

/**
 * The WebAssembly primitives, or the plain ones where WebAssembly gets no memory or may not be compiled. The bits are the same.
 */
export function availableCompute(options: AvailableComputeOptions = {}): Compute {
  requireArguments({ options }, shapes)
  const { note, ...rest } = options
  try {
    return wasmCompute(rest)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    note?.(`WebAssembly cannot be used (${reason}); plain JavaScript does the work, more slowly, with the same results.`)
    return plainCompute
  }
}
