/**
 * sim(a, b) = -ln((d + 1) / (2 D)) for d edges between the terms in a hierarchy of depth D. Leacock & Chodorow 1998, "Combining
 * local context and WordNet similarity for word sense identification". D is the greatest depth by shortest ways, as in HESML; in
 * NLTK by longest paths. NaN if there is no path.
 */
import { logOf } from '../../numeric/special/log.ts'
import type { MeasureSetting, Similarity } from './measure.ts'
import { shortestPath } from './shortestPath.ts'

export function leacockChodorow(setting: MeasureSetting): Similarity {
  const { hierarchy, profile } = setting
  const between = shortestPath(setting)
  const depths = profile === 'nltk' ? hierarchy.longestDepth : hierarchy.shortestDepth
  const twiceDepth =
    2 *
    Math.max(
      1,
      depths.reduce((most, depth) => Math.max(most, depth), 0),
    )
  return (source) => {
    const to = between(source)
    return (target) => {
      const steps = to(target)
      return Number.isFinite(steps) ? logOf(twiceDepth) - logOf(steps + 1) : Number.NaN
    }
  }
}
