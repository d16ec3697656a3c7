/** Tells a listener of the caller. What it throws ends the work with that error: in an event of a worker it would end the process. */
export function told<Step>(listener: ((step: Step) => void) | undefined, step: Step, fail: (error: unknown) => void): void {
  try {
    listener?.(step)
  } catch (error) {
    fail(error)
  }
}
