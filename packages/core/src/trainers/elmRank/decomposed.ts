import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { type RidgePath, ridgePath, thinRidgePath } from './ridgePath.ts'

/** The eigenvalues behind all penalties: from the rows if they are available and fewer than the nodes, else from the sums. */
export function* decomposed(statistics: LeastSquaresStatistics, lists: HeldLists | undefined, { compute }: Runtime): Training<RidgePath> {
  yield { stage: 'eigenvalues', done: 0 }
  const { space, rows, nodeMeans } = statistics
  if (lists === undefined || rows >= space.nodes.count) return ridgePath(statistics, compute)
  return thinRidgePath(statistics, rows, yield* lists.ask('centredNodes', { statistics: { space, nodeMeans } }), compute)
}
