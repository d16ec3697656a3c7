import type { Progress } from '@rankwright/core'
import { callback } from '@rankwright/core/arguments'

/** Milliseconds between two steps of one stage: twenty a second are as many as a reader sees. */
const interval = 50

/** Passes on the first step of every stage, and of the steps that follow at most twenty a second. */
export function throttledProgress(tell: (step: Progress) => void): (step: Progress) => void {
  callback('tell', tell)
  let last = Number.NEGATIVE_INFINITY
  let stage: string | undefined
  return (step) => {
    const now = performance.now()
    if (step.stage === stage && now - last < interval) return
    last = now
    stage = step.stage
    tell(step)
  }
}
