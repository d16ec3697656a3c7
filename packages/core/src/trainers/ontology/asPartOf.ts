import type { Progress, Training } from '../../runtime/training.ts'

/** A training that tells nothing of its own steps, only how far the whole is. */
export function* asPartOf<Result>(part: Training<Result>, whole: Progress): Training<Result> {
  let step = part.next()
  for (; !step.done; step = part.next()) yield whole
  return step.value
}
