/** How the files of ontology models begin: as those of other models do. */
import { documentReader } from '../../documents/documentReader.ts'
import { parsedDocument } from '../../documents/jsonDocument.ts'
import { RankwrightError } from '../../problems/problem.ts'

const format = 'rankwright-model'
const version = 1

export function ontologyModelHead(kind: string, method: string, options: object): Record<string, unknown> {
  return { format, version, kind, method, options }
}

/** The document in a text, once it is sure that it is a model of this kind with these parts. */
export function ontologyDocument(text: string, file: string, kind: string, keys: readonly string[]): Readonly<Record<string, unknown>> {
  const document = parsedDocument(text, file, format)
  if (document['version'] !== version) {
    const found = document['version'] === undefined ? 'none' : JSON.stringify(document['version'])
    throw new RankwrightError({ area: 'model', code: 'model-version', at: { file }, found, known: version })
  }
  if (document['kind'] !== kind) {
    const found = String(document['kind'])
    throw new RankwrightError({ area: 'model', code: 'model-of-other-kind', at: { file }, found, expected: kind })
  }
  return documentReader(file).object(document, 'the top', ['format', 'version', 'kind', 'method', 'options', ...keys])
}
