import type { LossSpec } from '../../losses/lossSpec.ts'
import { twoDigits } from '../../numeric/twoDigits.ts'
import { besideOthers, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { type FeatureMapChoice, featureMapChoice } from '../common/featureMapChoice.ts'
import type { UsualOptions } from '../common/usualOptions.ts'
import { linearLists } from './linearLists.ts'
import { penaltyScale } from './penaltyScale.ts'

/** The default penalty of a linear ranker on these lists, for grids around it. */
export function* usualPenalty(
  lists: TrainingLists,
  choice: FeatureMapChoice,
  loss: LossSpec,
  share: number,
  shared: Runtime,
): Training<UsualOptions> {
  const runtime = besideOthers(shared)
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const held = heldBy(lists, runtime)
    const map = yield* fittedMap(held, featureMapChoice(choice))
    return { lambda: twoDigits(share * (yield* penaltyScale(yield* linearLists(held, map), loss))) }
  } finally {
    compute.release(mark)
  }
}
