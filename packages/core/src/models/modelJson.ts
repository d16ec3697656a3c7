/**
 * The model file: one JSON document, one line per part. The same model gives the same bytes everywhere, and reading it back
 * gives the same model. Loading checks every part and executes nothing.
 */
import { documentReader } from '../documents/documentReader.ts'
import { documentText, parsedDocument } from '../documents/jsonDocument.ts'
import { RankwrightError } from '../problems/problem.ts'
import { listParts, listPartsToDocument } from './common/listParts.ts'
import type { DocumentParts } from './common/modelKind.ts'
import { isListModel, kindOf, kinds } from './kinds.ts'
import type { Model } from './model.ts'

const format = 'rankwright-model'
const version = 1

/** The model as plain JSON values, arrays encoded. */
export function modelDocument(model: Model): DocumentParts {
  return { format, version, kind: model.kind, ...kindOf(model).toDocument(model), ...(isListModel(model) && listPartsToDocument(model)) }
}

export function modelToJson(model: Model): string {
  return documentText(modelDocument(model))
}

/** `file` is the name that errors speak of. */
export function modelFromJson(text: string, file: string): Model {
  const document = parsedDocument(text, file, format)
  const kind = kinds[kindIn(document, file)]
  const read = documentReader(file)
  if (!('score' in kind)) return kind.fromDocument(document, read)
  const { own, added } = listParts(document, read)
  return { ...kind.fromDocument(own, read), ...added }
}

function kindIn({ version: foundVersion, kind: foundKind }: DocumentParts, file: string): Model['kind'] {
  if (foundVersion !== version) {
    const found = foundVersion === undefined ? 'none' : JSON.stringify(foundVersion)
    throw new RankwrightError({ area: 'model', code: 'model-version', at: { file }, found, known: version })
  }
  const known = Object.keys(kinds) as Model['kind'][]
  const kind = known.find((each) => each === foundKind)
  if (kind !== undefined) return kind
  const found = foundKind === undefined ? 'none' : JSON.stringify(foundKind)
  throw new RankwrightError({ area: 'model', code: 'model-kind', at: { file }, found, known })
}
