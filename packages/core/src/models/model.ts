import type { ListCommon, MappedCommon, TrainedCommon } from './common/modelCommon.ts'
import type { ElmModel } from './elm/elm.ts'
import type { EnsembleModel } from './ensemble/ensemble.ts'
import type { KernelModel } from './kernel/kernel.ts'
import type { LinearModel } from './linear/linear.ts'
import type { NetworkModel } from './network/network.ts'
import type { OntologyModel } from './ontologyLine/ontologyModel.ts'
import type { OntologyRanker } from './ontologyRanker/ontologyRanker.ts'
import type { StreamModel } from './stream/streamModel.ts'
import type { TreesModel } from './trees/trees.ts'

/** What was learned, as plain data. Scoring, explaining and exporting are functions of it. */
export type Model =
  | LinearModel
  | ElmModel
  | KernelModel
  | NetworkModel
  | TreesModel
  | EnsembleModel
  | StreamModel
  | OntologyModel
  | OntologyRanker

/** A model that scores the rows of lists. */
export type ListModel = Extract<Model, ListCommon>

/** A model that was trained on lists by a method. */
export type TrainedModel = Extract<Model, TrainedCommon>

/** A model whose rows go through a feature map. */
export type MappedModel = Extract<Model, MappedCommon>

/** A model that compares the terms of an ontology. */
export type TermModel = Exclude<Model, ListModel>
