import { onceChecked } from '../arguments/onceChecked.ts'
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireParts } from '../arguments/requireKind.ts'
import { type DocumentReader, documentReader } from '../documents/documentReader.ts'
import { RankwrightError } from '../problems/problem.ts'
import { listParts, listPartsToDocument } from './common/listParts.ts'
import type { DocumentParts, ListKind, ModelKind } from './common/modelKind.ts'
import { elmKind } from './elm/elmKind.ts'
import { ensembleKind } from './ensemble/ensembleKind.ts'
import { kernelKind } from './kernel/kernelKind.ts'
import { linearKind } from './linear/linearKind.ts'
import type { ListModel, MappedModel, Model, TermModel } from './model.ts'
import { networkKind } from './network/networkKind.ts'
import { ontologyKind } from './ontologyLine/ontologyKind.ts'
import { ontologyRankerKind } from './ontologyRanker/ontologyRankerKind.ts'
import type { TermKind } from './ontologyTerms/termKind.ts'
import { streamKind } from './stream/streamKind.ts'
import { treesKind } from './trees/treesKind.ts'

const modelChecked = onceChecked()

type RowOf<Kind extends Model> = Kind extends ListModel ? ListKind<Kind> : TermKind<Kind>

/** Kinds that ensembles may have members of. */
const memberKinds = { linear: linearKind, elm: elmKind, kernel: kernelKind, network: networkKind, trees: treesKind }

/** Every kind of model. Nothing else knows the list: callers with a model use `kindOf`. */
export const kinds: { readonly [Kind in Model['kind']]: RowOf<Extract<Model, { kind: Kind }>> } = {
  ...memberKinds,
  ensemble: ensembleKind(memberKinds),
  stream: streamKind,
  ontology: ontologyKind,
  'ontology-ranker': ontologyRankerKind,
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
  if ('score' in kinds[kind as Model['kind']]) requireReadable(model as Model)
}

/**
 * Throws unless the model could be read back from its file. Of models of terms only those that are written are looked at: threads compare
 * terms by models without names.
 */
export function requireReadable(model: Model): void {
  modelChecked(model, () => checkModel(model, 'a model, as train, readModel and modelFromJson give it'))
}

/** For a model that was just read from its file: it need not be written and read again. */
export function knownReadable<Kind extends Model>(model: Kind): Kind {
  modelChecked(model, () => {})
  return model
}

/** Throws unless the model could be written to its file and read back: the file is what all checks of a model are about. */
function checkModel(model: Model, expected: string): void {
  const kind: ModelKind<Model> = kinds[model.kind]
  const refuse = (part: string, reason: string): never => {
    throw new RankwrightError({ area: 'argument', code: 'argument-broken', argument: part, reason, expected })
  }
  const readBack = modelReadBack(
    kind,
    model,
    documentReader('model', (where, reason) => refuse(`model.${where}`, reason)),
  )
  if (readBack === undefined) refuse('model', 'some of its parts are not there, or are of another kind')
  const other = otherPart(model, readBack, 'model')
  if (other !== undefined) refuse(other, 'it is not what models have there')
}

/** Undefined where the model cannot even be written. */
function modelReadBack(kind: ModelKind<Model>, model: Model, read: DocumentReader): Model | undefined {
  const scores = 'score' in kind
  let document: DocumentParts
  try {
    const written = { kind: model.kind, ...kind.toDocument(model), ...(scores && listPartsToDocument(model as ListModel)) }
    document = JSON.parse(JSON.stringify({ format: '', version: 1, ...written }))
  } catch {
    return undefined
  }
  const { own, added } = scores ? listParts(document, read) : { own: document, added: {} }
  return { ...kind.fromDocument(own, read), ...added }
}

/** The first part in which the two differ, contents of arrays aside; undefined if there is none. */
function otherPart(given: unknown, readBack: unknown, place: string): string | undefined {
  if (!isRecord(readBack) || !isRecord(given)) return sameKind(given, readBack) ? undefined : place
  for (const key of new Set([...Object.keys(readBack), ...Object.keys(given)])) {
    const found = otherPart(given[key], readBack[key], `${place}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

function sameKind(given: unknown, readBack: unknown): boolean {
  if (typeof readBack === 'object' && readBack !== null) return readBack.constructor === given?.constructor
  return given === readBack || (given === 0 && readBack === 0)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && value.constructor === Object
}
