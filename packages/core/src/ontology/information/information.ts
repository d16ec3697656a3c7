import { RankwrightError } from '../../problems/problem.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { countedInformation } from './counted.ts'
import { descendantsInformation } from './descendants.ts'
import type { InformationContent, InformationModel } from './informationContent.ts'
import { sanchezInformation } from './sanchez.ts'
import { secoInformation } from './seco.ts'
import type { TermCounts } from './termCounts.ts'

/** The information content of every term; `counts` are needed for `corpus` and `annotation`. */
export function informationOf(hierarchy: Hierarchy, model: InformationModel, counts?: TermCounts): InformationContent {
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
