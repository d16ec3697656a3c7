/** How the nearest terms are found, by the name of the measure. */
import { greatestAbove } from './informationMeasure.ts'
import { leacockChodorowValue } from './leacockChodorow.ts'
import type { MeasureName, MeasureSetting } from './measure.ts'
import { type Nearest, nearestByScan } from './nearest.ts'
import { nearestByAncestor } from './nearestByAncestor.ts'
import { nearestByNodes } from './nearestByNodes.ts'
import { nearestByPath } from './nearestByPath.ts'
import { nearestByVectors } from './nearestByVectors.ts'
import { nearestOnLine } from './nearestOnLine.ts'
import { pathValue } from './path.ts'
import { fiedlerScores, similarityOnLine } from './secondEigenvector.ts'
import { commonShare, simGicVectors } from './simGic.ts'
import { sharedContent, similarityOf } from './similarityOf.ts'
import { wangVectors } from './wang.ts'
import { sharedDepth } from './wuPalmer.ts'

export function nearestOf(measure: MeasureName, setting: MeasureSetting): Nearest {
  const { hierarchy, profile } = setting
  const plain = () => similarityOf(measure, setting)
  switch (measure) {
    case 'resnik':
    case 'lin':
    case 'jiang-conrath':
    case 'relevance':
      return nearestByContent(measure, setting)
    case 'wu-palmer':
      return profile === 'nltk' ? nearestByNodes(hierarchy, plain()) : nearestByDepth(setting)
    case 'path':
      return nearestByPath(hierarchy, profile, pathValue)
    case 'leacock-chodorow':
      return nearestByPath(hierarchy, profile, leacockChodorowValue(setting))
    case 'wang':
      return nearestByVectors(hierarchy, wangVectors(setting), (common, first, second) => common / (first + second), plain)
    case 'simgic':
      // An ancestor counts the same for both terms, so that both together are twice that, without rounding.
      return nearestByVectors(
        hierarchy,
        simGicVectors(setting),
        (common, first, second) => commonShare(common / 2, first, second, false),
        plain,
      )
    case 'second-eigenvector': {
      const scores = fiedlerScores(hierarchy)
      return nearestOnLine(hierarchy, scores, similarityOnLine(scores))
    }
  }
}

function nearestByContent(measure: MeasureName, setting: MeasureSetting): Nearest {
  const { hierarchy, information } = setting
  const { values } = information
  const combine = sharedContent(measure, setting)
  const shared = greatestAbove(hierarchy, values)
  // Counts of a file may be less below than above; then there is no bound.
  const growsDownwards = values.every((value, term) => value >= shared[term])
  return combine === undefined || !growsDownwards
    ? nearestByScan(hierarchy, similarityOf(measure, setting))
    : nearestByAncestor(hierarchy, { shared, own: values, least: values }, combine)
}

function nearestByDepth({ hierarchy }: MeasureSetting): Nearest {
  const { order, childOffsets, children } = hierarchy
  const own = Float64Array.from(hierarchy.shortestDepth)
  const least = own.slice()
  for (let at = order.length - 1; at >= 0; at--) {
    const term = order[at]
    for (let edge = childOffsets[term]; edge < childOffsets[term + 1]; edge++) least[term] = Math.min(least[term], least[children[edge]])
  }
  return nearestByAncestor(hierarchy, { shared: own, own, least }, sharedDepth)
}
