/**
 * Files of one JSON document, one line per part, that name their format and version and end with a checksum: models, states of streams,
 * and the statistics behind a fit. Everything that is read from such a file is checked; nothing in it is executed.
 */
import { RankwrightError } from '../problems/problem.ts'
import { checksumKey, checksumOf } from './checksum.ts'
import { placeOfFault } from './jsonPlaces.ts'
import { ourDocument } from './ourDocument.ts'

/** A format of ours, and the version of it that is written here. Older ones than that do not exist. */
export interface DocumentFormat {
  readonly format: string
  readonly version: number
  /** Whether a document without a checksum is refused. One that people may write or change by hand may do without. */
  readonly sealed: boolean
}

/** The text of a document: the checksum is added as its last part. */
export function documentText(document: Readonly<Record<string, unknown>>): string {
  const checksum = checksumOf(document)
  if (checksum === undefined) throw new Error('the document is nested more deeply than can be read back')
  return layout({ ...document, [checksumKey]: checksum })
}

function layout(document: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(document).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{\n${parts.join(',\n')}\n}\n`
}

/** The parts of the document in a text, without its checksum, once it is sure that it is whole and of this format and version. */
export function parsedDocument(text: string, file: string, known: DocumentFormat): Readonly<Record<string, unknown>> {
  const { format, sealed } = known
  const document = jsonObject(text, file, format)
  requireVersion(document['version'], file, known)
  const { [checksumKey]: checksum, ...parts } = document
  const refuse = (reason: string): never => {
    throw new RankwrightError({ area: 'model', code: 'document-damaged', at: { file }, format, reason, byHand: !sealed })
  }
  if (checksum === undefined && !sealed) return parts
  if (checksum === undefined) return refuse('its checksum is missing')
  if (checksum !== checksumOf(parts)) return refuse('its content does not agree with its checksum')
  // Another spelling of the same number has the same checksum: 1E5 for 1e5. In a layout that only we write, nothing spells it so.
  if (isOurLayout(text) && text !== layout(document)) return refuse('a number or a text in it is not spelled as rankwright writes it')
  return parts
}

/** The object in a text, once it is sure that it is JSON and says that it is of this format. */
function jsonObject(text: string, file: string, format: string): Readonly<Record<string, unknown>> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    const begins = /^\s*\{/.test(text)
    const reason = text.trim() === '' ? 'the file is empty' : begins ? 'it is not JSON, or was cut short' : 'it is not JSON'
    throw new RankwrightError({
      area: 'model',
      code: 'not-a-model',
      at: { file, ...(begins && placeOfFault(text)) },
      format,
      reason,
    })
  }
  const isOne = typeof document === 'object' && document !== null && Object.hasOwn(document, 'format')
  if (!isOne || (document as Record<string, unknown>)['format'] !== format) {
    const other = ourDocument(text)
    const reason = other === undefined ? `it lacks "format": "${format}"` : `it holds ${other === 'model' ? 'a model' : 'statistics'}`
    throw new RankwrightError({ area: 'model', code: 'not-a-model', at: { file }, format, reason })
  }
  return document as Readonly<Record<string, unknown>>
}

function requireVersion(found: unknown, file: string, { format, version }: DocumentFormat): void {
  if (found === version) return
  const newer = typeof found === 'number' && Number.isSafeInteger(found) && found > version
  const text = found === undefined ? 'none' : (JSON.stringify(found) ?? '').slice(0, 40)
  throw new RankwrightError({ area: 'model', code: 'model-version', at: { file }, format, found: text, known: version, newer })
}

/** Whether the text begins and ends as ours do; another program that lays it out anew changes both. */
function isOurLayout(text: string): boolean {
  return text.startsWith('{\n"format": "') && text.endsWith('"\n}\n')
}
