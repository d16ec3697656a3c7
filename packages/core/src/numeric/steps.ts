/** Work in steps: generators that report their progress, or wait for an answer, and return a result. */

/** Passes on what steps have yielded, and resumes them with the answer, or with the failure to get one. */
export function* resumed<Passed, Yielded, Result>(
  steps: Generator<Yielded, Result, unknown>,
  passed: Passed,
): Generator<Passed, IteratorResult<Yielded, Result>, unknown> {
  let answer: unknown
  try {
    answer = yield passed
  } catch (error) {
    return steps.throw(error)
  }
  return steps.next(answer)
}

/** Runs the steps to their end and ignores what they yield. */
export function runToEnd<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
