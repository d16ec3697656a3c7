import { oneOf, requireArguments } from '../../arguments/shapes.ts'
import { noneSeen } from '../../data/lists/seenLists.ts'
import type { Precision } from '../../models/elm/hiddenNodes.ts'
import { type HiddenSpace, type LeastSquaresStatistics, spaceShape } from '../../models/elm/leastSquaresStatistics.ts'
import { besideOthers, type Runtime, runtimeShape } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { SECTION_BLOCKS } from '../../work/operations/operation.ts'

const shapes = { space: spaceShape, runtime: runtimeShape, precision: oneOf('double', 'mixed') }

/** The sums over lists, and which lists they are. */
export function* hiddenStatistics(
  space: HiddenSpace,
  data: TrainingLists,
  shared: Runtime,
  precision: Precision = 'double',
): Training<LeastSquaresStatistics> {
  requireArguments({ space, runtime: shared, precision }, shapes)
  const runtime = besideOthers(shared)
  const lists = heldBy(data, runtime)
  const sums = yield* lists.ask('hiddenSums', { space, precision, section: SECTION_BLOCKS })
  const { data: print, seen } = yield* lists.ask('fingerprint', {})
  return { space, ...sums, history: [{ change: 'added', data: print }], seen, used: noneSeen }
}
