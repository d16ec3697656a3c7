/** What shortens a search on much data: where to start, from a share of the lists, and how the loss bends, from a sample. */
import type { Runtime } from '../../runtime/runtime.ts'
import { denseFeatures, type MappedFeatures } from '../common/mappedFeatures.ts'
import type { LinearSolver, Shortcuts, SolverOptions } from './linearSolver.ts'
import type { GradedLists } from './rankingPass.ts'
import { type PairDraws, sampledCurvature } from './sampledCurvature.ts'

/** One list in so many. */
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
  features: MappedFeatures,
  lists: GradedLists,
  drawsOf: PairDraws,
  runtime: Runtime,
  solverOn: (features: MappedFeatures, lists: GradedLists) => LinearSolver,
  scores?: Float64Array,
): Shortcuts {
  let rough: LinearSolver | undefined
  return {
    curvature: sampledCurvature(features, lists, drawsOf, runtime, scores),
    rough() {
      const { dense, rows, width } = features
      const count = lists.offsets.length - 1
      if (dense === undefined || count < LEAST_LISTS || rows < LEAST_ROWS_PER_FEATURE * width) return undefined
      if (rough === undefined) {
        const share = shareOf({ ...features, dense }, lists, runtime)
        rough = solverOn(share.features, share.lists)
      }
      return rough
    },
  }
}

/** Every eighth list, from the fourth on, one after the other in memory. */
function shareOf(
  { dense, width }: MappedFeatures & { readonly dense: Float32Array },
  { labels, offsets, listWeights }: GradedLists,
  { compute }: Runtime,
): { features: MappedFeatures; lists: GradedLists } {
  const chosen: number[] = []
  for (let list = SHARE >> 1; list + 1 < offsets.length; list += SHARE) chosen.push(list)
  const starts = new Uint32Array(chosen.length + 1)
  for (const [place, list] of chosen.entries()) starts[place + 1] = starts[place] + offsets[list + 1] - offsets[list]
  const rows = starts[chosen.length]
  const values = compute.float32(rows * width)
  const ownLabels = new Float64Array(rows)
  for (const [place, list] of chosen.entries()) {
    values.set(dense.subarray(offsets[list] * width, offsets[list + 1] * width), starts[place] * width)
    ownLabels.set(labels.subarray(offsets[list], offsets[list + 1]), starts[place])
  }
  const weights = listWeights && Float64Array.from(chosen, (list) => listWeights[list])
  // Lists that weigh nothing say nothing; where the share has no others, they all count.
  const counts = weights?.some((weight) => weight > 0)
  return {
    features: denseFeatures(rows, width, values, compute),
    lists: { labels: ownLabels, offsets: starts, ...(weights && counts && { listWeights: weights }) },
  }
}
