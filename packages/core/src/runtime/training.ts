import { RankwrightError } from '../problems/problem.ts'
import type { Runtime } from './runtime.ts'

/** One step of a trainer's work, told to whoever runs it. */
export interface Progress {
  /** What is being done, in a word or two: `normal equations`, `iteration`. */
  readonly stage: string
  readonly done: number
  readonly total?: number
  readonly objective?: number
  readonly metrics?: Readonly<Record<string, number>>
}

/** A trainer at work: yields after each block of work, returns the model. */
export type Training<Result> = Generator<Progress, Result, void>

/** Runs a training to its end and gives its result. */
export function finish<Result>(training: Training<Result>): Result {
  for (;;) {
    const step = training.next()
    if (step.done) return step.value
  }
}

/** Ends the training when it was asked to stop; trainers call it before each block of work. */
export function obeyStop({ stop }: Runtime): void {
  if (stop?.stopped) throw new RankwrightError({ area: 'model', code: 'training-stopped' })
}
