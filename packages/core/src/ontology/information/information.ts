import { count, fields, number, oneOf, optional, requireArguments, typed } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'
import { countedInformation } from './counted.ts'
import { descendantsInformation } from './descendants.ts'
import { type InformationContent, type InformationModel, informationModels } from './informationContent.ts'
import { sanchezInformation } from './sanchez.ts'
import { secoInformation } from './seco.ts'
import type { TermCounts } from './termCounts.ts'

const countsShape = fields({ counts: typed(Float64Array), total: number({ atLeast: 0 }), unknown: count() })

/** The information content of every term; `counts` are needed for `corpus` and `annotation`. */
export function informationOf(hierarchy: Hierarchy, model: InformationModel, counts?: TermCounts): InformationContent {
  requireArguments(
    { hierarchy, model, counts },
    { hierarchy: hierarchyShape, model: oneOf(...informationModels), counts: optional(countsShape) },
  )
  switch (model) {
    case 'seco':
      return secoInformation(hierarchy)
    case 'sanchez':
      return sanchezInformation(hierarchy)
    case 'descendants':
      return descendantsInformation(hierarchy)
    case 'corpus':
    case 'annotation':
      if (counts === undefined) throw new RankwrightError({ area: 'ontology', code: 'information-needs-counts', information: model })
      return countedInformation(model, counts)
  }
}
