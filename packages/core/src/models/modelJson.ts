/**
 * The model file: one JSON document, one line per part. The same model gives the same bytes everywhere, and reading it back
 * gives the same model. Loading checks every part and executes nothing.
 */
import { requireText } from '../arguments/requireKind.ts'
import { documentReader } from '../documents/documentReader.ts'
import { type DocumentFormat, documentText, parsedDocument } from '../documents/jsonDocument.ts'
import { RankwrightError } from '../problems/problem.ts'
import { listParts, listPartsToDocument, requireCalibrated } from './common/listParts.ts'
import type { DocumentParts } from './common/modelKind.ts'
import { isListModel, kindOf, kinds, knownReadable, requireReadable } from './kinds.ts'
import type { Model } from './model.ts'
import { requireStream } from './requireModel.ts'
import type { StreamModel } from './stream/streamModel.ts'

/** People may write and change models by hand, so they may do without a checksum. */
export const modelFormat: DocumentFormat = { format: 'rankwright-model', version: 1, sealed: false }

/** The model as plain JSON values, arrays encoded. */
export function modelDocument(model: Model): DocumentParts {
  const { format, version } = modelFormat
  return { format, version, kind: model.kind, ...kindOf(model).toDocument(model), ...(isListModel(model) && listPartsToDocument(model)) }
}

export function modelToJson(model: Model): string {
  kindOf(model) // refuses what is no model
  requireReadable(model)
  return documentText(modelDocument(model))
}

/**
 * The model in the text of its file, with every part checked but its method and options, which only trainers know. `file` is the name
 * that errors speak of.
 */
export function parsedModel(text: string, file: string): Model {
  return modelIn(parsedDocument(text, file, modelFormat), file)
}

/** The state of a stream, with its checksum: what is learned later depends on every bit of it. */
export function streamStateFromJson(text: string, file: string): StreamModel {
  requireText('text', text, 'the text of a file with the state of a stream')
  requireText('file', file, 'the name that messages speak of')
  return requireStream(modelIn(parsedDocument(text, file, { ...modelFormat, sealed: true }), file), file)
}

function modelIn(document: DocumentParts, file: string): Model {
  const kind = kinds[kindIn(document, file)]
  const read = documentReader(file)
  if (!('score' in kind)) return knownReadable(kind.fromDocument(document, read))
  const { own, added } = listParts(document, read)
  requireCalibrated(added, read)
  return knownReadable({ ...kind.fromDocument(own, read), ...added })
}

function kindIn({ kind: foundKind }: DocumentParts, file: string): Model['kind'] {
  const known = Object.keys(kinds) as Model['kind'][]
  const kind = known.find((each) => each === foundKind)
  if (kind !== undefined) return kind
  const found = foundKind === undefined ? 'none' : JSON.stringify(foundKind)
  throw new RankwrightError({ area: 'model', code: 'model-kind', at: { file }, found, known })
}
