/** Is told how much of some work is done, in any unit. */
export type WorkListener = (done: number, total: number) => void

/** Passes on how far a part of the work is, as the place this has in the whole: the part begins at `from` and is `length` long. */
export function partOfWork(
  listener: WorkListener | undefined,
  { from, length, whole }: { readonly from: number; readonly length: number; readonly whole: number },
): WorkListener | undefined {
  return listener && ((done, total) => listener(from + (length * done) / total, whole))
}
