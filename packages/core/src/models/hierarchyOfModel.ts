import type { Hierarchy } from '../ontology/structure/hierarchy.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import { requireTermModel } from './requireModel.ts'

/** The hierarchy that a model of terms was learned on. Models of `trainOntology` have their relations as one. `file` is where the model came from. */
export function hierarchyOfModel(model: Model, file = 'the model'): Hierarchy {
  const learned = requireTermModel(model, file)
  return kindOf(learned).hierarchy(learned, file)
}
