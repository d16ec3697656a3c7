/** What shortens a search on large data: where to start, from a share of the lists, and how the loss bends, from a sample. */
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { LinearLists } from './linearLists.ts'
import type { LinearSolver, Shortcuts, SolverOptions } from './linearSolver.ts'
import { type SampledLoss, sampledCurvature } from './sampledCurvature.ts'

/** One list in every n, from the middle of the first n on. */
const SHARE = 8
const LEAST_LISTS = 128
const LEAST_ROWS_PER_FEATURE = 64
/** No more is known of the whole from a share. */
const ROUGH_TOLERANCE = 3e-3

/** The options of a search on a share. */
export function roughly(options: SolverOptions): SolverOptions {
  return { ...options, tolerance: Math.max(options.tolerance, ROUGH_TOLERANCE) }
}

/** `solverOn` makes the solver of a share. */
export function shortcuts(
  lists: LinearLists,
  loss: SampledLoss,
  { seed }: SolverOptions,
  runtime: Runtime,
  solverOn: (share: LinearLists) => Training<LinearSolver>,
): Shortcuts {
  let rough: LinearSolver | undefined
  return {
    curvature: sampledCurvature(lists, loss, seed, runtime),
    *rough() {
      const { dense, size, width } = lists
      if (!dense || size.lists < LEAST_LISTS || size.rows < LEAST_ROWS_PER_FEATURE * width) return undefined
      const count = Math.ceil((size.lists - (SHARE >> 1)) / SHARE)
      rough ??= yield* solverOn(yield* lists.someLists(Uint32Array.from({ length: count }, (_, n) => (SHARE >> 1) + n * SHARE)))
      return rough
    },
  }
}
