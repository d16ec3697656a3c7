import type { SpawnOptions } from 'node:child_process'

export interface MeasuredRun {
  readonly status: number | null
  readonly seconds: number
  /** Undefined where the system does not tell. */
  readonly peakBytes?: number
  readonly stdout: string
  readonly stderr: string
}

export function runWithPeakMemory(command: string, args: readonly string[], options?: SpawnOptions): Promise<MeasuredRun>
