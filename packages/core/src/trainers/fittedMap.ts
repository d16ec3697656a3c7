import type { FeatureMap } from '../data/featureMap.ts'
import { type FeatureMapOptions, fittingFeatureMap } from '../data/featureMapFit.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import type { Runtime } from '../runtime.ts'
import { obeyStop, type Training } from './training.ts'

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
