import type { Training } from '@rankwright/core'
import type { Surroundings } from './command.ts'

/** Runs work to its end and tells how far it is. A command has a thread to itself, so the work may keep it busy. */
export function finished<Result>(steps: Training<Result>, around: Surroundings): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    around.progress(step.value)
  }
}
