import { availableCompute, relaxedWasmCompute } from '@rankwright/compute'
import type { StopFlag } from '@rankwright/core'
import { callback, oneOf, options as optionsShape, requireArguments, sourceShapes } from '@rankwright/core/arguments'
import type { Compute } from '@rankwright/core/numeric'
import { runtimeOptions } from '@rankwright/core/options'
import { type ComputeChoice, type OpenRuntime, threadCount } from '@rankwright/workers'
import { openBlasLibrary } from '../native/blasLibrary.ts'
import { nativeCompute } from '../native/nativeCompute.ts'
import { threadedCompute } from './threadedCompute.ts'

export interface RuntimeForOptions {
  readonly stop?: StopFlag
  /** Called with a sentence if fewer threads work than were asked for, or without WebAssembly; and with the library behind `native`. */
  readonly note?: (text: string) => void
  /**
   * `portable` (the default): the same bits on every machine and for any number of threads. `relaxed`: products and sums fused where the
   * machine can. `native`: dense algebra by the OpenBLAS, MKL or Accelerate of this machine, or by the file that the environment variable
   * RANKWRIGHT_BLAS names, and the rest as `relaxed` where the engine can. Models record it.
   */
  readonly compute?: ComputeChoice
}

/** What `RuntimeForOptions` and the options of workers take for `compute`. */
export const computeShape = oneOf(...runtimeOptions.compute.of)

/** What trainers run on in Node: the WebAssembly primitives, on as many threads as asked, or the plain ones where WebAssembly gets no memory. */
export function runtimeFor(threads = 1, options: RuntimeForOptions = {}): OpenRuntime {
  const shape = optionsShape({ stop: sourceShapes['stop'], note: callback, compute: computeShape })
  requireArguments({ threads, options }, { threads: threadCount, options: shape })
  const { stop, note, compute: choice = runtimeOptions.compute.default } = options
  const { compute, close } = openCompute(threads, choice, note)
  const rest = { threads, ...(stop && { stop }) }
  return { runtime: { compute: choice === 'native' ? withLibrary(compute, threads, note) : compute, ...rest }, close }
}

function openCompute(threads: number, choice: ComputeChoice, note: RuntimeForOptions['note']): { compute: Compute; close(): void } {
  // What the library does not do need not have portable bits either.
  const relaxed = choice === 'relaxed' || (choice === 'native' && relaxedWasmCompute() !== undefined)
  if (threads === 1 && !relaxed) return { compute: availableCompute(note && { note }), close() {} }
  const compute = threadedCompute(threads, { relaxed, ...(note && { note }) })
  return { compute, close: () => compute.close() }
}

function withLibrary(base: Compute, threads: number, note: RuntimeForOptions['note']): Compute {
  const library = openBlasLibrary()
  note?.(`Dense algebra by ${library.name} (${library.file}) on at most ${threads === 1 ? 'one thread' : `${threads} threads`}.`)
  return nativeCompute(base, library, threads)
}
