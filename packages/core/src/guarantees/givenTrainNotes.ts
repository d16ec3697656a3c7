import { fingerprint } from '../data/lists/fingerprint.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { isImported } from '../models/common/importedMethod.ts'
import { kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { namedOption } from '../problems/namedOption.ts'
import { recognise } from '../recognition/recognise.ts'
import { formsOf, sketcher } from '../recognition/sketchedForms.ts'

/** Says so if the lists given as training lists are not what the model was trained on, and how many of them it knows. */
export function givenTrainNotes(model: ListModel, train: RankingLists, compute: Compute): string[] {
  const record = kindOf(model).seen(model)
  const data = 'training' in model ? model.training.data : undefined
  if (data !== undefined && formsOf(model, train).some((form) => fingerprint(form, compute) === data)) return []
  if ('training' in model && isImported(model.method)) return [elsewhere]
  if (record === undefined) return data === undefined ? [] : [`${differs} Give the lists that the model was trained on.`]
  const { known, lists, share } = recognise(model, train, sketcher(compute))
  const { same } = known.training
  if (data === undefined && same === lists) return []
  if (same === lists)
    return [
      `${differs} It knows all ${lists} lists, so their order, their weights or their number differs. Give the same file as for training.`,
    ]
  const kept = share < 1 ? ` (it keeps 1 in ${1 / share} of the lists that it has seen)` : ''
  return [`${differs} It knows ${same} of the ${lists} lists${kept}. Give the lists that the model was trained on.`]
}

const differs = `The lists given as ${namedOption('train')} are not the data that this model was trained on.`
const elsewhere = `The model was trained by other software, so nothing tells whether the lists given as ${namedOption('train')} are those that it was trained on.`
