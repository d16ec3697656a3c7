/**
 * sim(a, b) = -ln((d + 1) / (2 D)) for d edges between the terms in a hierarchy of depth D. Leacock & Chodorow 1998, "Combining
 * local context and WordNet similarity for word sense identification". D is the greatest depth by shortest ways, as in HESML; in
 * NLTK by longest paths. NaN if there is no path.
 */
import { logOf } from '../../numeric/special/log.ts'
import type { MeasureSetting, Similarity } from './measure.ts'
import { shortestPath } from './shortestPath.ts'

export function leacockChodorow(setting: MeasureSetting): Similarity {
  const between = shortestPath(setting)
  const similarityAt = leacockChodorowValue(setting)
  return (source) => {
    const to = between(source)
    return (target) => {
      const steps = to(target)
      return Number.isFinite(steps) ? similarityAt(steps) : Number.NaN
    }
  }
}

export function leacockChodorowValue({ hierarchy, profile }: Pick<MeasureSetting, 'hierarchy' | 'profile'>): (steps: number) => number {
  const depths = profile === 'nltk' ? hierarchy.longestDepth : hierarchy.shortestDepth
  const depth = depths.reduce((most, each) => Math.max(most, each), 0)
  const twiceDepth = 2 * Math.max(1, depth)
  return (steps) => logOf(twiceDepth) - logOf(steps + 1)
}
