/** What a proof is told, and what it answers. */
export interface Task {
  /** How many random attempts to make. A proof that walks a fixed grid may read it as the share of the grid it visits. */
  readonly rounds: number
  /** Every random choice comes from it: the same seed repeats the same attempts. */
  readonly seed: number
  /** A line of progress for a person. */
  readonly log: (line: string) => void
}

export interface Outcome {
  /** Attempts made. */
  readonly tried: number
  /** One line per broken promise, with what repeats it. */
  readonly failures: readonly string[]
}

export interface Proof {
  readonly name: string
  /** The promise that is attacked, in one line. */
  readonly about: string
  /** `test` is part of `npm test` and takes a few seconds; `torture` takes minutes. */
  readonly rounds: { readonly test: number; readonly torture: number }
  run(task: Task): Promise<Outcome>
}
