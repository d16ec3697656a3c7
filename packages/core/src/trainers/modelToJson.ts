import { documentReader } from '../documents/documentReader.ts'
import { isImported } from '../models/common/importedMethod.ts'
import { requireCalibrated } from '../models/common/listParts.ts'
import { isListModel } from '../models/kinds.ts'
import type { Model } from '../models/model.ts'
import { modelToJson as textOfModel } from '../models/modelJson.ts'
import { requireOwnMethod } from './modelFromJson.ts'

/** The text of the model's file. A model that `modelFromJson` would not read back is refused. */
export function modelToJson(model: Model): string {
  const text = textOfModel(model)
  if (isListModel(model)) requireCalibrated(model, documentReader('model'))
  if ('training' in model && !isImported(model.method)) requireOwnMethod(model, 'model')
  return text
}
