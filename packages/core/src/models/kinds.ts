import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireParts } from '../arguments/requireKind.ts'
import type { ListKind, ModelKind } from './common/modelKind.ts'
import { elmKind } from './elm/elmKind.ts'
import { kernelKind } from './kernel/kernelKind.ts'
import { linearKind } from './linear/linearKind.ts'
import type { ListModel, MappedModel, Model, TermModel } from './model.ts'
import { networkKind } from './network/networkKind.ts'
import { ontologyEnsembleKind } from './ontologyEnsemble/ontologyEnsembleKind.ts'
import { ontologyKind } from './ontologyLine/ontologyKind.ts'
import type { TermKind } from './ontologyTerms/termKind.ts'
import { streamKind } from './stream/streamKind.ts'

type RowOf<Kind extends Model> = Kind extends ListModel ? ListKind<Kind> : TermKind<Kind>

/** Every kind of model. Nothing else knows the list: callers with a model use `kindOf`. */
export const kinds: { readonly [Kind in Model['kind']]: RowOf<Extract<Model, { kind: Kind }>> } = {
  linear: linearKind,
  elm: elmKind,
  kernel: kernelKind,
  network: networkKind,
  stream: streamKind,
  ontology: ontologyKind,
  'ontology-ensemble': ontologyEnsembleKind,
}

/** What can be done with a model: the row of its kind. */
export function kindOf(model: ListModel): ListKind<ListModel>
export function kindOf(model: TermModel): TermKind<TermModel>
export function kindOf(model: Model): ModelKind<Model>
export function kindOf(model: Model): ModelKind<Model> {
  requireModel(model)
  return kinds[model.kind]
}

/** Whether the model scores the rows of lists. */
export function isListModel(model: Model): model is ListModel {
  requireModel(model)
  return 'score' in kinds[model.kind]
}

/** Whether the rows that the model scores go through a feature map first. */
export function isMapped(model: Model): model is MappedModel {
  return 'featureMap' in model
}

/** Throws unless this is a model whose numbers are there: one that went through JSON.stringify has lost its arrays. */
function requireModel(model: unknown): asserts model is Model {
  const expected = 'a model, as train, readModel and modelFromJson give it'
  requireParts('model', model, expected, ['kind'])
  const parts = model as Readonly<Record<string, unknown>>
  const { kind } = parts
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) refuseArgument('model.kind', kind, `one of ${Object.keys(kinds).join(', ')}`)
  for (const part of kinds[kind as Model['kind']].arrays) {
    if (!ArrayBuffer.isView(parts[part])) {
      refuseArgument(`model.${part}`, parts[part], `${expected}; modelToJson and modelFromJson bring a model through JSON`)
    }
  }
}
