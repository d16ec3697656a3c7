/** The parts that any model has that scores lists, whatever its kind: they are read and written here, not by the kind. */
import type { DocumentReader } from '../../documents/documentReader.ts'
import { rowOf } from '../../rules/ruleTable.ts'
import { abstentionFromDocument, abstentionToDocument } from './abstentionRuleJson.ts'
import { calibrationFromDocument, calibrationToDocument } from './calibrationJson.ts'
import type { ListCommon } from './modelCommon.ts'
import type { DocumentParts } from './modelKind.ts'

type Added = Pick<ListCommon, 'calibration' | 'abstention'>

export function listPartsToDocument({ calibration, abstention }: Added): DocumentParts {
  return {
    ...(calibration && { calibration: calibrationToDocument(calibration) }),
    ...(abstention && { abstention: abstentionToDocument(abstention) }),
  }
}

/** Divides a document into the parts of its kind and those that were added. */
export function listParts(document: DocumentParts, read: DocumentReader): { readonly own: DocumentParts; readonly added: Added } {
  const { calibration, abstention, ...own } = document
  const added = {
    ...(calibration !== undefined && { calibration: calibrationFromDocument(calibration, 'calibration', read) }),
    ...(abstention !== undefined && { abstention: abstentionFromDocument(abstention, 'abstention', read) }),
  }
  return { own, added }
}

/** Fails if the rule cannot be obeyed. A model in memory may be calibrated later. */
export function requireCalibrated({ calibration, abstention }: Added, read: DocumentReader): void {
  const { rule } = abstention ?? {}
  if (rule !== undefined && rowOf(rule).needsCalibration && calibration === undefined)
    read.fail('abstention.rule', `the rule ${rule} needs a calibration, and there is none`)
}
