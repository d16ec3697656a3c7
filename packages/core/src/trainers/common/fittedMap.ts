import type { FeatureMap } from '../../data/features/featureMap.ts'
import { type FeatureMapOptions, fittingFeatureMap } from '../../data/features/featureMapFit.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'

/** Fits the feature map of a training: tells how far it is, and stops when asked to. */
export function* fittedMap(lists: RankingLists, options: FeatureMapOptions, runtime: Runtime): Training<FeatureMap> {
  yield { stage: 'feature map', done: 0 }
  const fit = fittingFeatureMap(lists, options)
  for (;;) {
    obeyStop(runtime)
    const step = fit.next()
    if (step.done) return step.value
    yield { stage: 'feature map', ...step.value }
  }
}
