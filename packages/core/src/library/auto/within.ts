import type { Progress, Training } from '../../runtime/training.ts'

/** A training as a step of a greater one, whose progress tells how far it is. */
export function* within<Result>(told: Progress, training: Training<Result>): Training<Result> {
  let step = training.next()
  while (!step.done) {
    const { value } = step
    let answer: unknown
    try {
      answer = yield 'waitingFor' in value ? value : { ...told, within: value }
    } catch (error) {
      step = training.throw(error) // it gives back its memory on the way out
      continue
    }
    step = training.next(answer)
  }
  return step.value
}
