import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { centredRows } from './centredRows.ts'
import { type RidgePath, ridgePath, thinRidgePath } from './ridgePath.ts'

/** The eigenvalues behind all penalties: from the rows if they are available and fewer than the nodes, else from the sums. */
export function* decomposed(statistics: LeastSquaresStatistics, lists: RankingLists | undefined, runtime: Runtime): Training<RidgePath> {
  yield { stage: 'eigenvalues', done: 0 }
  if (lists === undefined || lists.labels.length >= statistics.moments.length) return ridgePath(statistics, runtime.compute)
  const { compute } = runtime
  const mark = compute.mark()
  try {
    return thinRidgePath(statistics, lists.labels.length, centredRows(statistics, lists, runtime), compute)
  } finally {
    compute.release(mark)
  }
}
