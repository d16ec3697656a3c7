import { callback, madeBy, optional, requireArguments } from '../arguments/shapes.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Runtime } from './runtime.ts'

/** One step of a trainer's work, reported to its caller. */
export interface Progress {
  /** What is being done, in a word or two: `normal equations`, `iteration`. */
  readonly stage: string
  readonly done: number
  readonly total?: number
  readonly objective?: number
  readonly metrics?: Readonly<Record<string, number>>
  /** Where a step is work of its own, such as a training, how far that is. */
  readonly within?: Progress
}

/** A trainer that waits for an answer, from another machine for example. Its caller resumes it with the answer. */
export interface Waiting {
  readonly waitingFor: PromiseLike<unknown>
}

/** A running trainer: yields after each block of work and whenever it waits for an answer; returns its result. */
export type Training<Result> = Generator<Progress | Waiting, Result, unknown>

/** The value of an answer that is there at once, or comes later. */
export function* awaitedAnswer<Answer>(answer: Answer | PromiseLike<Answer>): Training<Answer> {
  return isLater(answer) ? ((yield { waitingFor: answer }) as Answer) : answer
}

const shapes = { training: madeBy('training, or another function that gives a Training,', 'next', 'throw'), onProgress: optional(callback) }

/** Runs a training to its end and returns its result. Everything it asks for must be answered at once. */
export function finish<Result>(training: Training<Result>, onProgress?: (step: Progress) => void): Result {
  requireArguments({ training, onProgress }, shapes)
  for (;;) {
    const step = training.next()
    if (step.done) return step.value
    if (isWaiting(step.value)) {
      // Ends the training in an orderly way: it gives back its memory on the way out.
      training.throw(new Error('the data of this training answers later: run it with finishLater'))
    } else onProgress?.(step.value)
  }
}

/** The same for trainings that may have to wait. */
export async function finishLater<Result>(training: Training<Result>, onProgress?: (step: Progress) => void): Promise<Result> {
  requireArguments({ training, onProgress }, shapes)
  let step = training.next()
  while (!step.done) {
    if (!isWaiting(step.value)) {
      onProgress?.(step.value)
      step = training.next()
      continue
    }
    let answer: unknown
    try {
      answer = await step.value.waitingFor
    } catch (error) {
      step = training.throw(error)
      continue
    }
    step = training.next(answer)
  }
  return step.value
}

function isWaiting(yielded: object): yielded is Waiting {
  return 'waitingFor' in yielded
}

function isLater<Answer>(answer: Answer | PromiseLike<Answer>): answer is PromiseLike<Answer> {
  return typeof answer === 'object' && answer !== null && 'then' in answer && typeof answer.then === 'function'
}

/** Ends the training when it was asked to stop; trainers call it before each block of work. */
export function obeyStop({ stop }: Pick<Runtime, 'stop'>): void {
  if (stop?.stopped) throw new RankwrightError({ area: 'model', code: 'training-stopped' })
}
