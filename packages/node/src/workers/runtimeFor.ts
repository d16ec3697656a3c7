import { availableCompute } from '@rankwright/compute'
import type { StopFlag } from '@rankwright/core'
import { callback, options as optionsShape, requireArguments, sourceShapes } from '@rankwright/core/arguments'
import { type OpenRuntime, threadCount } from '@rankwright/workers'
import { threadedCompute } from './threadedCompute.ts'

export interface RuntimeForOptions {
  readonly stop?: StopFlag
  /** Called with a sentence if fewer threads work than were asked for, or without WebAssembly. */
  readonly note?: (text: string) => void
}

/** What trainers run on in Node: the WebAssembly primitives, on as many threads as asked, or the plain ones where WebAssembly gets no memory. The results are the same for any number. */
export function runtimeFor(threads = 1, options: RuntimeForOptions = {}): OpenRuntime {
  requireArguments({ threads, options }, { threads: threadCount, options: optionsShape({ stop: sourceShapes['stop'], note: callback }) })
  const { stop, note } = options
  const rest = { threads, ...(stop && { stop }) }
  if (threads === 1) return { runtime: { compute: availableCompute(note && { note }), ...rest }, close() {} }
  const compute = threadedCompute(threads, note && { note })
  return { runtime: { compute, ...rest }, close: () => compute.close() }
}
