import { requireArguments } from '../../arguments/shapes.ts'
import { type Annotations, annotationsShape } from '../annotations/annotations.ts'
import { annotationClosures } from '../annotations/closures.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'
import type { TermCounts } from './termCounts.ts'

/** How many objects each term is true of: an object counts once, however many of its terms are below. */
export function annotationCounts(hierarchy: Hierarchy, annotations: Annotations): TermCounts {
  requireArguments({ hierarchy, annotations }, { hierarchy: hierarchyShape, annotations: annotationsShape })
  const counts = new Float64Array(hierarchy.size)
  for (const term of annotationClosures(hierarchy, annotations).terms) counts[term]++
  return { counts, total: annotations.ids.length, unknown: annotations.leftOut.unknown }
}
