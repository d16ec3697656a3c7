/** The parts that any model has that scores lists, whatever its kind: they are read and written here, not by the kind. */
import { encodedNames, encodersFromDocument, encodersToDocument, type TableEncoders } from '../../data/encoders/tableEncoders.ts'
import { gradesFromDocument, gradesToDocument } from '../../data/lists/grades.ts'
import { sideColumnsFromDocument } from '../../data/lists/sideColumns.ts'
import type { DocumentReader } from '../../documents/documentReader.ts'
import { rowOf } from '../../rules/ruleTable.ts'
import { abstentionFromDocument, abstentionToDocument } from './abstentionRuleJson.ts'
import { calibrationFromDocument, calibrationToDocument } from './calibrationJson.ts'
import type { ListCommon } from './modelCommon.ts'
import type { DocumentParts } from './modelKind.ts'

type Added = Pick<ListCommon, 'calibration' | 'abstention' | 'encoders' | 'grades' | 'sideColumns'>

export function listPartsToDocument({ calibration, abstention, encoders, grades, sideColumns }: Added): DocumentParts {
  return {
    ...(calibration && { calibration: calibrationToDocument(calibration) }),
    ...(abstention && { abstention: abstentionToDocument(abstention) }),
    ...(encoders && { encoders: encodersToDocument(encoders) }),
    ...(grades && { grades: gradesToDocument(grades) }),
    ...(sideColumns && { sideColumns }),
  }
}

/** Divides a document into the parts of its kind and those that were added. */
export function listParts(document: DocumentParts, read: DocumentReader): { readonly own: DocumentParts; readonly added: Added } {
  const { calibration, abstention, encoders, grades, sideColumns, ...own } = document
  const added = {
    ...(calibration !== undefined && { calibration: calibrationFromDocument(calibration, 'calibration', read) }),
    ...(abstention !== undefined && { abstention: abstentionFromDocument(abstention, 'abstention', read) }),
    ...(encoders !== undefined && { encoders: encodersFor(document, read) }),
    ...(grades !== undefined && { grades: gradesFromDocument(grades, 'grades', read) }),
    ...(sideColumns !== undefined && { sideColumns: sideColumnsFromDocument(sideColumns, 'sideColumns', read) }),
  }
  return { own, added }
}

/** The encoders make the features of the model, in its order; a stream may know others besides, which experts have named. */
function encodersFor({ encoders, features, kind }: DocumentParts, read: DocumentReader): TableEncoders {
  const found = encodersFromDocument(encoders, 'encoders', read)
  const names = encodedNames(found)
  if (!Array.isArray(features) || !(kind === 'stream' ? hasAll(features, names) : isSame(features, names)))
    read.fail('encoders', 'they do not give the features of the model')
  return found
}

function isSame(features: readonly unknown[], names: readonly string[]): boolean {
  return names.length === features.length && names.every((name, place) => name === features[place])
}

function hasAll(features: readonly unknown[], names: readonly string[]): boolean {
  const known = new Set(features)
  return names.every((name) => known.has(name))
}

/** Fails if the rule cannot be obeyed. A model in memory may be calibrated later. */
export function requireCalibrated({ calibration, abstention }: Added, read: DocumentReader): void {
  const { rule } = abstention ?? {}
  if (rule !== undefined && rowOf(rule).needsCalibration && calibration === undefined)
    read.fail('abstention.rule', `the rule ${rule} needs a calibration, and there is none`)
}
