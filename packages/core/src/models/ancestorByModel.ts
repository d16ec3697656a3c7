import { informationOf } from '../ontology/information/information.ts'
import { ancestorOfSenses, type sharedAncestor } from '../ontology/sharedAncestor.ts'
import { hierarchyOfModel } from './hierarchyOfModel.ts'
import { learnedSimilarity } from './learnedSimilarity.ts'
import type { Model } from './model.ts'

/**
 * The most informative ancestor that two words share, of the senses that a model of terms holds most similar; contents are from descendants in the
 * hierarchy of the model. As `sharedAncestor` for a classical measure.
 */
export function ancestorByModel(model: Model): ReturnType<typeof sharedAncestor> {
  const hierarchy = hierarchyOfModel(model)
  const { of } = learnedSimilarity(model)
  return ancestorOfSenses(hierarchy, (source) => (target) => of(source, target), informationOf(hierarchy, 'descendants').values)
}
