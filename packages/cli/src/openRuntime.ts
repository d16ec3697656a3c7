import { availableParallelism } from 'node:os'
import { runtimeOptions } from '@rankwright/core/options'
import { type OpenRuntime, runtimeFor } from '@rankwright/node'
import type { Surroundings } from './command.ts'

/** What a trainer runs on: as many threads as `--threads` says, or one per core. Little work starts none besides this one. */
export function openRuntime(threads: number | undefined, around: Surroundings): OpenRuntime {
  return runtimeFor(threads ?? Math.min(availableParallelism(), runtimeOptions.threads.atMost), {
    note: (text) => around.note(`note: ${text}`),
  })
}
