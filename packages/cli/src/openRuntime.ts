import { availableParallelism } from 'node:os'
import { runtimeOptions } from '@rankwright/core/options'
import { type ComputeChoice, type OpenRuntime, runtimeFor } from '@rankwright/node'
import type { Surroundings } from './command.ts'

/** What a trainer runs on: as many threads as `--threads` says, or one per core, and what `--compute` says. Little work starts no threads besides this one. */
export function openRuntime(
  { threads, compute }: { readonly threads?: number | undefined; readonly compute: ComputeChoice },
  around: Surroundings,
): OpenRuntime {
  return runtimeFor(threads ?? Math.min(availableParallelism(), runtimeOptions.threads.atMost), {
    note: (text) => around.note(`note: ${text}`),
    compute,
  })
}
