/** The parts that any model has that scores lists, whatever its kind: they are read and written here, not by the kind. */
import type { DocumentReader } from '../../documents/documentReader.ts'
import { calibrationFromDocument, calibrationToDocument } from './calibrationJson.ts'
import type { ListCommon } from './modelCommon.ts'
import type { DocumentParts } from './modelKind.ts'

type Added = Pick<ListCommon, 'calibration'>

export function listPartsToDocument({ calibration }: Added): DocumentParts {
  return { ...(calibration && { calibration: calibrationToDocument(calibration) }) }
}

/** Divides a document into the parts of its kind and those that were added. */
export function listParts(document: DocumentParts, read: DocumentReader): { readonly own: DocumentParts; readonly added: Added } {
  const { calibration, ...own } = document
  return { own, added: { ...(calibration !== undefined && { calibration: calibrationFromDocument(calibration, 'calibration', read) }) } }
}
